import { describe, expect, test } from "vitest";
import { caseOf, casesOf, metricOf, resultOf } from "../gate/results.test-helper.ts";
import { plainStyle } from "./style.ts";
import { type Trend, trendOf } from "./trend.ts";
import { trendPlot, trendText } from "./trend-text.ts";

/** A run with a metric m of this value on every case. */
function runOf(number: number, value: number, more: Parameters<typeof resultOf>[1] = {}, cases = 10) {
  return resultOf(
    casesOf(cases, () => ({ values: { m: value } })),
    { run: `run${number}`, createdAt: `2026-11-${String(number).padStart(2, "0")}T09:00:00.000Z`, ...more },
  );
}

const seriesOf = ([trend]: Trend[], measure: string) => trend?.series.find((one) => one.measure === measure);

describe("a history", () => {
  test("has a point for each run and measure, with its interval", () => {
    const mixed = resultOf([caseOf("a", true, { values: { m: 0.2 } }), caseOf("b", false, { values: { m: 0.4 } })]);
    const trends = trendOf([mixed]);
    const [point] = seriesOf(trends, "m")?.points ?? [];
    expect(point).toMatchObject({ run: "11111111", cases: 2, breakBefore: undefined });
    expect(point?.value).toBeCloseTo(0.3, 12);
    expect(point?.ci?.lo).toBe(0);
    const [rate] = seriesOf(trends, "pass rate")?.points ?? [];
    expect(rate?.value).toBe(0.5);
    expect(rate?.ci?.hi).toBeLessThan(1);
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
    expect(point?.ci).toEqual({ lo: 0, hi: 1 });
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
    expect(seriesOf(trends, "m")?.points[1]?.breakBefore).toBe("other cases: 2 new");
  });

  test("only: the measures that were asked for", () => {
    expect(trendOf([runOf(1, 0.5)], ["m"])[0]?.series.map(({ measure }) => measure)).toEqual(["m"]);
  });

  test("a measure that no run has a value of is left out", () => {
    const trends = trendOf([resultOf([caseOf("a", true)], { metrics: [metricOf("never")] })]);
    expect(trends[0]?.series.map(({ measure }) => measure)).toEqual(["pass rate"]);
  });
});

describe("in the terminal", () => {
  const [trend] = trendOf([runOf(1, 0.2), runOf(2, 0.5), runOf(3, 0.8), runOf(4, 1, {}, 12)]);
  if (!trend) throw new Error("no trend");

  test("a line for each measure, a bar for each run, and a mark where runs do not compare", () => {
    expect(trendText("coach", trend, plainStyle)).toBe(
      `
coach   4 runs, 2026-11-01 to 2026-11-04
  pass rate  1.00 ███┊█ 1.00 [0.76, 1.00]
  m          0.20 ▁▄▆┊█ 1.00 [0.76, 1.00]
  ┊ before run run4: other cases: 2 new`.slice(1),
    );
  });

  test("a break that concerns some measures names them", () => {
    const other = { metrics: [metricOf("m", { identities: ["x"], gating: false })] };
    const [broken] = trendOf([runOf(1, 0.5, { metrics: [metricOf("m", { gating: false })] }), runOf(2, 0.5, other)]);
    if (!broken) throw new Error("no trend");
    expect(trendText("coach", broken, plainStyle)).toContain("  ┊ m: before run run2: its options");
  });

  test("a hundredth up or down is no cliff", () => {
    const [flat] = trendOf([runOf(1, 0.5), runOf(2, 0.51)]);
    if (!flat) throw new Error("no trend");
    expect(trendText("coach", flat, plainStyle)).toContain("0.50 ▄▅ 0.51");
  });

  test("a plot: dots for means, lines for intervals, the scale at the side", () => {
    const point = (run: string, value: number, breakBefore?: string) => {
      return { run, createdAt: "", cases: 9, value, ci: { lo: value - 0.2, hi: value + 0.2 }, breakBefore };
    };
    const points = [point("r1", 0.3), point("r2", 0.5), point("r3", 0.7, "other cases")];
    expect(trendPlot({ measure: "m", points }, plainStyle)).toBe(
      `
  m
   0.90 ┤      ┊│
        │      ┊│
        │    │ ┊●
        │    │ ┊│
   0.50 ┤ │  ● ┊│
        │ │  │ ┊
        │ ●  │ ┊
        │ │    ┊
   0.10 ┤ │    ┊
        └─────────
         run r1 to run r3`.slice(1),
    );
  });
});
