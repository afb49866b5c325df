import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import {
  called,
  createRun,
  openStore,
  played,
  rowsIn,
  runHeader,
  scored,
  suiteOf,
  temporaryPlace,
} from "./store.test-helper.ts";
import type { Store } from "./store.ts";

async function refusal(promise: Promise<unknown>): Promise<InputError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof InputError)) throw new Error(`expected an InputError, got ${error}`);
  return error;
}

describe("a run", () => {
  test("is there with its suites, in their order, before the first trial", async () => {
    const store = await openStore();
    const suites = [suiteOf("coach", { planned: 3 }), suiteOf("desk", { position: 1, planned: 4, mode: "replay" })];
    await store.runs.create({ id: "abc", header: runHeader, suites, owner: "7@host", at: 5_000 });
    expect(await store.runs.find("abc")).toEqual({
      id: "abc",
      createdAt: 5_000,
      updatedAt: 5_000,
      finishedAt: undefined,
      owner: "7@host",
      header: JSON.parse(JSON.stringify(runHeader)),
      suites,
    });
  });

  test("is finished when the process lets go of it with nothing pending", async () => {
    const store = await openStore();
    await createRun(store, "abc");
    await store.runs.release("abc", false);
    expect(await store.runs.find("abc")).toMatchObject({ owner: undefined, finishedAt: undefined });
    await store.runs.claim("abc", "2@host", () => true);
    await store.runs.release("abc", true);
    expect((await store.runs.find("abc")).finishedAt).toBeGreaterThan(0);
  });

  test("that is taken up again is unfinished, has an owner, and its suites are those of the plan now", async () => {
    const store = await openStore();
    await createRun(store, "abc", { suites: [suiteOf("coach", { planned: 3 })] });
    await store.runs.release("abc", true);
    await store.runs.claim("abc", "9@host", () => true);
    await store.runs.reopen("abc", [suiteOf("coach", { planned: 5 })]);
    const run = await store.runs.find("abc");
    expect(run).toMatchObject({ owner: "9@host", finishedAt: undefined });
    expect(run.suites.map(({ planned }) => planned)).toEqual([5]);
  });

  test("that is claimed with changes has them in its header at once", async () => {
    const store = await openStore();
    await createRun(store, "abc");
    await store.runs.release("abc", false);
    const before = (await store.runs.find("abc")).header;
    const limits = { requestsPerMinute: 60 };
    await store.runs.claim("abc", "2@host", () => true, { limits, processes: 2 });
    expect((await store.runs.find("abc")).header).toEqual({ ...before, limits, processes: 2 });
    await store.runs.claim("abc", "3@host", () => true, { limits: undefined, processes: undefined });
    expect((await store.runs.find("abc")).header).toEqual(before);
  });

  test("shows a sign of life", async () => {
    const store = await openStore();
    await createRun(store, "abc");
    await store.runs.touch("abc");
    expect((await store.runs.find("abc")).updatedAt).toBeGreaterThan(1_000);
  });
});

describe("claiming a run", () => {
  test("asks whether it is free, and takes it only then", async () => {
    const store = await openStore();
    await createRun(store, "abc");
    const seen: unknown[] = [];
    const taken = await store.runs.claim("abc", "2@host", (run) => {
      seen.push(run);
      return false;
    });
    expect(taken).toBe(false);
    expect(seen).toEqual([{ owner: "1@elsewhere", updatedAt: 1_000 }]);
    expect((await store.runs.find("abc")).owner).toBe("1@elsewhere");
    expect(await store.runs.claim("abc", "2@host", () => true)).toBe(true);
    expect(await store.runs.find("abc")).toMatchObject({ owner: "2@host", updatedAt: expect.any(Number) });
  });

  test("of two that claim it at the same time one gets it", async () => {
    const store = await openStore();
    await createRun(store, "abc");
    await store.runs.release("abc", false);
    const claim = (owner: string) => store.runs.claim("abc", owner, (run) => run.owner === undefined);
    expect(await Promise.all([claim("2@host"), claim("3@host")])).toEqual([true, false]);
  });

  test("one that is gone cannot be claimed", async () => {
    const store = await openStore();
    expect(await store.runs.claim("abc", "2@host", () => true)).toBe(false);
  });
});

describe("finding a run", () => {
  async function storeWith(...ids: string[]): Promise<Store> {
    const store = await openStore();
    for (const [index, id] of ids.entries()) await createRun(store, id, { at: index });
    return store;
  }

  test("by an empty name is refused, though every id begins so", async () => {
    const store = await storeWith("7f3a0001");
    const refused = { name: "InputError", message: expect.stringContaining("no run was named") };
    for (const name of ["", " ", "\t\n"]) await expect(store.runs.find(name)).rejects.toMatchObject(refused);
  });

  test("takes the id, the beginning of it, or latest", async () => {
    const store = await storeWith("7f3a0001", "81bc0002");
    expect((await store.runs.find("7f3a0001")).id).toBe("7f3a0001");
    expect((await store.runs.find("7")).id).toBe("7f3a0001");
    expect((await store.runs.find("latest")).id).toBe("81bc0002");
  });

  test("a beginning that fits several names them, newest first", async () => {
    const store = await storeWith("7f01", "7f02", "80");
    const error = await refusal(store.runs.find("7f"));
    expect(error.message).toContain("7f begins several ids: 7f02, 7f01");
    expect(error.problems[0]?.remedy).toBe("Give more of the id.");
  });

  test("a whole id is never ambiguous", async () => {
    const store = await storeWith("7f", "7f02");
    expect((await store.runs.find("7f")).id).toBe("7f");
  });

  test("an unknown one says how to find out", async () => {
    const store = await storeWith("7f");
    const error = await refusal(store.runs.find("99"));
    expect(error.message).toContain("there is no run 99");
    expect(error.message).toContain("viva list");
    expect(error.exitCode).toBe(64);
  });

  test("the latest of no runs is unknown as well", async () => {
    expect((await refusal((await openStore()).runs.find("latest"))).message).toContain(
      "there is no run latest: the store has no runs yet",
    );
  });

  test("wildcards of the database are not wildcards here", async () => {
    expect((await refusal((await storeWith("7f")).runs.find("%"))).message).toContain("there is no run %");
  });

  test("the list is newest first and as long as asked for", async () => {
    const store = await storeWith("a", "b", "c");
    expect((await store.runs.list()).map(({ id }) => id)).toEqual(["c", "b", "a"]);
    expect((await store.runs.list(2)).map(({ id }) => id)).toEqual(["c", "b"]);
  });

  test("each run of the list has its own suites, in their order", async () => {
    const store = await openStore();
    const run = { header: runHeader, owner: "7@host" };
    const suites = (...names: string[]) => names.map((name, position) => suiteOf(name, { position }));
    await store.runs.create({ ...run, id: "a", suites: suites("one", "two", "three"), at: 1 });
    await store.runs.create({ ...run, id: "b", suites: suites("two", "four"), at: 2 });
    const listed = (await store.runs.list()).map(({ id, suites }) => [id, suites.map(({ name }) => name)]);
    expect(listed).toEqual([
      ["b", ["two", "four"]],
      ["a", ["one", "two", "three"]],
    ]);
  });
});

describe("removing a run", () => {
  test("takes everything that belongs to it, and nothing else", async () => {
    const file = await temporaryPlace();
    const store = await openStore(file);
    for (const run of ["r1", "r2"]) {
      await createRun(store, run);
      void store.write(called({ run, trial: "a" }));
      void store.write(played({ run, trial: "a" }));
      await store.write(scored({ run, trial: "a" }));
    }
    await store.runs.remove("r1");
    const runsIn = (table: string, column: string) => rowsIn(file, `select distinct ${column} as run from ${table}`);
    expect(await runsIn("runs", "id")).toEqual([{ run: "r2" }]);
    for (const table of ["run_suites", "trials", "scores", "calls"])
      expect(await runsIn(table, "run")).toEqual([{ run: "r2" }]);
  });
});
