import { plural, safeLine } from "../base/index.ts";
import type { Change, Comparison, Flip } from "../gate/index.ts";
import type { ComparedPair } from "../results/index.ts";
import type { Decision } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { rowText, textDiff } from "../world/index.ts";
import { inColumns } from "./columns.ts";
import { evidenceFor } from "./compared-pairs.ts";
import { comparisonNotes, sideTitle } from "./comparison-notes.ts";
import { measureTable, showDifference } from "./comparison-table.ts";
import { changeNote, comparedDimensions } from "./dimensions-text.ts";
import type { FlipEvidence } from "./flip-evidence.ts";
import type { Style } from "./style.ts";

interface ComparisonTextSettings {
  style: Style;
  /** A line of each conversation, by case, for the flipped cases that are shown. */
  evidence: ReadonlyMap<string, FlipEvidence>;
  /** Only these measures; all if left out. */
  only?: readonly string[] | undefined;
}

const mostFlips = 20;
const longestName = 34;

/** A comparison as a terminal shows it: what changed, the measures, the flips, the tags. */
export function comparisonText(comparison: Comparison, settings: ComparisonTextSettings): string {
  const { style } = settings;
  const { warnings, leftOut, scope } = comparisonNotes(comparison);
  return [
    heading(comparison, style),
    ...changesText(comparison.changes, style),
    ...warnings.map((line) => style.warn(`  ${line}`)),
    ...leftOut.map((line) => style.dim(`  ${line}`)),
    "",
    ...measureTable(comparison, settings.only, style),
    ...dimensionLines(comparison, settings),
    "",
    ...flipLines(comparison, settings),
    ...tagLines(comparison, style),
    ...(scope.length > 0 ? ["", ...scope.map((line) => style.dim(`  ${line}`))] : []),
  ].join("\n");
}

/** A compared pair in words, with its verdict unless that of the whole run follows; nothing if it was refused. */
export async function comparedText(
  store: Store,
  compared: ComparedPair,
  { style, only, verdict = true }: { style: Style; only?: readonly string[] | undefined; verdict?: boolean },
): Promise<string[]> {
  if (compared.result.kind === "refused") return [];
  const { comparison } = compared.result;
  const evidence = await evidenceFor(store, compared, comparison, mostFlips);
  const words = comparisonText(comparison, { style, evidence, only });
  return [verdict ? `${words}\n\n${verdictSentence(comparison.suite, comparison.decision, style)}` : words];
}

/** "flow-coach   PASS: criteria +0.02 on these 60 cases, …" */
export function verdictSentence(suite: string, { verdict, reason }: Decision, style: Style): string {
  const paint = verdict === "pass" ? style.good : verdict === "fail" ? style.bad : style.warn;
  return `${style.bold(safeLine(suite, 60))}   ${paint(verdict.toUpperCase())}: ${safeLine(reason, 600)}`;
}

const mostDimensions = 20;

/** The dimensions of the shown metrics; if there are many, those that changed most. */
function dimensionLines({ dimensions, exact }: Comparison, { only, style }: ComparisonTextSettings): string[] {
  const wanted = dimensions.filter(({ metric }) => only === undefined || only.includes(metric));
  if (wanted.length === 0) return [];
  const moved = (one: Comparison["dimensions"][number]) => Math.abs(one.difference ?? 0) / (one.max - one.min);
  const most = new Set(wanted.toSorted((a, b) => moved(b) - moved(a)).slice(0, mostDimensions));
  const left = wanted.length - most.size;
  return [
    "",
    ...comparedDimensions(
      wanted.filter((one) => most.has(one)),
      style,
    ),
    ...(left > 0
      ? [style.dim(`    … ${plural(left, "dimension")} with smaller differences: viva dimensions shows them`)]
      : []),
    style.dim(`  ${changeNote(exact)}; dimensions do not decide`),
  ];
}

function heading({ suite, before, after, paired }: Comparison, style: Style): string {
  return `${style.bold(safeLine(suite, 60))}   ${sideTitle(before)} → ${sideTitle(after)}   ${plural(paired, "case")} in both`;
}

function flipLines({ flips }: Comparison, { style, evidence }: ComparisonTextSettings): string[] {
  const worse = flips.filter(({ direction }) => direction === "worse");
  const better = flips.filter(({ direction }) => direction === "better");
  const shown = [...worse, ...better].slice(0, mostFlips);
  const left = flips.length - shown.length;
  return [
    `  ${plural(flips.length, "flip")}: ${worse.length} worse, ${better.length} better`,
    ...shown.flatMap((flip) => oneFlip(flip, evidence.get(flip.caseId), style)),
    ...(left > 0 ? [style.dim(`    … ${plural(left, "more flip")}: --json has them all`)] : []),
  ];
}

function oneFlip(
  { caseId, direction, before, after }: Flip,
  evidence: FlipEvidence | undefined,
  style: Style,
): string[] {
  const mark = direction === "worse" ? style.bad("↓") : style.good("↑");
  const line = (when: string, text: string | undefined) =>
    text === undefined ? [] : [`        ${style.dim(when.padEnd(6))}  ${safeLine(text, 160)}`];
  return [
    `    ${mark} ${safeLine(caseId, 60)}   ${before} → ${after}`,
    ...line("before", evidence?.before),
    ...line("after", evidence?.after),
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
export function changesText(changes: readonly Change[], style: Style): string[] {
  if (changes.length === 0) return ["  changed: nothing that Viva can see"];
  return changes.flatMap((change) => changeLines(change, style));
}

function changeLines(change: Change, style: Style): string[] {
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
