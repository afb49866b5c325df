import { safeLine } from "../base/index.ts";
import { type Comparison, type Flip, type Measure, showP, signed, type TestedMeasure } from "../gate/index.ts";
import { showVariant } from "../suite/index.ts";
import { changesText } from "./changes-text.ts";
import { plural, showValue, unknown } from "./figures.ts";
import type { FlipEvidence } from "./flip-evidence.ts";
import type { Style } from "./style.ts";

export interface ComparisonTextSettings {
  style: Style;
  /** A line of each conversation, by case; read only for the flips that are shown. */
  evidence: ReadonlyMap<string, FlipEvidence>;
  /** Only these measures; all where left out. */
  only?: readonly string[] | undefined;
}

export const mostFlips = 20;
const longestName = 34;

/** A comparison as a terminal shows it: what changed, the measures, the flips, the tags. */
export function comparisonText(comparison: Comparison, settings: ComparisonTextSettings): string {
  const { style } = settings;
  return [
    heading(comparison, style),
    ...changesText(comparison.changes, style),
    ...leftOut(comparison, style),
    "",
    ...measureTable(comparison, settings),
    "",
    ...flipLines(comparison, settings),
    ...tagLines(comparison, style),
  ].join("\n");
}

function heading({ suite, before, after, paired }: Comparison, style: Style): string {
  const side = ({ run, variant }: Comparison["before"]) =>
    [`run ${safeLine(run, 20)}`, ...(Object.keys(variant).length > 0 ? [safeLine(showVariant(variant), 60)] : [])].join(
      " · ",
    );
  return `${style.bold(safeLine(suite, 60))}   ${side(before)} → ${side(after)}   ${plural(paired, "case")} in both`;
}

function leftOut({ cases, undecided, notCompared }: Comparison, style: Style): string[] {
  const lists: [string, readonly string[]][] = [
    ["changed", cases.changed],
    ["only before", cases.onlyBefore],
    ["only after", cases.onlyAfter],
    ["not decided in one of the runs", undecided.map((one) => `${one.caseId} (${one.before} → ${one.after})`)],
  ];
  return [
    ...lists
      .filter(([, ids]) => ids.length > 0)
      .map(([how, ids]) => style.dim(`  left out: ${plural(ids.length, "case")} ${how}: ${listed(ids, 4)}`)),
    ...notCompared.map(({ measure, why }) =>
      style.dim(`  not compared: ${safeLine(measure, 60)}: ${safeLine(why, 160)}`),
    ),
  ];
}

function listed(ids: readonly string[], most: number): string {
  const shown = ids.slice(0, most).map((id) => safeLine(id, 60));
  return ids.length > most ? `${shown.join(", ")} and ${ids.length - most} more` : shown.join(", ");
}

function measureTable({ measures, paired }: Comparison, { style, only }: ComparisonTextSettings): string[] {
  const shown = measures.filter(({ name, n }) => n > 0 && (only === undefined || only.includes(name)));
  const width = shown.reduce((widest, measure) => Math.max(widest, nameOf(measure).length), 10);
  const row = (name: string, cells: readonly string[]) =>
    `  ${name.padEnd(width)}  ${cells.map((cell, index) => cell.padStart(columns[index]?.width ?? 8)).join("  ")}`;
  const some = shown.some(({ n }) => n < paired);
  const clustered = shown.some(({ clusters }) => clusters !== undefined);
  return [
    style.dim(
      row(
        "",
        columns.map(({ title }) => title),
      ),
    ),
    ...shown.map((measure) => row(nameOf(measure), cellsOf(measure))),
    style.dim(`  ${notes({ shown, clustered, some }).join("; ")}`),
  ];
}

const columns = [
  { title: "cases", width: 5 },
  { title: "before", width: 6 },
  { title: "after", width: 6 },
  { title: "difference, 95 %", width: 22 },
  { title: "p", width: 7 },
  { title: "visible from", width: 12 },
] as const;

function nameOf({ name, role }: TestedMeasure): string {
  return `${role === "primary" ? "▸ " : "  "}${safeLine(name, longestName)}${role === "secondary" ? " (secondary)" : ""}`;
}

function cellsOf({ n, before, after, p, adjustedP, smallestVisible, ...measure }: TestedMeasure): string[] {
  const value = (number: number | undefined) => (number === undefined ? unknown : showValue(number));
  const tested = adjustedP ?? p;
  return [
    String(n),
    value(before),
    value(after),
    showDifference(measure),
    tested === undefined ? unknown : showP(tested),
    value(smallestVisible),
  ];
}

/** "−0.20 [−0.31, −0.09]" */
export function showDifference({ difference, ci }: Pick<Measure, "difference" | "ci">): string {
  if (difference === undefined) return unknown;
  return `${signed(difference)}${ci ? ` [${signed(ci.lo)}, ${signed(ci.hi)}]` : ""}`;
}

function notes({
  shown,
  clustered,
  some,
}: {
  shown: readonly TestedMeasure[];
  clustered: boolean;
  some: boolean;
}): string[] {
  const together = shown.filter(({ adjustedP }) => adjustedP !== undefined).length;
  return [
    "▸ decides",
    `p by flipping signs${together > 1 ? `, after Holm over ${together}` : ""}`,
    "visible from: the smallest change that so many cases show in 4 of 5 comparisons",
    ...(clustered ? ["clusters are counted as one"] : []),
    ...(some ? ["a metric counts on the cases where both runs have it"] : []),
  ];
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

function tagLines({ tags }: Comparison, style: Style): string[] {
  if (tags.length === 0) return [];
  const width = tags.reduce((widest, { tag }) => Math.max(widest, Math.min(longestName, tag.length)), 4);
  const names = tags[0]?.measures.map(({ name }) => safeLine(name, longestName)) ?? [];
  return [
    "",
    style.dim(`  by tag: ${names.join(", ")}`),
    ...tags.map(({ tag, cases, measures }) => {
      const cells = measures.map((measure) => showDifference(measure).padStart(22));
      return `    ${safeLine(tag, longestName).padEnd(width)}  ${plural(cases, "case").padStart(9)}  ${cells.join("  ")}`;
    }),
  ];
}
