import { describe, expect, test } from "vitest";
import { metricPlot, type Plotted } from "./metric-plot.ts";

const estimate = (more: Partial<Plotted>): Plotted => ({
  name: "toolUse",
  cases: 0,
  trials: 0,
  missing: 0,
  seen: 0,
  binary: false,
  values: [],
  mean: undefined,
  lo: undefined,
  hi: undefined,
  missed: 0,
  threshold: undefined,
  ...more,
});
const plot = (...estimates: Plotted[]) => String(metricPlot("toolUse", estimates));

describe("the plot of a metric", () => {
  test("has the mean as a dot, the interval as a line, and the threshold", () => {
    const drawn = plot(estimate({ values: [0.5, 0.5], mean: 0.5, lo: 0.25, hi: 0.75, threshold: 1 }));
    expect(drawn).toContain('<circle cx="150" cy="10" r="4.5"/>');
    expect(drawn).toContain('<line class="range" x1="78" x2="222"');
    expect(drawn).toContain('<line class="threshold" x1="294" x2="294"');
    expect(drawn).toContain('aria-label="toolUse: 0.50"');
  });

  test("has a row for each variant, one below the other", () => {
    const drawn = plot(estimate({ mean: 0, values: [0] }), estimate({ mean: 1, values: [1] }));
    expect(drawn).toContain('viewBox="0 0 300 40"');
    expect([...drawn.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [x, y])).toEqual([
      ["6", "10"],
      ["294", "30"],
    ]);
  });

  test("has no line where the interval is unknown, and nothing where there is no value", () => {
    expect(plot(estimate({ mean: 0.5, values: [0.5] }))).not.toContain('class="range"');
    expect(plot(estimate({}))).not.toContain("<circle");
    expect(plot(estimate({}))).toContain("no value");
  });

  test("shows a single case among thousands", () => {
    const values = [0.25, ...new Array<number>(5_000).fill(1)];
    const [, path = ""] = /class="shape" d="([^"]+)"/.exec(plot(estimate({ mean: 1, values }))) ?? [];
    const heights = [...path.matchAll(/v-([\d.]+)h/g)].map(([, height]) => Number(height));
    expect(heights).toEqual([1.5, 16]);
  });
});
