import { describe, expect, test } from "vitest";
import { called, createRun, openStore, played, scored, suiteOf, temporaryPlace } from "./store.test-helper.ts";
import type { Store } from "./store.ts";

const address = (trial: string) => ({ run: "r1", suite: 0, trial });

/** A run that one store has written a trial of, and that another one has taken. */
async function takenOver(): Promise<{ slow: Store; quick: Store }> {
  const file = await temporaryPlace();
  const [slow, quick] = [await openStore(file), await openStore(file)];
  await createRun(slow, "r1");
  void slow.write(played({ trial: "a" }));
  await slow.write(scored({ trial: "a" }));
  expect(await quick.runs.claim("r1", "2@host", () => true)).toBe(true);
  return { slow, quick };
}

const lost = {
  fault: "taken-over",
  message: "run r1 was taken over by another process, 2@host, while this one stood still",
  remedy: expect.stringContaining("This process has written nothing since then, and ends."),
  exitCode: 3,
};

describe("a run that another process has taken", () => {
  test("is written by that one alone", async () => {
    const { slow, quick } = await takenOver();
    const records = [called({ trial: "b" }), played({ trial: "b", caseHash: "slow" }), scored({ trial: "b" })];
    const refused = await Promise.allSettled(records.map((record) => slow.write(record)));
    expect(refused.map((one) => one.status === "rejected" && one.reason)).toMatchObject([lost, lost, lost]);
    await expect(slow.flush()).rejects.toMatchObject(lost);
    expect(await Array.fromAsync(quick.trials.summaries("r1", 0))).toMatchObject([{ trial: "a" }]);
    expect(await quick.calls.of(address("b"))).toEqual([]);

    void quick.write(played({ trial: "b", caseHash: "quick", position: 1 }));
    await quick.write(scored({ trial: "b" }));
    await expect(slow.write(played({ trial: "b", caseHash: "slow" }))).rejects.toMatchObject(lost);
    expect(await quick.trials.find(address("b"))).toMatchObject({ caseHash: "quick", status: "passed" });
  });

  test("is left as it is by the one that has lost it, whatever that was about to do", async () => {
    const { slow, quick } = await takenOver();
    const changes: ((store: Store) => Promise<void>)[] = [
      (store) => store.runs.touch("r1"),
      (store) => store.runs.reopen("r1", [suiteOf("coach", { planned: 9 })]),
      (store) => store.runs.describe("r1", [suiteOf("coach", { planned: 9 })]),
      (store) => store.trials.reposition("r1", 0, () => undefined),
      (store) => store.trials.forget([address("a")], { journal: "drop" }),
      (store) => store.runs.release("r1", true),
    ];
    const state = async () => [await quick.runs.find("r1"), await quick.trials.find(address("a"))];
    const before = await state();
    for (const change of changes) await expect(change(slow)).rejects.toMatchObject(lost);
    expect(await state()).toEqual(before);
    for (const change of changes) await expect(change(quick)).resolves.toBeUndefined();
  });

  test("and let go again is still lost to the first: its work may be done", async () => {
    const { slow, quick } = await takenOver();
    await quick.runs.release("r1", true);
    const message = "run r1 was taken over by another process while this one stood still";
    await expect(slow.write(played({ trial: "b" }))).rejects.toMatchObject({ ...lost, message });
  });

  test("and is claimed back belongs to the first again", async () => {
    const { slow, quick } = await takenOver();
    expect(await slow.runs.claim("r1", "1@elsewhere", () => true)).toBe(true);
    await slow.write(played({ trial: "b" }));
    await expect(quick.write(played({ trial: "c" }))).rejects.toMatchObject({ fault: "taken-over" });
  });

  test("is lost also to a process of the same name: numbers and hosts come again", async () => {
    const { slow, quick } = await takenOver();
    expect(await quick.runs.claim("r1", "1@elsewhere", () => true)).toBe(true);
    expect(await quick.runs.find("r1")).toMatchObject({ owner: "1@elsewhere" });
    await expect(slow.runs.touch("r1")).rejects.toMatchObject({ fault: "taken-over" });
  });
});

describe("a run that is not this store's", () => {
  test("and was deleted says so", async () => {
    const { slow, quick } = await takenOver();
    await quick.runs.remove("r1");
    const deleted = { fault: "taken-over", message: "run r1 was deleted while it was being written" };
    await expect(slow.write(played({ trial: "b" }))).rejects.toMatchObject(deleted);
    await expect(slow.runs.release("r1", true)).rejects.toMatchObject(deleted);
  });

  test("and never was is not written", async () => {
    const file = await temporaryPlace();
    await createRun(await openStore(file), "r1");
    const stranger = await openStore(file);
    await expect(stranger.write(played({ trial: "a" }))).rejects.toMatchObject({ fault: "taken-over" });
  });

  test("a refused claim changes nothing of the one that holds", async () => {
    const { slow, quick } = await takenOver();
    expect(await slow.runs.claim("r1", "1@elsewhere", () => false)).toBe(false);
    await expect(slow.runs.touch("r1")).rejects.toMatchObject(lost);
    await expect(quick.runs.touch("r1")).resolves.toBeUndefined();
  });
});

describe("a trial that a worker claims", () => {
  /** A run that its planner has, and workers that play its trials. */
  async function workers(): Promise<{ planner: Store; slow: Store; quick: Store }> {
    const place = await temporaryPlace();
    const [planner, slow, quick] = [await openStore(place), await openStore(place), await openStore(place)];
    await createRun(planner, "r1");
    return { planner, slow, quick };
  }

  const recordsOf = (trial: string) => [called({ trial }), played({ trial }), scored({ trial })];
  const write = (store: Store, ...trials: string[]) =>
    Promise.allSettled(trials.flatMap(recordsOf).map((record) => store.write(record)));
  const gone = { fault: "taken-over", message: expect.stringContaining("was given to another worker"), exitCode: 3 };

  test("is written by it, though the run is another's", async () => {
    const { planner, slow } = await workers();
    expect(await slow.trials.claim(address("a"), { worker: "2@host" })).toEqual({ taken: 1, isPlayed: false });
    expect((await write(slow, "a")).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
    expect(await planner.trials.find(address("a"))).toMatchObject({ status: "passed" });
    expect(await planner.calls.of(address("a"))).toHaveLength(1);
    await planner.runs.touch("r1");
  });

  test("and then another one: only the rows of that trial are left out, and only its records fail", async () => {
    const { planner, slow, quick } = await workers();
    for (const trial of ["a", "b"]) await slow.trials.claim(address(trial), { worker: "2@host" });
    expect(await quick.trials.claim(address("a"), { worker: "3@host" })).toEqual({ taken: 2, isPlayed: false });
    const results = await write(slow, "a", "b");
    expect(results.map((one) => one.status === "rejected" && one.reason)).toMatchObject([
      ...[gone, gone, gone],
      ...[false, false, false],
    ]);
    expect(await Array.fromAsync(planner.trials.summaries("r1", 0))).toMatchObject([{ trial: "b" }]);
    expect(await planner.calls.of(address("a"))).toEqual([]);
    await slow.flush();
    await slow.trials.claim(address("c"), { worker: "2@host" });
    expect((await write(slow, "c", "a")).filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  test("is not given out when it is done; if only its scores are missing, that is said", async () => {
    const { slow, quick } = await workers();
    await slow.trials.claim(address("a"), { worker: "2@host" });
    await slow.write(played({ trial: "a" }));
    expect(await quick.trials.claim(address("a"), { worker: "3@host" })).toEqual({ taken: 2, isPlayed: true });
    await quick.write(scored({ trial: "a" }));
    expect(await slow.trials.claim(address("a"), { worker: "2@host" })).toBeUndefined();
  });

  test("is not given out when nobody plays the run, or the run is not there", async () => {
    const { planner, slow } = await workers();
    await planner.runs.release("r1", false);
    expect(await slow.trials.claim(address("a"), { worker: "2@host" })).toBeUndefined();
    expect(await slow.trials.claim({ ...address("a"), run: "r2" }, { worker: "2@host" })).toBeUndefined();
    expect((await write(slow, "a")).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  });

  test("is not given out to the worker of a planner that has lost the run", async () => {
    const { planner, slow, quick } = await workers();
    const taker = (planner: string) => ({ worker: "2@host", planner });
    expect(await slow.trials.claim(address("a"), taker("1@elsewhere"))).toEqual({ taken: 1, isPlayed: false });
    await planner.runs.release("r1", false);
    expect(await quick.runs.claim("r1", "3@host", () => true)).toBe(true);
    expect(await slow.trials.claim(address("a"), taker("1@elsewhere"))).toBe("not-ours");
    expect(await slow.trials.claim(address("a"), taker("3@host"))).toEqual({ taken: 2, isPlayed: false });
  });

  test("is lost when its run is deleted", async () => {
    const { planner, slow } = await workers();
    await slow.trials.claim(address("a"), { worker: "2@host" });
    await planner.runs.remove("r1");
    expect((await write(slow, "a")).map((one) => one.status === "rejected" && one.reason)).toMatchObject([
      gone,
      gone,
      gone,
    ]);
  });
});
