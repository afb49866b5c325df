import { cellsOf, cutEnd, cutMiddle, plural, safeLine } from "../base/index.ts";
import {
  type Decision,
  dimensionsIn,
  type MetricSummary,
  onScale,
  type Score,
  type StoredRun,
  type StoredSuite,
  scaleOf,
} from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { type ColumnCell, inColumns, wrapped } from "./columns.ts";
import { scoreText, type TrialRow, trialRows } from "./failure-lines.ts";
import { showCount, showValue, unknown } from "./figures.ts";
import { statusMarks } from "./status-marks.ts";
import { type Style, showVerdict } from "./style.ts";
import { suiteView, type VariantView } from "./views/runs-view.ts";

type SuiteView = Awaited<ReturnType<typeof suiteView>>;

interface SuiteTextSettings {
  style: Style;
  /** The command that shows the rest: "npx viva show 7f3a". */
  showCommand: string;
  /** Show every trial, and every failure in full. */
  verbose: boolean;
  /** How many trials of a variant the table shows, unless all are wanted. */
  most?: number;
  decision?: Decision | undefined;
}

/** A suite of a stored run as the terminal shows it: its sums, and as many trials as are wanted, failures first. */
export async function suiteText(store: Store, run: StoredRun, suite: StoredSuite, settings: SuiteTextSettings) {
  const { verbose, most = 20 } = settings;
  const limit = verbose ? Number.POSITIVE_INFINITY : most;
  const shown = await suiteView(store, run, suite);
  const variants = [];
  for (const variant of shown.variants) {
    const { failed, errored, unscored } = variant.tally;
    const passed = limit - Math.min(limit, failed + errored + unscored);
    const rows = await trialRows(store, run.id, suite, { variant: variant.variant, notPassed: limit, passed });
    variants.push({ variant, rows });
  }
  return { text: suiteReport(shown, variants, settings), variants };
}

/** A variant's sums, and the trials that the table shows. */
interface ShownVariant {
  variant: VariantView;
  rows: readonly TrialRow[];
}

/** A suite's results as a terminal shows them: failures first with their reasons, then the rest, then the sums. */
export function suiteReport(
  suite: Pick<SuiteView, "name" | "isRepeated" | "judges">,
  variants: readonly ShownVariant[],
  settings: SuiteTextSettings,
): string {
  const { decision, style } = settings;
  const { columns = Number.POSITIVE_INFINITY } = style;
  const below =
    suite.judges === undefined ? [] : wrapped(suite.judges, "  ", { ...style, columns }, "    ").map(style.dim);
  // The verdict is the suite's: with several variants it is printed below all of them.
  const [only, second] = variants;
  if (only && !second) return [variantReport(suite, only, settings), ...below].join("\n");
  const parts = variants.map((variant) => variantReport(suite, variant, { ...settings, decision: undefined }));
  const verdict = decision ? [`${style.bold(suite.name)}   ${showVerdict(decision, style)}`] : [];
  return [...parts, [...verdict, ...below].join("\n")].filter((part) => part !== "").join("\n\n");
}

function variantReport(
  suite: Pick<SuiteView, "name" | "isRepeated">,
  { variant, rows: shown }: ShownVariant,
  settings: SuiteTextSettings,
) {
  const { style, verbose } = settings;
  const names = shown.map((row) => rowName(row, suite));
  const { metrics, left: hidden } = fittingMetrics(variant.metrics, shown, names, style);
  const rows = [
    ["", ...metrics.map((metric) => columnName(metric, style))],
    ...shown.map((row, index) => [names[index] ?? "", ...metrics.map((metric) => cellOf(row, metric, style))]),
  ];
  const columns = style.columns === undefined ? undefined : style.columns - 4;
  const least = [leastNames, ...metrics.map(() => leastFigures)];
  const [head = "", ...table] = inColumns(rows, { indent: "", least, columns });
  const lines = [style.dim(`    ${head}`)];
  for (const [index, row] of shown.entries()) {
    lines.push(...titled(`  ${markOf(row, style)} ${table[index]}`, row, cellsOf(head) + 4, style));
    if (verbose && hidden.length > 0) lines.push(style.dim(`        ${figuresOf(row, hidden)}`));
    if (verbose) lines.push(...dimensionLines(row, style));
    if (row.status === "passed" || row.status === "skipped") continue;
    if (verbose) lines.push(...row.stack.map((line) => style.dim(`        at ${line}`)));
    lines.push(...reasons(row, verbose ? Number.POSITIVE_INFINITY : 6, style));
  }
  if (hidden.length > 0 && !verbose)
    lines.push(style.dim(`  ${plural(hidden.length, "more metric")}: --verbose or a wider terminal`));
  const { planned, pending } = variant.tally;
  const left = planned - pending - shown.length;
  if (left > 0) lines.push(style.dim(`  … ${showCount(left)} more: ${settings.showCommand}`));
  if (variant.metrics.some((metric) => metric.judged))
    lines.push(style.dim("  ° scored by a judge; the others by code"));
  if (metrics.some((metric) => !metric.gating)) lines.push(style.dim("  (in brackets) reported, decides nothing"));
  return [...lines, "", ...sums(suite.name, variant, settings)].join("\n");
}

const leastNames = 12;
const leastFigures = 6;

/** The metrics whose columns fit the terminal: those that a shown trial missed first, all in their own order. */
function fittingMetrics(
  metrics: readonly MetricSummary[],
  rows: readonly TrialRow[],
  names: readonly string[],
  style: Style,
): { metrics: readonly MetricSummary[]; left: readonly MetricSummary[] } {
  const { columns = Number.POSITIVE_INFINITY } = style;
  const widest = names.reduce((most, name) => Math.max(most, cellsOf(name)), leastNames);
  let room = columns - 4 - Math.min(widest, Math.max(20, Math.floor(columns * 0.3)));
  const missed = (name: string) =>
    rows.some(({ scores }) => scores.some((score) => score.metric === name && !isMet(score)));
  const rank = ({ name, gating }: MetricSummary) => (missed(name) ? 0 : 2) + (gating ? 0 : 1);
  const fitting = new Set(
    metrics
      .toSorted((a, b) => rank(a) - rank(b))
      .filter((metric) => {
        room -= Math.max(leastFigures, cellsOf(columnName(metric, style))) + 2;
        return room >= 0;
      }),
  );
  return { metrics: metrics.filter((one) => fitting.has(one)), left: metrics.filter((one) => !fitting.has(one)) };
}

function isMet(score: Score): boolean {
  return score.status === "skipped" || (score.status === "scored" && score.passed);
}

/** "relevancy 0.83 · safety ✓", for the metrics that have no column. */
function figuresOf({ scores }: TrialRow, metrics: readonly MetricSummary[]): string {
  const markOn = (metric: MetricSummary) =>
    scoreMark(
      scores.find((score) => score.metric === metric.name),
      metric,
    );
  return metrics.map((metric) => `${safeLine(metric.name)} ${markOn(metric)}`).join(" · ");
}

function columnName({ name, judged, gating }: MetricSummary, { columns = 200 }: Style): string {
  const title = `${columns < 100 ? cutMiddle(safeLine(name), longestMetric) : safeLine(name)}${judged ? "°" : ""}`;
  return gating ? title : `(${title})`;
}

const longestName = 40;
/** On a narrow terminal names are cut, so that more metrics fit. */
const longestMetric = 16;

/** The case and its repeat: a long id is cut, the repeat is not. */
function rowName({ caseId, repeat }: TrialRow, { isRepeated }: Pick<SuiteView, "isRepeated">): string {
  const suffix = isRepeated ? ` #${repeat}` : "";
  return cutMiddle(safeLine(caseId, 1_000), longestName - suffix.length) + suffix;
}

function markOf({ status }: TrialRow, style: Style): string {
  const paint = status === "passed" ? style.good : status === "failed" ? style.bad : style.warn;
  return paint(statusMarks[status ?? "pending"]);
}

function cellOf(row: TrialRow, metric: MetricSummary, style: Style): ColumnCell {
  const score = row.scores.find((candidate) => candidate.metric === metric.name);
  const text = scoreMark(score, metric);
  if (score?.status !== "scored") return { text, paint: style.dim };
  return score.passed ? text : { text, paint: metric.gating ? style.bad : style.warn };
}

/** A row of the table with the case's title, if that says more than its id. */
function titled(line: string, row: TrialRow, width: number, style: Style): string[] {
  if (row.title === row.caseId) return [line];
  const { columns = Number.POSITIVE_INFINITY } = style;
  const titleIn = (room: number) => cutEnd(safeLine(row.title), Math.min(longestTitle, room));
  const room = columns - width - titleGap.length;
  // Where the columns fill the terminal, the title has a line of its own.
  if (room < leastTitle) return [line, style.dim(`      ${titleIn(columns - 6)}`)];
  return [line + style.dim(`${titleGap}${titleIn(room)}`)];
}

const titleGap = "   ";
const longestTitle = 72;
const leastTitle = 24;

/** "rubric  4.85 of 5, at least 3.5: brevity 5 · paraphrasing – · …", for each metric with a scale of its own. */
function dimensionLines({ scores }: TrialRow, style: Style): string[] {
  return scores.flatMap((score) => {
    const dimensions = score.status === "scored" && score.native ? dimensionsIn(score) : [];
    if (score.status !== "scored" || dimensions.length === 0) return [];
    const scale = scaleOf(score);
    const shown = dimensions.map(({ id, value }) => {
      const given = value === undefined ? unknown : Number(onScale(value, scale).toFixed(2));
      return `${safeLine(id, 40)} ${given}`;
    });
    return [style.dim(`        ${safeLine(score.metric, 40)}  ${scoreText(score)}: ${shown.join(" · ")}`)];
  });
}

function scoreMark(score: Score | undefined, metric: MetricSummary): string {
  if (!score || score.status === "skipped") return unknown;
  if (score.status !== "scored") return statusMarks[score.status];
  if (metric.binary && !metric.judged) return statusMarks[score.value === 1 ? "passed" : "failed"];
  return showValue(score.value);
}

function reasons({ reasons: lines }: TrialRow, most: number, style: Style): string[] {
  const chosen = mostTelling(lines, most);
  // Where long names would leave little room for the reasons, each name takes only its own.
  const widest = chosen.reduce((most, { source }) => Math.max(most, cellsOf(source)), 0);
  const isCramped = widest > (style.columns ?? Number.POSITIVE_INFINITY) / 4;
  const shown = isCramped
    ? chosen.map(({ source, text }) => `        ${style.dim(source)}: ${text}`)
    : inColumns(
        chosen.map(({ source, text }) => [{ text: source, paint: style.dim }, text]),
        { indent: "        ", align: ["left", "left"] },
      );
  return lines.length > most ? [...shown, style.dim(`        … ${plural(lines.length - most, "more reason")}`)] : shown;
}

/** The first reason of every metric before the second of any, shown in their own order. */
function mostTelling(lines: TrialRow["reasons"], most: number): TrialRow["reasons"] {
  const nth = lines.map(({ source }, index) => lines.slice(0, index).filter((line) => line.source === source).length);
  const ranked = lines.map((_, index) => index).sort((a, b) => (nth[a] ?? 0) - (nth[b] ?? 0) || a - b);
  const kept = new Set(ranked.slice(0, most));
  return lines.filter((_, index) => kept.has(index));
}

function sums(suite: string, { tally, title, words }: VariantView, { style, decision }: SuiteTextSettings): string[] {
  const counts = `${tally.passed} passed · ${tally.failed} failed · ${tally.unscored} unscored · ${tally.errored} errored · ${tally.skipped} skipped`;
  const pending = tally.pending > 0 ? ` · ${tally.pending} pending` : "";
  const verdict = decision ? `   ${showVerdict(decision, style)}` : "";
  const { passRate, reliability, spent, beyond } = words;
  return [
    `${style.bold(suite)}${title ? ` · ${title}` : ""}   ${reliability ? `${reliability}   ` : ""}pass rate ${passRate}   ${counts}${pending} of ${tally.planned}${verdict}`,
    style.dim(`  agent: tokens ${spent.tokens}   cost ${spent.cost}   latency ${spent.latency}`),
    ...beyond.map((line) => style.dim(`  ${line}`)),
  ];
}
