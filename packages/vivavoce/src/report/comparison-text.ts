import { plural, safeLine } from "../base/index.ts";
import type { Comparison, Measure } from "../gate/index.ts";
import type { ComparedPair } from "../results/index.ts";
import type { Decision } from "../shape/index.ts";
import { rowText, textDiff } from "../world/index.ts";
import { inColumns } from "./columns.ts";
import { measureCells, measureColumns, measureMarks, showDifference } from "./comparison-table.ts";
import { changeNote, comparedDimensions } from "./dimensions-text.ts";
import { flipsText, type PairAnswer, type ShownComparison, showPair, sideTitle, tableNotes } from "./shown-pair.ts";
import { type Style, verdictWord } from "./style.ts";
import type { ViewContext } from "./views/view.ts";

interface ComparisonTextSettings {
  style: Style;
  /** Only these measures; all if left out. */
  only?: readonly string[] | undefined;
  /** Whether every dimension is shown, however many there are. */
  dimensions?: boolean | undefined;
}

/** How many flips the terminal shows. */
export const mostFlips = 20;
const longestName = 34;

/** A comparison as a terminal shows it: what changed, the measures, the flips, the tags. */
function comparisonText(shown: ShownComparison, settings: ComparisonTextSettings): string {
  const { style } = settings;
  const { warnings, leftOut, scope } = shown.notes;
  return [
    `${style.bold(safeLine(shown.suite, 60))}   ${sideTitle(shown.before)} → ${sideTitle(shown.after)}   ${plural(shown.paired, "case")} in both`,
    ...changesText(shown.changes, style),
    ...warnings.map((line) => style.warn(`  ${line}`)),
    ...leftOut.map((line) => style.dim(`  ${line}`)),
    "",
    ...measureTable(shown, settings),
    ...dimensionLines(shown, settings),
    "",
    ...flipLines(shown, style),
    ...tagLines(shown, style),
    ...(scope.length > 0 ? ["", ...scope.map((line) => style.dim(`  ${line}`))] : []),
  ].join("\n");
}

/** A pair in words, with its verdict unless that of the whole run follows; nothing if it was refused. */
export function pairText(
  pair: PairAnswer,
  { verdict = true, ...settings }: ComparisonTextSettings & { verdict?: boolean },
): string[] {
  if (pair.refused) return [];
  const words = comparisonText(pair, settings);
  return [verdict ? `${words}\n\n${verdictSentence(pair.suite, pair.decision, settings.style)}` : words];
}

/** The same of a pair that is only shown in the terminal. */
export async function comparedText(
  context: Pick<ViewContext, "store" | "invocation">,
  compared: ComparedPair,
  settings: Parameters<typeof pairText>[1],
): Promise<string[]> {
  return pairText(await showPair(context, compared, mostFlips), settings);
}

/** "flow-coach   PASS: criteria +0.02 on these 60 cases, …" */
export function verdictSentence(
  suite: string,
  { verdict, reason }: Pick<Decision, "verdict" | "reason">,
  style: Style,
): string {
  return `${style.bold(safeLine(suite, 60))}   ${verdictWord(verdict, style)}: ${safeLine(reason, 600)}`;
}

/** A row for each measure. */
function measureTable(comparison: Comparison, { only, style }: ComparisonTextSettings): string[] {
  const shown = comparison.measures.filter(({ name }) => only === undefined || only.includes(name));
  const nameOf = (measure: Measure) =>
    `${measure.role === "primary" ? "▸ " : "  "}${safeLine(measure.name, longestName)}${measureMarks(measure)}`;
  const rows = [["", ...measureColumns], ...shown.map((measure) => [nameOf(measure), ...measureCells(measure)])];
  const [titles = "", ...lines] = inColumns(rows, {
    least: [10, 6, 6, 7, 22, 8, 7],
    columns: style.columns,
    titled: true,
  });
  return [
    ...(titles === "" ? [] : [style.dim(titles)]),
    ...lines,
    ...tableNotes(comparison, shown).map((line) => style.dim(`  ${line}`)),
  ];
}

const mostDimensions = 20;

/** The dimensions of the shown metrics; if there are many, those that changed most. */
function dimensionLines(
  { dimensions, exact }: Comparison,
  { only, style, dimensions: isWhole }: ComparisonTextSettings,
): string[] {
  const wanted = dimensions.filter(({ metric }) => only === undefined || only.includes(metric));
  if (wanted.length === 0) return [];
  const moved = (one: Comparison["dimensions"][number]) => Math.abs(one.difference ?? 0) / (one.max - one.min);
  const most = new Set(wanted.toSorted((a, b) => moved(b) - moved(a)).slice(0, isWhole ? undefined : mostDimensions));
  const left = wanted.length - most.size;
  return [
    "",
    ...comparedDimensions(
      wanted.filter((one) => most.has(one)),
      style,
    ),
    ...(left > 0
      ? [style.dim(`    … ${plural(left, "dimension")} with smaller differences: --dimensions shows them`)]
      : []),
    style.dim(`  ${changeNote(exact)}; dimensions do not decide`),
  ];
}

function flipLines({ flips }: ShownComparison, style: Style): string[] {
  const left = flips.length - mostFlips;
  const line = (when: string, text: string | undefined) =>
    text === undefined ? [] : [`        ${style.dim(when.padEnd(6))}  ${safeLine(text, 160)}`];
  return [
    `  ${flipsText(flips)}`,
    ...flips
      .slice(0, mostFlips)
      .flatMap(({ caseId, direction, before, after, evidence }) => [
        `    ${direction === "worse" ? style.bad("↓") : style.good("↑")} ${safeLine(caseId, 60)}   ${before} → ${after}`,
        ...line("before", evidence?.before),
        ...line("after", evidence?.after),
      ]),
    ...(left > 0 ? [style.dim(`    … ${plural(left, "more flip")}: --json has them all`)] : []),
  ];
}

const mostTags = 12;

/** The tags that differ most, by the measure that decides. */
function tagLines({ tags, primary }: Comparison, style: Style): string[] {
  const sizeOf = ({ measures }: Comparison["tags"][number]) =>
    Math.abs(measures.find(({ name }) => name === primary)?.difference ?? 0);
  const differing = tags.filter((tag) => tag.measures.some(({ difference = 0 }) => difference !== 0));
  const shown = differing.sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, mostTags);
  if (shown.length === 0) return [];
  const names = shown[0]?.measures.map(({ name }) => safeLine(name, longestName)) ?? [];
  const left = tags.length - shown.length;
  return [
    "",
    style.dim(`  by tag: ${names.join(", ")}`),
    ...inColumns(
      [
        ["", "", ...names],
        ...shown.map(({ tag, cases, measures }) => [
          safeLine(tag, longestName),
          plural(cases, "case"),
          ...measures.map(showDifference),
        ]),
      ],
      { indent: "    ", least: [4, 9, ...names.map(() => 22)], columns: style.columns, titled: true },
    ).slice(1),
    ...(left > 0 ? [style.dim(`    … ${plural(left, "tag")} with less difference or none`)] : []),
  ];
}

const mostLines = 24;
const mostFiles = 6;

/** What changed between two runs, a line each. A prompt whose text is known is shown with the lines that differ. */
function changesText(changes: Comparison["changes"], style: Style): string[] {
  if (changes.length === 0) return ["  changed: nothing that Viva can see"];
  return changes.flatMap((change) => changeLines(change, style));
}

function changeLines(change: Comparison["changes"][number], style: Style): string[] {
  if (change.kind === "value") {
    return [`  changed: ${safeLine(change.what, 60)} ${safeLine(change.before, 80)} → ${safeLine(change.after, 80)}`];
  }
  if (change.kind === "code") {
    const shown = change.files.slice(0, mostFiles).map((file) => safeLine(file, 80));
    const more = change.files.length > shown.length ? [`${change.files.length - shown.length} more`] : [];
    const files = change.files.length === 0 ? "" : `: ${[...shown, ...more].join(", ")}`;
    return [`  changed: ${change.what}${files}`];
  }
  const { name, how, before, after } = change;
  const head = `  ${how}: ${safeLine(name, 80)}`;
  return before === undefined || after === undefined ? [head] : [head, ...differingLines(before, after, style)];
}

function differingLines(before: string, after: string, style: Style): string[] {
  const differing = textDiff(before, after).flatMap((row) => {
    if (row.kind === "gap" || row.kind === "kept" || rowText(row).trim() === "") return [];
    const text = safeLine(rowText(row), 110);
    return [row.kind === "removed" ? style.bad(`    - ${text}`) : style.good(`    + ${text}`)];
  });
  const shown = differing.slice(0, mostLines);
  const left = differing.length - shown.length;
  return left > 0 ? [...shown, style.dim(`    … ${plural(left, "more line")}`)] : shown;
}
