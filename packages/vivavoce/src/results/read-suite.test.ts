import { describe, expect, test } from "vitest";
import { decide } from "../gate/index.ts";
import { sharedStore } from "../run/run.test-helper.ts";
import type { GatePolicy } from "../shape/index.ts";
import { boundedMean } from "../stats/index.ts";
import { scoreOf } from "../store/store.test-helper.ts";
import { decisionsOf } from "./decide-run.ts";
import { readResults, readSuite } from "./read-suite.ts";
import { type MadeRun, type MadeTrial, metricsOf, storedRun, suiteIn, without } from "./stored-run.test-helper.ts";

const store = sharedStore();
const runOf = (trials: MadeTrial[], made?: MadeRun) => storedRun(store(), trials, made);

async function summaryOf(trials: MadeTrial[], made?: MadeRun) {
  const run = await runOf(trials, made);
  const { summaries } = await readSuite(store(), run, suiteIn(run));
  const [summary] = summaries;
  if (!summary) throw new Error("there is no summary");
  return { ...summary, decided: (policy: GatePolicy = {}) => decide(summaries, policy) };
}

/** So many trials of different cases, each with what a function of its number says. */
const many = (count: number, each: (index: number) => Omit<MadeTrial, "id">): MadeTrial[] =>
  Array.from({ length: count }, (_, index) => ({ id: `case-${index + 1}`, ...each(index) }));

describe("what a stored run comes to", () => {
  test("every trial is there with its values; header facts come along", async () => {
    const run = await runOf([
      { id: "a", repeat: 1, value: 0.5, answers: { origin: "live" } },
      { id: "a", repeat: 2, value: 1, answers: { origin: "none" } },
      { id: "b", value: 0, cluster: "garden" },
      { id: "b", repeat: 2, scores: [without("m", "skipped")], cluster: "garden" },
    ]);
    const [result, second] = await readResults(store(), run);
    expect(second).toBeUndefined();
    expect(result).toMatchObject({
      suite: "coach",
      run: run.id,
      createdAt: new Date(run.createdAt).toISOString(),
      agent: { name: "coach", version: "2", code: "c", files: "f", tools: "t" },
      gate: {},
      dataset: "dataset",
      planned: 4,
      repeats: 2,
    });
    expect(result?.cases).toEqual([
      {
        caseId: "a",
        caseHash: "hash of a",
        tags: ["x"],
        trials: [
          { repeat: 1, status: "failed", values: { m: 0.5 }, answers: { origin: "live" } },
          { repeat: 2, status: "passed", values: { m: 1 }, answers: { origin: "none" } },
        ],
      },
      {
        caseId: "b",
        caseHash: "hash of b",
        cluster: "garden",
        tags: ["x"],
        trials: [
          { repeat: 1, status: "failed", values: { m: 0 } },
          { repeat: 2, status: "skipped", values: {}, skipped: ["m"] },
        ],
      },
    ]);
  });

  test("a metric is identified by its scores, which may be newer than the header", async () => {
    const metrics = async (...trials: MadeTrial[]) => (await readResults(store(), await runOf(trials)))[0]?.metrics;
    expect(await metrics({ id: "a", value: 1 })).toEqual([
      { name: "m", identities: ["of the score"], judged: false, gating: true },
    ]);
    expect((await metrics({ id: "a", status: "errored" }))?.[0]?.identities).toEqual(["of the header"]);
    const mixed = await metrics({ id: "a", value: 1, identity: "2" }, { id: "b", value: 1, identity: "1" });
    expect(mixed?.[0]?.identities).toEqual(["1", "2"]);
  });

  test("the judges are all models but the agent's and the simulated user's", async () => {
    const [result] = await readResults(store(), await runOf([{ id: "a", value: 1 }]));
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
    expect(results.map(({ variant, cases }) => [variant.p, cases[0]?.trials[0]?.values.m])).toEqual([
      ["1", 0],
      ["2", 1],
    ]);
  });

  test("a metric of zero tolerance that was missed marks the trial, unless it only reports", async () => {
    const header = metricsOf({ name: "m", zeroTolerance: true }, { name: "watch", zeroTolerance: true, gating: false });
    const scores = [scoreOf("m", 0), scoreOf("watch", 0, { gating: false })];
    const run = await runOf([{ id: "a", scores }], { header });
    const { summaries, variants } = await readSuite(store(), run, suiteIn(run));
    expect(variants[0]?.cases[0]?.trials[0]?.hits).toEqual(["m"]);
    expect(summaries[0]?.metrics.map(({ name, missed }) => [name, missed])).toEqual([
      ["m", 1],
      ["watch", 1],
    ]);
    expect(decide(summaries, {})).toMatchObject({ safetyHit: true, reason: "m hit in 1 of 1 case" });
  });

  test("is decided suite by suite, by the policy it was played under", async () => {
    const run = await runOf([{ id: "a", value: 0 }], { header: { gate: { passRate: 0 } } });
    expect(await decisionsOf(store(), run)).toMatchObject([{ suite: "coach", verdict: "pass" }]);
    const strict = await runOf([{ id: "a", value: 0 }]);
    expect(await decisionsOf(store(), strict)).toMatchObject([{ suite: "coach", verdict: "fail" }]);
  });
});

describe("the case is the unit", () => {
  test("repeats are averaged within it, and the interval is over cases", async () => {
    const { passRate, metrics } = await summaryOf([
      { id: "a", value: 1 },
      { id: "a", repeat: 2, value: 0.5 },
      { id: "b", value: 1 },
      { id: "b", repeat: 2, value: 1 },
    ]);
    expect(passRate).toMatchObject({ cases: 2, trials: 4, missing: 0, observed: bounds([0.5, 1]) });
    expect(metrics[0]).toMatchObject({ name: "m", cases: 2, observed: bounds([0.75, 1]), binary: false });
  });

  test("clusters are units of their own", async () => {
    const trials = many(6, (index) => ({ value: index < 3 ? 0 : 1, cluster: index < 3 ? "x" : "y" }));
    const { passRate } = await summaryOf(trials);
    const expected = boundedMean([0, 0, 0, 1, 1, 1], { clusters: ["x", "x", "x", "y", "y", "y"] });
    expect(passRate).toMatchObject({ observed: { mean: 0.5, lo: expected?.lo, hi: expected?.hi } });
  });

  test("ten perfect cases are [0.69, 1], never an interval of width zero", async () => {
    const { passRate } = await summaryOf(many(10, () => ({ value: 1 })));
    expect(passRate.observed?.lo).toBeCloseTo(0.69, 3);
    expect(passRate.observed?.hi).toBe(1);
  });
});

const bounds = (values: number[]) => {
  const { mean, lo, hi } = boundedMean(values) ?? {};
  return { mean, lo, hi, cases: values.length };
};

describe("what is missing", () => {
  test("is left out of what was seen, and has failed in the bound, whatever became of the trial", async () => {
    const { passRate, tally } = await summaryOf(
      [
        { id: "a", value: 1 },
        { id: "b", outcome: "infrastructure" },
        { id: "c", scores: [without("m", "unscored")] },
        { id: "d", status: null },
      ],
      { cases: 5, finished: false },
    );
    expect(tally).toMatchObject({ planned: 5, passed: 1, errored: 1, unscored: 1, pending: 2 });
    expect(passRate).toMatchObject({
      ...{ cases: 5, trials: 5, missing: 4, pending: 2 },
      ...{ observed: bounds([1]), atWorst: bounds([1, 0, 0, 0, 0]) },
    });
  });

  test("counts 0 for a metric's floor, and not in its mean", async () => {
    const trials = many(100, (index) => (index === 0 ? { scores: [without("m", "unscored")] } : { value: 0.9 }));
    const { metrics, decided } = await summaryOf(trials);
    expect(metrics[0]).toMatchObject({ cases: 100, missing: 1 });
    expect(metrics[0]?.observed?.mean).toBeCloseTo(0.9, 12);
    expect(metrics[0]?.atWorst?.mean).toBeCloseTo(0.891, 12);
    const floor = (least: number) => decided({ floors: { m: least }, passRate: 0 }).exitCode;
    expect([floor(0.89), floor(0.9)]).toEqual([0, 1]);
  });

  test("a case that was never played counts as well, and so do the repeats that were not", async () => {
    const { passRate, repeats, decided } = await summaryOf([{ id: "a", value: 1 }], { cases: 2, repeats: 2 });
    expect(passRate).toMatchObject({ cases: 2, trials: 4, missing: 3, atWorst: { mean: 0.25 }, observed: { mean: 1 } });
    expect(repeats).toMatchObject({ k: 2, undecided: 2, passHat: { observed: undefined, atWorst: { mean: 0 } } });
    expect(decided().exitCode).toBe(3);
  });

  test("a case that was never played is not a cluster of its own: the interval does not narrow", async () => {
    const trials = many(10, (index) => ({ value: 1, cluster: `${index % 2}` }));
    const { passRate } = await summaryOf(trials.slice(1), { cases: 10, finished: false });
    expect(passRate).toMatchObject({ cases: 10, atWorst: { mean: 0.9, lo: 0 } });
  });

  test("what does not apply leaves the divisor", async () => {
    const { passRate, metrics } = await summaryOf([
      { id: "a", value: 1 },
      { id: "b", scores: [without("m", "skipped")] },
    ]);
    expect(passRate).toMatchObject({ cases: 1, observed: { mean: 1 }, missing: 0 });
    expect(metrics[0]).toMatchObject({ cases: 1, observed: { mean: 1 }, missing: 0 });
  });

  test("a conversation that the agent broke off is worth 0 wherever it could not be scored", async () => {
    const header = metricsOf({ name: "code" }, { name: "judged", judged: true });
    const broken = {
      outcome: "agent-failed" as const,
      scores: [without("code", "skipped"), without("judged", "skipped", true)],
    };
    const { metrics } = await summaryOf(
      [
        { id: "a", ...broken },
        { id: "b", scores: [scoreOf("judged", 1)] },
      ],
      { header },
    );
    expect(metrics.map(({ name, cases, observed, missing }) => [name, cases, observed?.mean, missing])).toEqual([
      ["code", 2, 0, 1],
      ["judged", 2, 0.5, 0],
    ]);
  });
});

describe("a suite that checks too little", () => {
  test("1 passed and 99 skipped does not pass; the first cases in which nothing was checked are named", async () => {
    const trials = many(100, (index) => (index === 50 ? { value: 1 } : { scores: [without("m", "skipped")] }));
    const { unchecked, decided } = await summaryOf(trials);
    expect(unchecked).toEqual({ count: 99, first: ["case-1", "case-2", "case-3", "case-4", "case-5"] });
    expect(decided()).toMatchObject({ verdict: "error", exitCode: 3 });
    expect(decided().reason).toContain("no expectation was checked in 99 trials of 100");
    expect(decided().reason).toContain("case-1, case-2, case-3, case-4, case-5");
    expect(decided({ maxSkipped: 0.99 }).verdict).toBe("pass");
  });

  test("one of whose two cases one expects nothing", async () => {
    const { decided } = await summaryOf([
      { id: "a", value: 1 },
      { id: "empty", scores: [without("m", "skipped")] },
    ]);
    expect(decided()).toMatchObject({ exitCode: 3 });
    expect(decided().reason).toMatch(/gate\.maxSkipped allows: empty$/);
  });
});

describe("a metric that decides", () => {
  const header = metricsOf({ name: "tool" }, { name: "criteria", judged: true });
  /** Ten trials that fail by code; seven of them have no judged value. */
  const trials = many(10, (index) => ({
    scores: [scoreOf("tool", 0), index < 3 ? scoreOf("criteria", 1) : without("criteria", "unscored", true)],
  }));

  test("and has 3 of 10 values because failures by code hide the others decides nothing", async () => {
    const { tally, metrics, decided } = await summaryOf(trials, { header });
    expect(tally).toMatchObject({ failed: 10, unscored: 0 });
    expect(metrics[1]).toMatchObject({
      name: "criteria",
      trials: 10,
      missing: 7,
      observed: { mean: 1 },
      atWorst: { mean: 0.3 },
    });
    expect(decided({ floors: { criteria: 0.2 }, passRate: 0 })).toMatchObject({
      verdict: "error",
      exitCode: 3,
      reason: "7 trials of 10 without a value for criteria, more than the 2 % that gate.maxUnscored allows",
    });
  });

  test("a failure that code decided stays one while the judge is out", async () => {
    const { decided } = await summaryOf(trials, { header });
    expect(decided()).toMatchObject({ verdict: "fail", exitCode: 1, reason: "10 trials failed (tool in 10 cases)" });
  });
});
