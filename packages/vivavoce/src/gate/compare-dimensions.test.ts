import { describe, expect, test } from "vitest";
import type { TrialValues, VariantResult } from "../shape/index.ts";
import { byDimension } from "./compare-dimensions.ts";
import { after, caseOf, compared, metricOf, resultOf, trialOf } from "./results.test-helper.ts";

const scale = { min: 1, max: 5, passesAt: 3.5 };
const dimensions = ["brevity", "tone"].map((id) => ({ metric: "rubric", id, ...scale }));
const used = { dimensions, metrics: [metricOf("rubric")] };
type Given = Record<string, number | null> | Partial<TrialValues>;

/** A case whose rubric gave these values, or whose trial is made up. */
function rated(id: string, given: Given) {
  const isTrial = "status" in given || "skipped" in given || "values" in given;
  const own = given as Record<string, number | null>;
  const more = isTrial ? (given as Partial<TrialValues>) : { values: { rubric: 0.5 }, dimensions: { rubric: own } };
  return caseOf(id, true, { trials: [trialOf("passed", more)] });
}

const of = (make: typeof resultOf, all: readonly Given[], more: Partial<VariantResult> = {}) =>
  make(
    all.map((given, index) => rated(`case-${index}`, given)),
    { ...used, ...more },
  );
const dimensionsIn = (before: readonly Given[], later: readonly Given[], more: Partial<VariantResult> = {}) =>
  compared(of(resultOf, before, more), of(after, later, more), { primary: "rubric" }).dimensions;

describe("two results by dimension", () => {
  test("are told on the metric's own scale, paired by case", () => {
    const [brevity, tone] = dimensionsIn(
      Array(20).fill({ brevity: 0.25, tone: 0.5 }),
      Array(20).fill({ brevity: 0.75, tone: 0.5 }),
    );
    expect(brevity).toMatchObject({ metric: "rubric", id: "brevity", min: 1, max: 5, inBoth: 20, change: "better" });
    expect(brevity?.means).toMatchObject({ before: { observed: { mean: 2 } }, after: { observed: { mean: 4 } } });
    expect(brevity?.difference).toBeCloseTo(2, 9);
    expect(brevity?.lo).toBeGreaterThan(0);
    expect(brevity?.hi).toBeLessThanOrEqual(4);
    expect(tone).toMatchObject({ difference: 0, change: "same" });
  });

  test("a change that a few cases cannot show may be noise", () => {
    const [brevity] = dimensionsIn(Array(3).fill({ brevity: 0.25 }), Array(3).fill({ brevity: 0.75 }));
    expect(brevity).toMatchObject({ change: "noise" });
    expect(brevity?.lo).toBeLessThan(0);
  });

  test("have the bounds that hold at every look, if a run was decided while it was played", () => {
    const given = { before: Array(10).fill({ brevity: 0.25 }), after: Array(10).fill({ brevity: 0.75 }) };
    const early = { cases: 300, largest: 1 };
    const [plain] = dimensionsIn(given.before, given.after);
    const [looked] = dimensionsIn(given.before, given.after, { early });
    expect(plain?.change).toBe("better");
    expect(looked?.lo).toBeLessThan(plain?.lo ?? 0);
    expect(looked?.change).toBe("noise");
  });

  test("where nothing was sampled every difference is real", () => {
    const byHand = (brevity: number) => ({
      values: { rubric: 0.5 },
      dimensions: { rubric: { brevity } },
      answers: { origin: "hand-written" as const },
    });
    const [brevity] = dimensionsIn([byHand(0.75)], [byHand(0.5)], { tried: { plays: 60, differed: [] } });
    expect(brevity).toMatchObject({ change: "worse", difference: -1 });
  });

  test("what does not apply on one side is left out on both, and counts against nobody", () => {
    const [brevity, tone] = dimensionsIn(
      [...Array(10).fill({ brevity: 0.5, tone: 0.5 }), { brevity: 0.5, tone: null }],
      [...Array(10).fill({ brevity: 0.5, tone: 0.75 }), { brevity: 0.5, tone: 1 }],
    );
    expect(brevity).toMatchObject({ inBoth: 11, notApplicable: 0 });
    expect(tone).toMatchObject({ inBoth: 10, notApplicable: 1, difference: 1 });
    expect(tone?.means).toMatchObject({ before: { cases: 10, missing: 0 }, after: { cases: 11, missing: 0 } });
  });

  test("a trial without a score is missing, and makes nothing worse", () => {
    const [brevity] = dimensionsIn([{ brevity: 0.5 }, { brevity: 0.5 }], [{ brevity: 0.5 }, { status: "unscored" }]);
    expect(brevity).toMatchObject({ inBoth: 1, difference: 0, change: "same" });
    expect(brevity?.means).toMatchObject({ before: { missing: 0 }, after: { missing: 1, observed: { mean: 3 } } });
    const [unseen] = dimensionsIn([{ brevity: 0.5 }, { status: "unscored" }], [{ status: "unscored" }, { brevity: 0 }]);
    expect(unseen).toMatchObject({ inBoth: 0, difference: undefined, change: "unknown" });
  });

  test("a dimension that only one of them has, or another rubric, is not compared", () => {
    const onlyTone = { dimensions: dimensions.slice(1) };
    const before = of(resultOf, [{ tone: 1 }], onlyTone);
    const later = of(after, [{ brevity: 1, tone: 1 }]);
    expect(compared(before, later, { primary: "rubric" }).dimensions.map(({ id }) => id)).toEqual(["tone"]);
    const scoredBy = (identity: string) => ({
      metrics: [metricOf("rubric", { identities: [identity], gating: false })],
    });
    const [one, other] = [of(resultOf, [{ tone: 1 }], scoredBy("i")), of(after, [{ tone: 1 }], scoredBy("j"))];
    expect(compared(one, other).dimensions).toEqual([]);
  });
});

describe("a result by dimension", () => {
  const trialOfOne = (given: Given) => byDimension(of(resultOf, [given]), "rubric").cases[0]?.trials[0];

  test("has the dimensions as its metrics", () => {
    const result = byDimension(of(resultOf, [{ brevity: 1, tone: null }]), "rubric");
    expect(result.metrics.map(({ name, gating }) => [name, gating])).toEqual([
      ["brevity", false],
      ["tone", false],
    ]);
    expect(result.cases[0]?.trials[0]).toMatchObject({ values: { brevity: 1 }, skipped: ["tone"] });
  });

  test("does not apply where the metric does not", () => {
    expect(trialOfOne({ skipped: ["rubric"] })).toMatchObject({ values: {}, skipped: ["brevity", "tone"] });
  });

  test("is worth nothing where the agent broke the conversation off, as the metric is", () => {
    expect(trialOfOne({ values: { rubric: 0 } })).toMatchObject({ values: { brevity: 0, tone: 0 } });
  });

  test("has nothing where the metric has no score", () => {
    expect(trialOfOne({ status: "unscored" })).toEqual({ repeat: 1, status: "unscored", values: {} });
  });
});
