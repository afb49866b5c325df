import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mean } from "./mean.ts";
import { ppi } from "./ppi.ts";

const fourTimes = (values: number[]) => Array.from({ length: 4 }, () => values).flat();
const labels = fourTimes([0.9, 0.4, 0.7, 0.2, 0.8, 0.6]);
const judged = fourTimes([0.8, 0.5, 0.9, 0.3, 0.6, 0.7]);
const unlabelled = [0.7, 0.6, 0.9, 0.8, 0.5, 0.4, 0.95, 0.3, 0.75];

describe("ppi", () => {
  test("graded scores agree with numpy", () => {
    const { lambda, estimate, se, ci } = ppi({ labels, judged, unlabelled });
    expect(lambda).toBeCloseTo(0.2617289560377143, 12);
    expect(estimate).toBeCloseTo(0.6058161990230604, 12);
    expect(se).toBeCloseTo(0.04566275372121766, 12);
    expect(ci?.lo).toBeCloseTo(0.6058161990230604 - 1.959963984540054 * 0.04566275372121766, 12);
    expect(ci?.hi).toBeCloseTo(0.6058161990230604 + 1.959963984540054 * 0.04566275372121766, 12);
  });

  test("a judge that contradicts people is not used", () => {
    const against = ppi({ labels, judged: labels.map((label) => 1 - label), unlabelled });
    expect(against.lambda).toBe(0);
    expect(against.estimate).toBe(mean(labels).mean);
    expect(against.se).toBeCloseTo(mean(labels).se ?? Number.NaN, 12);
  });

  test("lambda is at most 1", () => {
    expect(ppi({ labels: labels.map((label) => 100 * label), judged, unlabelled }).lambda).toBe(1);
  });

  test("a judge whose scores never vary, or no unlabelled cases: the labels alone", () => {
    const alone = { estimate: mean(labels).mean, lambda: 0 };
    expect(ppi({ labels, judged: labels.map(() => 1), unlabelled: [1, 1] })).toMatchObject(alone);
    expect(ppi({ labels, judged, unlabelled: [] })).toMatchObject(alone);
    expect(ppi({ labels, judged, unlabelled: [] }).se).toBeCloseTo(mean(labels).se ?? Number.NaN, 12);
  });

  test("lambda stays in 0 to 1 and the interval contains the estimate", () => {
    const score = fc.integer({ min: 0, max: 10 });
    const rated = fc.array(fc.tuple(score, score), { minLength: 20, maxLength: 30 });
    fc.assert(
      fc.property(rated, fc.array(score, { minLength: 2, maxLength: 40 }), (both, rest) => {
        const result = ppi({ labels: both.map(([y]) => y), judged: both.map(([, f]) => f), unlabelled: rest });
        expect(result.lambda).toBeGreaterThanOrEqual(0);
        expect(result.lambda).toBeLessThanOrEqual(1);
        expect(result.ci?.lo ?? result.estimate).toBeLessThanOrEqual(result.estimate);
        expect(result.ci?.hi ?? result.estimate).toBeGreaterThanOrEqual(result.estimate);
      }),
    );
  });

  test("fewer than 20 labels are refused, with their number", () => {
    for (const n of [0, 1, 19]) {
      const few = { labels: labels.slice(0, n), judged: judged.slice(0, n), unlabelled };
      expect(() => ppi(few)).toThrow(`ppi: labels has ${n} values: pass at least 20`);
    }
  });

  test("labels that hardly differ have no interval: its width would be far too small", () => {
    const passes = (fails: number) => Array.from({ length: 40 }, (_, index) => (index < fails ? 0 : 1));
    for (const fails of [0, 1, 4, 36, 40]) {
      const few = ppi({ labels: passes(fails), judged: passes(fails), unlabelled: passes(10) });
      expect(few).toMatchObject({ se: undefined, ci: undefined });
    }
    expect(ppi({ labels: passes(5), judged: passes(5), unlabelled: passes(10) }).ci).toBeDefined();
  });

  test("one unlabelled case has an estimate but no standard error", () => {
    const { estimate, se } = ppi({ labels, judged, unlabelled: [0.5] });
    expect(estimate).toBeDefined();
    expect(se).toBeUndefined();
  });

  test("labels and judged scores go in pairs", () => {
    expect(() => ppi({ labels: [1, 0], judged: [1], unlabelled })).toThrow(
      new RangeError("ppi: labels and judged have 2 and 1 values: pass one of each per case, in one order"),
    );
    expect(() => ppi({ labels, judged, unlabelled: [Number.NaN] })).toThrow("ppi: unlabelled[0] is NaN");
  });
});
