import { describe, expect, test } from "vitest";
import { caseOf, casesOf, metricOf, resultOf, trialOf } from "../gate/results.test-helper.ts";
import { boundedMean } from "../stats/index.ts";
import { trendOf } from "./history.ts";

/** A run with a metric m of this value on every case. */
function runOf(number: number, value: number, more: Parameters<typeof resultOf>[1] = {}, cases = 10) {
  return resultOf(
    casesOf(cases, () => ({ values: { m: value } })),
    { run: `run${number}`, createdAt: `2026-11-${String(number).padStart(2, "0")}T09:00:00.000Z`, ...more },
  );
}

const seriesOf = ([trend]: ReturnType<typeof trendOf>, measure: string) =>
  trend?.series.find((one) => one.measure === measure);

describe("a history", () => {
  test("has a point for each run and measure, with its interval", () => {
    const mixed = resultOf([caseOf("a", true, { values: { m: 0.2 } }), caseOf("b", false, { values: { m: 0.4 } })]);
    const trends = trendOf([mixed]);
    const [point] = seriesOf(trends, "m")?.points ?? [];
    expect(point).toMatchObject({ run: "11111111", cases: 2, breakBefore: undefined });
    expect(point?.observed?.mean).toBeCloseTo(0.3, 12);
    expect(point?.observed?.lo).toBe(boundedMean([0.2, 0.4])?.lo);
    const [rate] = seriesOf(trends, "pass rate")?.points ?? [];
    expect(rate?.observed?.mean).toBe(0.5);
    expect(rate?.observed?.hi).toBeLessThan(1);
  });

  test("of each variant is its own", () => {
    const trends = trendOf([runOf(1, 0.5, { variant: { p: "1" } }), runOf(2, 0.6, { variant: { p: "2" } })]);
    expect(trends.map(({ variant, series }) => [variant.p, series[0]?.points.length])).toEqual([
      ["1", 1],
      ["2", 1],
    ]);
  });

  test("of clusters counts them as one", () => {
    const cases = casesOf(6, (index) => ({ cluster: index < 3 ? "x" : "y", values: { m: index < 3 ? 0 : 1 } }));
    const [point] = seriesOf(trendOf([resultOf(cases)]), "m")?.points ?? [];
    const { lo, hi } = boundedMean([0, 1]) ?? {};
    expect(point).toMatchObject({ cases: 6, observed: { mean: 0.5 } });
    expect(point?.observed?.lo).toBeCloseTo(lo ?? 2, 6);
    expect(point?.observed?.hi).toBeCloseTo(hi ?? 2, 6);
  });

  test("breaks where the metric was another, and only for that metric and what it decides", () => {
    const other = { metrics: [metricOf("m", { identities: ["other"], gating: false }), metricOf("n")] };
    const first = { metrics: [metricOf("m", { gating: false }), metricOf("n")] };
    const trends = trendOf([runOf(1, 0.5, first), runOf(2, 0.5, first), runOf(3, 0.5, other)]);
    const breaks = (measure: string) => seriesOf(trends, measure)?.points.map(({ breakBefore }) => breakBefore);
    expect(breaks("m")).toEqual([undefined, undefined, "its options, its threshold or its version have changed"]);
    expect(breaks("pass rate")).toEqual([undefined, undefined, undefined]);
  });

  test("breaks where the cases were others", () => {
    const trends = trendOf([runOf(1, 0.5), runOf(2, 0.5, {}, 12)]);
    expect(seriesOf(trends, "m")?.points[1]?.breakBefore).toBe("different cases: 2 new");
  });

  test("only: the measures that were asked for", () => {
    expect(trendOf([runOf(1, 0.5)], ["m"])[0]?.series.map(({ measure }) => measure)).toEqual(["m"]);
  });

  test("leaves out what is missing, and says how much that is", () => {
    const cases = [caseOf("a", true, { values: { m: 1 } }), caseOf("b", undefined)];
    expect(seriesOf(trendOf([resultOf(cases)]), "m")?.points[0]).toMatchObject({
      cases: 2,
      observed: { mean: 1, cases: 1 },
      missing: 1,
    });
  });

  test("a measure that applied to no case of any run is left out", () => {
    const skipped = caseOf("a", true, { trials: [trialOf("passed", { skipped: ["never"] })] });
    const trends = trendOf([resultOf([skipped], { metrics: [metricOf("never")] })]);
    expect(trends[0]?.series.map(({ measure }) => measure)).toEqual(["pass rate"]);
  });
});
