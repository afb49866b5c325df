import { expect, test } from "vitest";
import { type Check, dimensionsIn, type Score } from "../shape/index.ts";
import { openStore, scoreOf } from "../store/store.test-helper.ts";
import { dimensionsOf } from "./dimensions.ts";
import { dimensionTrends } from "./history.ts";
import { readSuite } from "./read-suite.ts";
import { type MadeRun, type MadeTrial, metricsOf, storedRun, suiteIn, without } from "./stored-run.test-helper.ts";

/** A rubric's score: points from 1 to 5 by dimension, null where one does not apply. */
function rubricScore(points: Record<string, number | null>, more: Partial<Check> = {}): Score {
  const checks = Object.entries(points).map(([id, point]): Check => {
    const value = point === null ? {} : { value: (point - 1) / 4 };
    return {
      id,
      label: id,
      dimension: id,
      verdict: String(point),
      ok: true,
      ...value,
      reason: "",
      evidence: [],
      ...more,
    };
  });
  const native = { value: 4, min: 1, max: 5 };
  return scoreOf("rubric", 0.75, { judged: true, threshold: 0.625, passed: true, checks, native });
}

async function readBoth(trials: readonly MadeTrial[], made: MadeRun = {}) {
  const store = await openStore();
  const header = { ...metricsOf({ name: "rubric", judged: true }), ...made.header };
  const run = await storedRun(store, trials, { ...made, header });
  const { variants, summaries } = await readSuite(store, run, suiteIn(run));
  const [result, summary] = [variants[0], summaries[0]];
  if (!result || !summary) throw new Error("there is no result");
  return { result, summary, run };
}

const read = async (trials: readonly MadeTrial[]) => (await readBoth(trials)).result;

const points = (id: string, brevity: number, tone: number | null, repeat = 1): MadeTrial => ({
  ...{ id, repeat, status: "passed" },
  scores: [rubricScore({ brevity, tone })],
});

test("each dimension has its mean and interval on the metric's own scale, and the cases that it rests on", async () => {
  const [found] = dimensionsOf(await read([points("a", 5, 4), points("b", 4, null), points("c", 3, 2)]));
  expect(found).toMatchObject({
    metric: "rubric",
    min: 1,
    max: 5,
    passesAt: 3.5,
    whole: { observed: { mean: 4 }, cases: 3 },
  });
  expect(found?.dimensions).toMatchObject([
    { id: "brevity", observed: { mean: 4 }, cases: 3, notApplicable: 0, missing: 0 },
    { id: "tone", observed: { mean: 3 }, cases: 2, notApplicable: 1, missing: 0 },
  ]);
  for (const { observed } of found?.dimensions ?? []) {
    expect(observed?.lo).toBeGreaterThanOrEqual(1);
    expect(observed?.hi).toBeLessThanOrEqual(5);
  }
  expect(found?.cases).toEqual([
    { caseId: "a", whole: 4, values: [5, 4] },
    { caseId: "b", whole: 4, values: [4, undefined] },
    { caseId: "c", whole: 4, values: [3, 2] },
  ]);
});

test("repeats of a case are one unit", async () => {
  const repeated = [points("a", 5, 5), points("a", 3, 5, 2), points("b", 2, 5), points("b", 2, 5, 2)];
  const [found] = dimensionsOf(await read(repeated));
  expect(found?.dimensions[0]).toMatchObject({ observed: { mean: 3 }, cases: 2 });
  expect(found?.cases[0]?.values).toEqual([4, 5]);
});

test("a trial whose score is missing is told, and is not a number", async () => {
  const unscored: MadeTrial = { id: "b", status: "unscored", scores: [without("rubric", "unscored", true)] };
  const [found] = dimensionsOf(await read([points("a", 5, 5), unscored]));
  expect(found?.dimensions[0]).toMatchObject({
    observed: { mean: 5, cases: 1 },
    cases: 2,
    missing: 1,
    notApplicable: 0,
  });
});

test("a case that was given 0 for other questions says nothing about a dimension; one that broke off is the lowest", async () => {
  const other: MadeTrial = { id: "b", status: "failed", scores: [scoreOf("rubric", 0, { judged: true, checks: [] })] };
  const [asked] = dimensionsOf(await read([points("a", 5, 5), other]));
  expect(asked?.dimensions[0]).toMatchObject({ observed: { mean: 5 }, cases: 1, missing: 0, notApplicable: 1 });
  const broken = { id: "b", outcome: "agent-failed", scores: [without("rubric", "skipped", true)] } as const;
  const [left] = dimensionsOf(await read([points("a", 5, 5), { ...broken, scores: [...broken.scores] }]));
  expect(left?.dimensions[0]).toMatchObject({ observed: { mean: 3 }, cases: 2, notApplicable: 0 });
});

test("the metric as a whole has the figures that its run has, if cases were never played", async () => {
  const { result, summary } = await readBoth([points("a", 5, 5), points("b", 5, null)], { cases: 5, finished: false });
  const [found] = dimensionsOf(result);
  const [rubric] = summary.metrics;
  expect(rubric).toMatchObject({ observed: { mean: 0.75 }, atWorst: { mean: 0.3 }, cases: 5, missing: 3 });
  expect(found?.whole).toMatchObject({ cases: 5, missing: 3 });
  expect(found?.whole.observed?.mean).toBeCloseTo(1 + 4 * 0.75, 9);
  expect(found?.whole.observed?.hi).toBeCloseTo(1 + 4 * (rubric?.observed?.hi ?? 0), 9);
  expect(found?.dimensions).toMatchObject([
    { id: "brevity", cases: 5, missing: 3, notApplicable: 0 },
    { id: "tone", cases: 4, missing: 3, notApplicable: 1 },
  ]);
});

test("a run that was stopped early has intervals for its whole plan, which hold at every look", async () => {
  const trials = Array.from({ length: 40 }, (_, index) => points(`case-${index}`, index % 4 === 0 ? 3 : 5, 4));
  const early = { seed: 7, cases: 60, units: 60, largest: 1 };
  const { run, result: whole } = await readBoth(trials);
  const [planned] = suiteIn(run).header.variants;
  if (!planned) throw new Error("there is no variant");
  const { result, summary } = await readBoth(trials, { header: { variants: [{ ...planned, early }] } });
  const [found] = dimensionsOf(result);
  const [plain] = dimensionsOf(whole);
  const [rubric] = summary.metrics;
  expect(found?.whole.observed?.lo).toBeCloseTo(1 + 4 * (rubric?.observed?.lo ?? 0), 9);
  expect(found?.whole.observed?.hi).toBeCloseTo(1 + 4 * (rubric?.observed?.hi ?? 0), 9);
  expect(found?.dimensions[0]?.observed?.mean).toBe(plain?.dimensions[0]?.observed?.mean);
  expect(found?.dimensions[0]?.observed?.lo).not.toBe(plain?.dimensions[0]?.observed?.lo);
});

test("where every reply is scored, a dimension of a case is the mean over its replies", () => {
  const every = rubricScore({ "brevity.1": 5, "brevity.3": 3, "brevity.4": null }, { dimension: "brevity" });
  expect(dimensionsIn(every)).toEqual([{ id: "brevity", value: 0.75 }]);
});

test("runs that were scored before dimensions had names are read by their checks", () => {
  const older = rubricScore({ brevity: 5 });
  const checks = older.status === "scored" ? older.checks.map(({ dimension: _dimension, ...check }) => check) : [];
  expect(dimensionsIn({ ...older, checks } as Score)).toEqual([{ id: "brevity", value: 1 }]);
  expect(dimensionsIn(scoreOf("contains", 1, { checks }))).toEqual([]);
  expect(dimensionsIn(rubricScore({ brevity: 21 }))).toEqual([{ id: "brevity", value: undefined }]);
});

test("a history has a series for each dimension, with its scale", async () => {
  const [trend] = dimensionTrends([await read([points("a", 4, null)])], ["rubric"]);
  expect(trend?.series).toMatchObject([
    { measure: "rubric.brevity", scale: { min: 1, max: 5 }, points: [{ observed: { mean: 0.75 }, cases: 1 }] },
  ]);
});
