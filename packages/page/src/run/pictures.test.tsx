import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { HeatMap, moved } from "./heat-map.tsx";
import { layoutFor, pathsOf } from "./heat-paths.ts";
import { barsOf, MetricPlot } from "./metric-plot.tsx";
import type { CaseRow } from "./use-rows.ts";

const plot = (...measures: Parameters<typeof MetricPlot>[0]["measures"][number][]) =>
  renderToStaticMarkup(<MetricPlot name="toolUse" measures={measures} />);
const none = { mean: undefined, lo: undefined, hi: undefined };

describe("the plot of a metric", () => {
  test("has the mean as a dot, the interval as a line, and the threshold", () => {
    const drawn = plot({ mean: 0.5, lo: 0.25, hi: 0.75, threshold: 1 });
    expect(drawn).toContain('<circle cx="150" cy="10" r="4.5"></circle>');
    expect(drawn).toContain('<line class="range" x1="78" x2="222"');
    expect(drawn).toContain('<line class="threshold" x1="294" x2="294"');
    expect(drawn).toContain('aria-label="toolUse: 0.50"');
  });

  test("has a row for each variant, one below the other", () => {
    const drawn = plot({ ...none, mean: 0 }, { ...none, mean: 1 });
    expect(drawn).toContain('viewBox="0 0 300 40"');
    expect([...drawn.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [x, y])).toEqual([
      ["6", "10"],
      ["294", "30"],
    ]);
  });

  test("has no line where the interval is unknown, and nothing where there is no value", () => {
    expect(plot({ ...none, mean: 0.5 })).not.toContain('class="range"');
    expect(plot(none)).not.toContain("<circle");
    expect(plot(none)).toContain("no value");
  });

  test("shows a single case among thousands", () => {
    const bins = new Array<number>(21).fill(0).with(5, 1).with(20, 5_000);
    const heights = [...barsOf(bins, 19).matchAll(/v-([\d.]+)h/g)].map(([, height]) => Number(height));
    expect(heights).toEqual([1.5, 16]);
  });
});

const row = (id: string, value: number | null, mark: string): CaseRow => {
  const trial = { variant: 0, repeat: 1, position: 0, status: "passed" as const, values: [value], marks: mark };
  return { id, tags: [], status: "passed", trials: [trial], spent: [] };
};

describe("the heat map", () => {
  test("has a shade for each part of the scale, marks what misses its threshold, and few elements", () => {
    const rows = [
      ...[0, 0.2, 0.4, 0.6].map((value) => row("x", value, "m")),
      ...[0.8, 1].map((value) => row("x", value, "p")),
      ...["s", "e", "-"].map((mark) => row("x", null, mark)),
    ];
    const drawn = pathsOf(rows, 1, { variant: 0, layout: { left: 100, cell: 16 } });
    const squares = drawn.map(([kind, path]) => [kind, path.split("M").length - 1]);
    expect(squares).toEqual([
      ...["h0", "h1", "h2", "h3", "h4", "h5", "skipped", "errored"].map((kind) => [kind, 1]),
      ["miss", 4],
    ]);
  });

  test("has larger cells where there are few cases, and bands where there are many", () => {
    expect(layoutFor(1, 1_100).cell).toBe(16);
    const { cell, perBand } = layoutFor(1_000, 1_100);
    expect([cell, perBand]).toEqual([10, 95]);
    const rows = Array.from({ length: 200 }, (_, index) => row(`case-${index}`, 1, "p"));
    const drawn = renderToStaticMarkup(<HeatMap rows={rows} metrics={["m"]} variant={0} title="" href={() => "#/"} />);
    expect(drawn.match(/<svg/g)).toHaveLength(3);
    expect(drawn.match(/<path/g)).toHaveLength(3);
    expect(drawn).toContain('tabindex="0"');
  });

  test("is gone over by the arrow keys, from band to band, and never left by them", () => {
    const size = { rows: 5, metrics: 2, perBand: 3 };
    expect(moved(undefined, "ArrowRight", size)).toEqual({ metric: 0, index: 1 });
    expect(moved({ metric: 0, index: 4 }, "ArrowRight", size)).toEqual({ metric: 0, index: 4 });
    expect(moved({ metric: 0, index: 0 }, "ArrowLeft", size)).toEqual({ metric: 0, index: 0 });
    expect(moved({ metric: 1, index: 1 }, "ArrowDown", size)).toEqual({ metric: 0, index: 4 });
    expect(moved({ metric: 1, index: 2 }, "ArrowDown", size)).toEqual({ metric: 1, index: 2 });
    expect(moved({ metric: 0, index: 4 }, "ArrowUp", size)).toEqual({ metric: 1, index: 1 });
    expect(moved({ metric: 0, index: 4 }, "Home", size)).toEqual({ metric: 0, index: 0 });
    expect(moved({ metric: 0, index: 0 }, "x", size)).toBeUndefined();
  });
});
