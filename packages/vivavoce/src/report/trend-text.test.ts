import { describe, expect, test } from "vitest";
import { casesOf, metricOf, resultOf } from "../gate/results.test-helper.ts";
import { trendOf } from "../results/index.ts";
import { plainStyle } from "./style.ts";
import { trendPlot, trendText } from "./trend-text.ts";

/** The history of runs with a metric m of these values, each on so many cases. */
function trendFor(...runs: { value: number; cases?: number; identity?: string }[]) {
  const results = runs.map(({ value, cases = 10, identity = "same" }, index) =>
    resultOf(
      casesOf(cases, () => ({ values: { m: value } })),
      {
        run: `run${index + 1}`,
        createdAt: `2026-11-0${index + 1}T09:00:00.000Z`,
        metrics: [metricOf("m", { gating: false, identities: [identity] })],
      },
    ),
  );
  const [trend] = trendOf(results);
  if (!trend) throw new Error("there is no trend");
  return trend;
}

describe("a history in the terminal", () => {
  test("a line for each measure, a bar for each run, and a mark where runs do not compare", () => {
    const trend = trendFor({ value: 0.2 }, { value: 0.5 }, { value: 0.8 }, { value: 1, cases: 12 });
    expect(trendText("coach", trend, plainStyle)).toBe(
      `
coach   4 runs, 2026-11-01 to 2026-11-04
  pass rate  1.00 ███┊█ 1.00 [0.73, 1.00]
  m          0.20 ▁▄▆┊█ 1.00 [0.73, 1.00]
  ┊ before run run4: different cases: 2 new`.slice(1),
    );
  });

  test("a break that concerns some measures names them", () => {
    const text = trendText("coach", trendFor({ value: 0.5 }, { value: 0.5, identity: "other" }), plainStyle);
    expect(text).toContain("  ┊ m: before run run2: its options");
  });

  test("a hundredth up or down is not drawn as a cliff", () => {
    expect(trendText("coach", trendFor({ value: 0.5 }, { value: 0.51 }), plainStyle)).toContain("0.50 ▄▅ 0.51");
  });

  test("a narrow terminal gets the newest runs, and is told how many were left out", () => {
    const trend = trendFor(...Array.from({ length: 9 }, (_, index) => ({ value: index / 10 })));
    const style = { ...plainStyle, columns: 26 };
    expect(trendText("coach", trend, style)).toContain("…");
    const [series] = trend.series;
    if (!series) throw new Error("there is no series");
    const plot = trendPlot(series, style);
    expect(plot).toContain("run run5 to run run9; 4 earlier runs not drawn");
  });

  test("a plot: dots for means, lines for intervals, the scale at the side", () => {
    const point = (run: string, mean: number, breakBefore?: string) => {
      const observed = { mean, lo: mean - 0.2, hi: mean + 0.2, cases: 9 };
      return { run, createdAt: "", cases: 9, observed, missing: 0, pending: 0, breakBefore };
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
