import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redactor } from "../base/index.ts";
import type { StoreRecord } from "./records.ts";
import {
  called,
  createRun,
  newPlace,
  openStore,
  played,
  rowsIn,
  scored,
  scoreOf,
  suiteOf,
  temporaryPlace,
  transcriptOf,
} from "./store.test-helper.ts";
import { Store } from "./store.ts";
import type { StoredTrial } from "./trial-facts.ts";

let place: string;
let remove: () => Promise<void>;
let store: Store;
let runs = 0;
beforeAll(async () => {
  ({ place, remove } = await newPlace());
  store = await Store.open(place);
});
afterAll(async () => {
  await store.close();
  await remove();
});

const newRun = () => createRun(store, `attempts-${++runs}`);

function spoiled(run: string, trial: string, attempt: number, text = `${trial} ${attempt}`): StoreRecord {
  return { type: "attempt", run, suite: 0, trial, attempt, transcript: transcriptOf(text) };
}

async function textsOf(run: string, trials?: string[]): Promise<Record<string, unknown[]>> {
  const attempts = await store.trials.spoiled(run, 0, trials);
  const texts = [...attempts].map(([trial, list]) => [trial, list.map(({ exchanges }) => exchanges[0]?.items[0])]);
  return Object.fromEntries(
    texts.map(([trial, items]) => [trial, (items as { text: string }[]).map(({ text }) => text)]),
  );
}

describe("conversations that a simulated user spoiled", () => {
  test("are kept beside the trial that counts, in the order of playing, and counted", async () => {
    const run = await newRun();
    void store.write(spoiled(run, "a", 2));
    void store.write(spoiled(run, "a", 1));
    void store.write(spoiled(run, "b", 1));
    await store.write(played({ run, trial: "a" }));
    expect(await textsOf(run)).toEqual({ a: ["a 1", "a 2"], b: ["b 1"] });
    expect(await textsOf(run, ["b"])).toEqual({ b: ["b 1"] });
    expect(await textsOf(run, ["c"])).toEqual({});
    expect(Object.fromEntries(await store.trials.countSpoiled(run, 0))).toEqual({ a: 2, b: 1 });
    expect((await Array.fromAsync(store.trials.read(run, 0))).map(({ transcript }) => transcript)).toEqual([
      transcriptOf("a"),
    ]);
  });

  test("belong to one suite of one run", async () => {
    const [run, other] = [await newRun(), await newRun()];
    await store.write(spoiled(run, "a", 1));
    expect(await textsOf(other)).toEqual({});
    expect((await store.trials.spoiled(run, 1)).size).toBe(0);
    expect((await store.trials.countSpoiled(other, 0)).size).toBe(0);
  });

  test("an attempt that is played again from the journal is the same attempt", async () => {
    const run = await newRun();
    await store.write(spoiled(run, "a", 1, "before"));
    await store.write(spoiled(run, "a", 1, "after"));
    expect(await textsOf(run)).toEqual({ a: ["after"] });
  });

  test.each(["keep", "drop"] as const)("go with a trial that is pending again (journal: %s)", async (journal) => {
    const run = await newRun();
    void store.write(spoiled(run, "a", 1));
    void store.write(spoiled(run, "b", 1));
    void store.write(called({ run, trial: "a" }));
    await store.write(played({ run, trial: "a" }));
    await store.trials.forget([{ run, suite: 0, trial: "a" }], { journal });
    expect(await textsOf(run)).toEqual({ b: ["b 1"] });
    expect(await store.calls.of({ run, suite: 0, trial: "a" })).toHaveLength(journal === "keep" ? 1 : 0);
  });

  test("go with a trial that is planned no more", async () => {
    const run = await newRun();
    void store.write(spoiled(run, "a", 1));
    await store.write(played({ run, trial: "a" }));
    await store.trials.reposition(run, 0, () => undefined);
    expect(await textsOf(run)).toEqual({});
  });

  test("go with their run", async () => {
    const run = await newRun();
    await store.write(spoiled(run, "a", 1));
    await store.runs.remove(run);
    expect(await rowsIn(place, `select * from attempts where run = '${run}'`)).toEqual([]);
  });

  test("hold no secret", async () => {
    const secret = "canary-0123456789-abcdef";
    const file = await temporaryPlace();
    const own = await openStore(file, redactor({ SOME_API_KEY: secret }));
    const run = await createRun(own, "secret");
    await own.write(spoiled(run, "a", 1, `my key is ${secret}`));
    const [row] = await rowsIn(file, "select transcript from attempts");
    expect(String(row?.transcript)).toContain("my key is [redacted:environment:");
  });
});

describe("scores of one metric after another", () => {
  const at = (metric: string, position: number, identity: string, value = 1) => ({
    score: scoreOf(metric, value),
    position,
    identity,
  });

  test("are read in the suite's order, whichever was scored first", async () => {
    const run = await newRun();
    void store.write(played({ run, trial: "a" }));
    await store.write(scored({ run, trial: "a", pass: 1, scores: [at("third", 2, "x")] }));
    await store.write(scored({ run, trial: "a", pass: 2, scores: [at("first", 0, "x"), at("second", 1, "x")] }));
    const [trial] = await Array.fromAsync(store.trials.read(run, 0));
    expect(trial?.scores.map(({ metric }) => metric)).toEqual(["first", "second", "third"]);
    expect((await store.trials.find({ run, suite: 0, trial: "a" }))?.scores).toEqual(trial?.scores);
  });

  test("a scoring is told how often a trial was scored, and the identity of the newest score of each metric", async () => {
    const run = await newRun();
    const scorings = async () => {
      const trials = await Array.fromAsync(store.trials.toScore(run, 0));
      return trials.map(({ trial, passes, given }) => ({
        trial,
        passes,
        ...Object.fromEntries(given.map(({ score, identity }) => [score.metric, identity])),
      }));
    };
    for (const [position, trial] of ["a", "b"].entries()) await store.write(played({ run, trial, position }));
    expect(await scorings()).toEqual(["a", "b"].map((trial) => ({ trial, passes: 0 })));
    await store.write(scored({ run, trial: "a", pass: 1, scores: [at("first", 0, "old"), at("second", 1, "old")] }));
    await store.write(scored({ run, trial: "a", pass: 2, scores: [at("second", 1, "new")] }));
    expect(await scorings()).toEqual([
      { trial: "a", passes: 2, first: "old", second: "new" },
      { trial: "b", passes: 0 },
    ]);
    const scores = async (trials: AsyncIterable<StoredTrial>) =>
      (await Array.fromAsync(trials)).map((one) => one.scores);
    expect(await scores(store.trials.toScore(run, 0))).toEqual(await scores(store.trials.read(run, 0)));
  });

  test("a scoring is told which trials an earlier one was cut off at, when it had asked a judge", async () => {
    const run = await newRun();
    for (const [position, trial] of ["a", "b"].entries()) await store.write(played({ run, trial, position }));
    const begun = async () => (await Array.fromAsync(store.trials.toScore(run, 0))).map((one) => one.begun);
    await store.write(called({ run, trial: "a", pass: 1 }));
    await store.write(scored({ run, trial: "a", pass: 1, scores: [at("first", 0, "x")] }));
    expect(await begun()).toEqual([false, false]);
    await store.write(called({ run, trial: "a", pass: 2 }));
    expect(await begun()).toEqual([true, false]);
    await store.write(scored({ run, trial: "a", pass: 2, scores: [at("first", 0, "x")] }));
    expect(await begun()).toEqual([false, false]);
  });
});

test("a run's suites can be described anew, and everything else of it stays", async () => {
  const run = await newRun();
  const before = await store.runs.find(run);
  const suite = suiteOf("coach", { planned: 1 });
  const metrics = [{ name: "polite", identity: "new", judged: true, gating: true }];
  await store.runs.describe(run, [{ ...suite, header: { ...suite.header, metrics } }]);
  const after = await store.runs.find(run);
  expect(after.suites[0]?.header.metrics).toEqual(metrics);
  expect({ ...after, suites: [] }).toEqual({ ...before, suites: [], updatedAt: after.updatedAt });
});
