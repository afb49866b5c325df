import { describe, expect, test } from "vitest";
import type { StoredSuite, StoreRecord } from "../store/index.ts";
import { trialKey } from "../store/index.ts";
import { pastResults } from "./past-results.ts";
import { floorMeans, readResults } from "./read-results.ts";
import { sharedStore } from "./run.test-helper.ts";
import { storedFacts } from "./stored-facts.ts";

const store = sharedStore();
let runs = 0;

const agent = { name: "coach", version: "2", variant: {}, models: {}, tools: "t", code: "c", files: "f", hash: "h" };

interface Trial {
  id: string;
  variant?: Record<string, string>;
  repeat?: number;
  status?: "passed" | "failed" | "errored";
  value?: number;
  identity?: string;
  cluster?: string;
  safetyHit?: boolean;
}

/** A finished run of one suite with a metric m, as a run leaves it in the store. */
async function runOf(
  trials: Trial[],
  {
    suite = "coach",
    variants = [{}] as Record<string, string>[],
    header = {} as Partial<StoredSuite["header"]>,
    agentOption = undefined as "nothing" | undefined,
    cases = [] as string[],
    finished = true,
  } = {},
) {
  const id = `results${++runs}`;
  const planned = trials.length;
  const stored: StoredSuite = {
    position: 0,
    name: suite,
    planned,
    header: {
      file: "coach.eval.ts",
      variants: variants.map((variant) => ({ variant, agent, cases: planned, planned, origin: "live" })),
      dataset: "dataset",
      metrics: [{ name: "m", identity: "of the header", judged: true, gating: true, zeroTolerance: true }],
      models: { agent: "x:agent", judge: "x:judge", user: "x:user" },
      mode: "live",
      gate: { primary: "m" },
      ...header,
    },
  };
  const options = {
    ...{ seed: 1, repeat: 1, cases, tags: [], failed: false, variants: {} },
    ...{ agent: agentOption, timeoutMs: undefined, model: undefined, judge: undefined, traffic: undefined },
  };
  const runHeader = { viva: "0.1.0", node: "24", paths: [], options };
  await store().runs.create({ id, header: runHeader, suites: [stored], owner: "1@x", at: runs });
  const writes = trials.flatMap((trial, position) => recordsOf(id, trial, position)).map((one) => store().write(one));
  await Promise.all(writes);
  if (finished) await store().runs.release(id, true);
  return store().runs.find(id);
}

function recordsOf(run: string, given: Trial, position: number): StoreRecord[] {
  const {
    id,
    variant = {},
    repeat = 1,
    status = "passed",
    value,
    identity = "of the score",
    cluster,
    safetyHit = false,
  } = given;
  const address = { run, suite: 0, trial: trialKey(id, variant, repeat) };
  const transcript = {
    ...{ version: 2 as const, case: id, variant, repeat, agent, history: [], exchanges: [] },
    outcome: { kind: "completed" as const },
  };
  const common = { position, caseId: id, caseHash: `hash of ${id}`, cluster, tags: ["x"], variant, repeat };
  const score = { metric: "m", judged: true, gating: true, threshold: 1, passed: true, checks: [] };
  const scores = value === undefined ? [] : [{ score: { ...score, status: "scored" as const, value }, identity }];
  return [
    { type: "played", ...address, ...common, transcript, playedAt: 0 },
    { type: "scored", ...address, status, safetyHit, scores, pass: 1 },
  ];
}

describe("what a stored run comes to", () => {
  test("repeats are averaged within their case; header facts come along", async () => {
    const run = await runOf([
      { id: "a", repeat: 1, value: 0.5 },
      { id: "a", repeat: 2, value: 1, status: "failed" },
      { id: "b", value: 0, cluster: "garden" },
    ]);
    const [result, second] = await readResults(store(), run);
    expect(second).toBeUndefined();
    expect(result).toMatchObject({
      suite: "coach",
      run: run.id,
      createdAt: new Date(run.createdAt).toISOString(),
      agent: { name: "coach", version: "2", code: "c", files: "f", tools: "t" },
      gate: { primary: "m" },
      dataset: "dataset",
      planned: 3,
    });
    expect(result?.cases).toEqual([
      {
        ...{ caseId: "a", caseHash: "hash of a", tags: ["x"], trials: { passed: 1, failed: 1 } },
        ...{ values: { m: 0.75 }, spread: { m: 0.125 } },
      },
      { caseId: "b", caseHash: "hash of b", cluster: "garden", tags: ["x"], trials: { passed: 1 }, values: { m: 0 } },
    ]);
  });

  test("a metric is identified by its scores, which may be newer than the header", async () => {
    const metrics = async (...trials: Trial[]) => (await readResults(store(), await runOf(trials)))[0]?.metrics;
    expect(await metrics({ id: "a", value: 1 })).toEqual([
      { name: "m", identities: ["of the score"], judged: true, gating: true, zeroTolerance: true },
    ]);
    expect((await metrics({ id: "a", status: "errored" }))?.[0]?.identities).toEqual(["of the header"]);
    const mixed = await metrics({ id: "a", value: 1, identity: "2" }, { id: "b", value: 1, identity: "1" });
    expect(mixed?.[0]?.identities).toEqual(["1", "2"]);
  });

  test("the judges are all models but the agent's and the simulated user's", async () => {
    const [result] = await readResults(store(), await runOf([{ id: "a" }]));
    expect(result?.judges).toEqual({ judge: "x:judge" });
  });

  test("one result for each variant, whatever order a choice is written in", async () => {
    const variants = [
      { p: "1", q: "x" },
      { p: "2", q: "x" },
    ];
    const run = await runOf(
      [
        { id: "a", variant: { q: "x", p: "2" }, value: 1 },
        { id: "a", variant: { p: "1", q: "x" }, value: 0 },
      ],
      { variants },
    );
    const results = await readResults(store(), run);
    expect(results.map(({ variant, cases }) => [variant.p, cases[0]?.values.m])).toEqual([
      ["1", 0],
      ["2", 1],
    ]);
  });
});

describe("means for floors", () => {
  test("are over cases, not trials, and the lowest of the variants", async () => {
    const variants = [{ p: "1" }, { p: "2" }];
    const run = await runOf(
      [
        { id: "a", variant: { p: "1" }, repeat: 1, value: 1 },
        { id: "a", variant: { p: "1" }, repeat: 2, value: 1 },
        { id: "b", variant: { p: "1" }, value: 0 },
        { id: "a", variant: { p: "2" }, value: 1 },
      ],
      { variants },
    );
    const [suite] = run.suites;
    if (!suite) throw new Error("no suite");
    expect(await floorMeans(store(), run.id, suite, { floors: { m: 0.5 } })).toEqual({ m: 0.5 });
    expect(await floorMeans(store(), run.id, suite, {})).toBeUndefined();
  });

  test("facts of a stored run: sums, safety hits and means", async () => {
    const run = await runOf([
      { id: "a", value: 1, safetyHit: true },
      { id: "b", status: "failed", value: 0 },
    ]);
    const [suite] = run.suites;
    if (!suite) throw new Error("no suite");
    const facts = await storedFacts(store(), run.id, { ...suite, planned: 3 }, { floors: { m: 0 } });
    expect(facts).toMatchObject({ safetyHits: 1, means: { m: 0.5 } });
    expect(facts.tally).toMatchObject({ planned: 3, passed: 1, failed: 1, pending: 1 });
  });
});

describe("past results", () => {
  test("are of finished runs of the whole suite, newest first, and name what was left out", async () => {
    const suite = "history";
    const first = await runOf([{ id: "a", value: 0.1 }], { suite });
    await runOf([{ id: "a", value: 0.2 }], { suite: "another" });
    const standIn = await runOf([{ id: "a", value: 0.3 }], { suite, agentOption: "nothing" });
    await runOf([{ id: "a", value: 0.4 }], { suite, finished: false });
    await runOf([{ id: "a", value: 0.4 }], { suite: "another", cases: ["a"] });
    const second = await runOf([{ id: "a", value: 0.5 }], { suite });
    const part = await runOf([{ id: "a", value: 0.6 }], { suite, cases: ["a"] });
    const { results, leftOut } = await pastResults(store(), suite);
    expect(results.map(({ run }) => run)).toEqual([second.id, first.id]);
    expect(leftOut).toEqual([
      { run: part.id, why: "selected cases" },
      { run: standIn.id, why: "stand-in" },
    ]);
    expect(await pastResults(store(), "nobody's")).toEqual({ results: [], leftOut: [] });
  });

  test("a limit counts the runs that are taken, and what is older than they are is not looked at", async () => {
    const suite = "limited";
    await runOf([{ id: "a", value: 0.1 }], { suite, agentOption: "nothing" });
    const last = await runOf([{ id: "a", value: 0.5 }], { suite });
    const part = await runOf([{ id: "a", value: 0.6 }], { suite, cases: ["a"] });
    const { results, leftOut } = await pastResults(store(), suite, 1);
    expect(results.map(({ run }) => run)).toEqual([last.id]);
    expect(leftOut.map(({ run }) => run)).toEqual([part.id]);
  });
});
