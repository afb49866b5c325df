import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { StoredRun } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import {
  openStore,
  rawDatabase,
  rowsIn,
  scored,
  scoreOf,
  temporaryFolder,
  temporaryPlace,
} from "../store/store.test-helper.ts";
import { readSuite, readSummaries } from "./read-suite.ts";
import { recordsOf, storedRun, suiteIn } from "./stored-run.test-helper.ts";

const trials = [
  { id: "a", value: 1 },
  { id: "b", value: 0.5 },
];

async function finishedRun(file?: string) {
  const store = await openStore(file);
  return { store, run: await storedRun(store, trials) };
}

const summaries = (store: Store, run: StoredRun) => readSummaries(store, run, suiteIn(run));
const kept = (store: Store, run: StoredRun) => store.values.summary(run.id, 0);

/** Claims the run, changes it, and lets go of it. */
async function changed(store: Store, run: StoredRun, change: () => Promise<unknown>): Promise<StoredRun> {
  await store.runs.claim(run.id, "2@elsewhere", () => true);
  await change();
  await store.runs.release(run.id, true);
  return store.runs.find(run.id);
}

describe("the sums of a finished run", () => {
  test("are kept once they were made, and are what a fresh reckoning gives", async () => {
    const { store, run } = await finishedRun();
    expect(await kept(store, run)).toBeUndefined();
    const fresh = await summaries(store, run);
    expect((await kept(store, run))?.variants).toEqual(JSON.parse(JSON.stringify(fresh)));
    const again = await summaries(store, run);
    expect(again).toEqual((await readSuite(store, run, suiteIn(run))).summaries);
    expect(again[0]).toMatchObject({
      tally: { passed: 1, failed: 1, pending: 0 },
      passRate: { observed: { mean: 0.5 } },
    });
  });

  test("are read in place of the trials", async () => {
    const file = await temporaryPlace();
    const { store, run } = await finishedRun(file);
    const before = await summaries(store, run);
    await rowsIn(file, "delete from trials");
    expect(await summaries(store, run)).toEqual(JSON.parse(JSON.stringify(before)));
  });

  test("of another Viva are made anew: it may reckon otherwise", async () => {
    const file = await temporaryPlace();
    const { store, run } = await finishedRun(file);
    await summaries(store, run);
    await rowsIn(file, `update summaries set body = '{"viva":"0.0.0","variants":[]}'`);
    expect(await summaries(store, run)).toHaveLength(1);
    expect((await kept(store, run))?.variants).toHaveLength(1);
  });

  test("go with the run", async () => {
    const file = await temporaryPlace();
    const { store, run } = await finishedRun(file);
    await summaries(store, run);
    await store.runs.remove(run.id);
    expect(await rowsIn(file, "select * from summaries")).toEqual([]);
  });
});

describe("are forgotten when the run is written again", () => {
  const address = (run: StoredRun) => ({ run: run.id, suite: 0, trial: "/b/1" });
  const better = (run: StoredRun) =>
    scored({ ...address(run), pass: 2, scores: [{ score: scoreOf("m", 1), identity: "i" }] });
  test.each<[string, (store: Store, run: StoredRun) => Promise<unknown>]>([
    [
      "a trial more",
      async (store, run) => Promise.all(recordsOf(run.id, { id: "c", value: 1 }, 2).map((one) => store.write(one))),
    ],
    ["new scores", async (store, run) => store.write(better(run))],
    ["taken up again", async (store, run) => store.runs.reopen(run.id, run.suites)],
    ["a metric that gates no longer", async (store, run) => store.runs.describe(run.id, run.suites)],
    ["trials forgotten", async (store, run) => store.trials.forget([address(run)], { journal: "drop" })],
    [
      "trials in another order",
      async (store, run) => store.trials.reposition(run.id, 0, (trial) => (trial === "/a/1" ? 1 : 0)),
    ],
  ])("%s", async (_, change) => {
    const { store, run } = await finishedRun();
    await summaries(store, run);
    const later = await changed(store, run, async () => {
      await change(store, run);
      expect(await kept(store, run)).toBeUndefined();
    });
    const fresh = await summaries(store, later);
    expect(fresh).toEqual((await readSuite(store, later, suiteIn(later))).summaries);
    expect((await kept(store, later))?.variants).toEqual(JSON.parse(JSON.stringify(fresh)));
  });

  test("new scores count at once", async () => {
    const { store, run } = await finishedRun();
    expect((await summaries(store, run))[0]?.passRate.observed?.mean).toBe(0.5);
    const later = await changed(store, run, () => store.write(better(run)));
    expect((await summaries(store, later))[0]?.passRate.observed?.mean).toBe(1);
  });

  test("a reader that began before does not put the old sums back", async () => {
    const { store, run } = await finishedRun();
    await changed(store, run, () => store.write(better(run)));
    await summaries(store, { ...run, updatedAt: run.updatedAt - 1 });
    expect(await kept(store, run)).toBeUndefined();
  });
});

describe("nothing is kept", () => {
  test("of a run that is being played", async () => {
    const store = await openStore();
    const run = await storedRun(store, trials, { finished: false, cases: 3 });
    expect((await summaries(store, run))[0]?.tally.pending).toBe(1);
    expect(await kept(store, run)).toBeUndefined();
  });

  test("in a store that cannot be written, which answers all the same", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "store.sqlite");
    const writing = await openStore(file);
    const run = await storedRun(writing, trials);
    await writing.close();
    rawDatabase(file).exec(
      "create trigger no_more before insert on summaries begin select raise(abort, 'read-only'); end",
    );
    chmodSync(file, 0o444);
    const store = await openStore(file);
    expect((await summaries(store, run))[0]?.passRate.observed?.mean).toBe(0.5);
    expect(await kept(store, run)).toBeUndefined();
  });
});
