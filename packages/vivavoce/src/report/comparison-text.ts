import { listed, plural, safeLine } from "../base/index.ts";
import { type Comparison, earlierVerdict, type Flip } from "../gate/index.ts";
import { showVariant } from "../suite/index.ts";
import { changesText } from "./changes-text.ts";
import { inColumns } from "./columns.ts";
import { measureTable, showDifference } from "./comparison-table.ts";
import { changeNote, comparedDimensions } from "./dimensions-text.ts";
import type { FlipEvidence } from "./flip-evidence.ts";
import type { Style } from "./style.ts";

export interface ComparisonTextSettings {
  style: Style;
  /** A line of each conversation, by case, for the flipped cases that are shown. */
  evidence: ReadonlyMap<string, FlipEvidence>;
  /** Only these measures; all if left out. */
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
    ...measureTable(comparison, settings.only, style),
    ...dimensionLines(comparison, settings),
    "",
    ...flipLines(comparison, settings),
    ...tagLines(comparison, style),
    ...scopeLines(comparison, style),
  ].join("\n");
}

const mostDimensions = 20;

/** The dimensions of the shown metrics; if there are many, those that changed most. */
function dimensionLines({ dimensions, exact }: Comparison, { only, style }: ComparisonTextSettings): string[] {
  const wanted = dimensions.filter(({ metric }) => only === undefined || only.includes(metric));
  if (wanted.length === 0) return [];
  const moved = (one: Comparison["dimensions"][number]) => Math.abs(one.difference) / (one.max - one.min);
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

/** What a baseline of format 1 cannot show, and the verdict that Viva 0.1 would have given. */
function scopeLines({ meansOnly, measures, decision }: Comparison, style: Style): string[] {
  const primary = measures.find(({ role }) => role === "primary");
  if (!meansOnly || !primary) return [];
  const earlier = earlierVerdict(primary.differences, primary.margin);
  return [
    "",
    style.dim("  The baseline holds means only (format 1), so the verdict is on cases like these, not on these cases."),
    ...(earlier === decision.verdict
      ? []
      : [style.dim(`  Viva 0.1 would have said ${earlier.toUpperCase()}: it did not allow for having few cases.`)]),
    style.dim("  Set it again to compare trial by trial: viva baseline set NAME RUN."),
  ];
}

function heading({ suite, before, after, paired }: Comparison, style: Style): string {
  const side = ({ run, variant }: Comparison["before"]) =>
    [`run ${safeLine(run, 20)}`, ...(Object.keys(variant).length > 0 ? [safeLine(showVariant(variant), 60)] : [])].join(
      " · ",
    );
  return `${style.bold(safeLine(suite, 60))}   ${side(before)} → ${side(after)}   ${plural(paired, "case")} in both`;
}

function leftOut({ cases, undecided, notCompared, before, after }: Comparison, style: Style): string[] {
  const lists = { changed: cases.changed, "only before": cases.onlyBefore, "only after": cases.onlyAfter };
  const all = Object.entries({ ...lists, "not selected or without a tape": cases.notSelected });
  const left = all.filter(([, ids]) => ids.length > 0);
  const open = [before, after].filter(({ pending }) => pending > 0);
  const flipped = undecided.map((one) => `${one.caseId} (${one.before} → ${one.after})`);
  const [fewer, more] = [before.repeats, after.repeats].sort((a, b) => a - b);
  const dim = [
    ...left.map(([how, ids]) => `left out: ${plural(ids.length, "case")} ${how}: ${listedCases(ids)}`),
    ...(flipped.length > 0 ? [`not decided: ${listedCases(flipped)}`] : []),
    ...(fewer === more ? [] : [`repeats: ${before.repeats} before, ${after.repeats} after; the first ${fewer} count`]),
    ...notCompared.map(({ measure, why }) => `not compared: ${safeLine(measure, 60)}: ${safeLine(why, 160)}`),
  ];
  return [
    ...open.map(({ run, pending }) =>
      style.warn(`  run ${safeLine(run, 20)} is unfinished: ${plural(pending, "trial")} pending`),
    ),
    ...dim.map((line) => style.dim(`  ${line}`)),
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

const mostTags = 12;

/** The tags that differ most, by the measure that decides. */
function tagLines({ tags, primary }: Comparison, style: Style): string[] {
  const sizeOf = ({ measures }: Comparison["tags"][number]) =>
    Math.abs(measures.find(({ name }) => name === primary)?.difference ?? 0);
  const differing = tags.filter((tag) => tag.measures.some(({ difference }) => difference !== 0));
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

function listedCases(ids: readonly string[]): string {
  const safe = ids.map((id) => safeLine(id, 60));
  return listed(safe, 4);
}
