import { cellsOf, cutMiddle, plural, safeLine } from "../base/index.ts";
import type { trendOf } from "../results/index.ts";
import { onScale, showVariant } from "../shape/index.ts";
import { inColumns } from "./columns.ts";
import { showOnScale } from "./dimensions-text.ts";
import { showMeasure, showRate, showValue, unknown } from "./figures.ts";
import type { Style } from "./style.ts";

type Trend = ReturnType<typeof trendOf>[number];
type TrendSeries = Trend["series"][number];
type TrendPoint = TrendSeries["points"][number];

const longestName = 34;
const bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;
/** Narrower ranges are widened to this, so that a change by a hundredth does not look like a cliff. */
const leastRange = 0.2;

/** The history of a suite in the terminal: a line for each measure, a bar for each run, `┊` where runs do not compare. */
export function trendText(suite: string, { variant, series }: Trend, style: Style): string {
  const points = series[0]?.points ?? [];
  const name = Math.max(9, ...series.map(({ measure }) => Math.min(cellsOf(measure), longestName)));
  // Beside the bars: the indent, the name, the first value, and blanks.
  const most = (style.columns ?? Number.POSITIVE_INFINITY) - name - 12;
  const choice = showVariant(variant);
  const head = `${style.bold(safeLine(suite, 60))}${choice ? ` · ${safeLine(choice, 60)}` : ""}   ${plural(points.length, "run")}${period(points)}`;
  return [
    head,
    ...inColumns(
      series.map((one) => {
        const bars = spark(one);
        const drawn = bars.length > most ? `…${bars.slice(1 - most)}` : bars;
        return [cutMiddle(safeLine(one.measure, 200), longestName), `${firstValue(one)} ${drawn} ${lastValue(one)}`];
      }),
      { align: ["left", "left"], least: [9], columns: style.columns },
    ),
    ...breakLines(series, style),
  ].join("\n");
}

function period(points: readonly TrendPoint[]): string {
  const [first, last] = [points[0]?.createdAt.slice(0, 10), points.at(-1)?.createdAt.slice(0, 10)];
  return first === undefined || last === undefined ? "" : first === last ? `, ${first}` : `, ${first} to ${last}`;
}

function firstValue({ points, scale }: TrendSeries): string {
  const value = points.find(({ observed }) => observed)?.observed?.mean;
  return value === undefined ? unknown : scale ? showValue(onScale(value, scale)) : showRate(value);
}

/** The last value; for a dimension on its own scale: "4.40 of 5 [3.90, 4.71]". */
function lastValue({ points, scale }: TrendSeries): string {
  const last = points.findLast(({ observed }) => observed);
  if (!last?.observed || !scale) return last ? showMeasure(last) : unknown;
  const { mean, lo, hi } = last.observed;
  const on = (value: number) => onScale(value, scale);
  return showOnScale({ ...last, observed: { ...last.observed, mean: on(mean), lo: on(lo), hi: on(hi) } }, scale.max);
}

function spark({ points }: TrendSeries): string {
  const { lo, hi } = rangeOf(points.flatMap(({ observed }) => observed?.mean ?? []));
  return points
    .map(({ observed, breakBefore }) => {
      const step = observed && Math.round(((observed.mean - lo) / (hi - lo)) * (bars.length - 1));
      return `${breakBefore === undefined ? "" : "┊"}${step === undefined ? " " : (bars[step] ?? " ")}`;
    })
    .join("");
}

/** The range of values, widened evenly and kept within [0, 1]. */
function rangeOf(values: readonly number[]): { lo: number; hi: number } {
  const [low, high] = [Math.min(...values, 1), Math.max(...values, 0)];
  const missing = Math.max(0, leastRange - (high - low));
  const lo = Math.max(0, Math.min(low - missing / 2, 1 - leastRange));
  return { lo, hi: Math.min(1, Math.max(high + missing / 2, lo + leastRange)) };
}

/** Each break once, with the measures it concerns if it does not concern all. */
function breakLines(series: readonly TrendSeries[], style: Style): string[] {
  const found = new Map<string, string[]>();
  for (const { measure, points } of series) {
    for (const { run, breakBefore } of points) {
      if (breakBefore === undefined) continue;
      const key = `before run ${run}: ${safeLine(breakBefore, 160)}`;
      found.set(key, [...(found.get(key) ?? []), measure]);
    }
  }
  return [...found].map(([key, measures]) => {
    const which =
      measures.length === series.length ? "" : `${measures.map((name) => safeLine(name, longestName)).join(", ")}: `;
    return style.dim(`  ┊ ${which}${key}`);
  });
}

const rows = 9;
const columnWidth = 3;

/** One measure as a plot: a dot for each run, a line for its 95 % interval, `┊` where runs do not compare. */
export function trendPlot({ measure, points: all }: TrendSeries, style: Style): string {
  const most = Math.max(1, Math.floor(((style.columns ?? Number.POSITIVE_INFINITY) - 10) / columnWidth));
  const points = all.slice(-most);
  const { lo, hi } = rangeOf(points.flatMap(({ observed: seen }) => (seen ? [seen.mean, seen.lo, seen.hi] : [])));
  const rowOf = (value: number) => Math.round(((hi - value) / (hi - lo)) * (rows - 1));
  const lines = Array.from({ length: rows }, (_, row) => {
    const label = row % 4 === 0 ? showValue(hi - ((hi - lo) * row) / (rows - 1)) : "";
    const cells = points.map((point) => cell(point, row, rowOf)).join("");
    return `  ${label.padStart(5)} ${row % 4 === 0 ? "┤" : "│"}${cells}`.trimEnd();
  });
  const axis = `        └${"─".repeat(points.length * columnWidth)}`;
  const [first, last] = [points[0], points.at(-1)];
  const left = all.length > points.length ? `; ${plural(all.length - points.length, "earlier run")} not drawn` : "";
  const ends = first && last ? [style.dim(`         run ${first.run} to run ${last.run}${left}`)] : [];
  return [`  ${style.bold(safeLine(measure, 60))}`, ...lines, axis, ...ends].join("\n");
}

function cell({ observed, breakBefore }: TrendPoint, row: number, rowOf: (value: number) => number): string {
  const gap = breakBefore === undefined ? " " : "┊";
  if (!observed) return `${gap}  `;
  if (rowOf(observed.mean) === row) return `${gap}● `;
  const within = row >= rowOf(observed.hi) && row <= rowOf(observed.lo);
  return `${gap}${within ? "│" : " "} `;
}
