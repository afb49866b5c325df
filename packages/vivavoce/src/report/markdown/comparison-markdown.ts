import { plural } from "../../base/index.ts";
import type { ComparedDimension, Measure } from "../../gate/index.ts";
import type { Verdict } from "../../shape/index.ts";
import { rowText } from "../../world/index.ts";
import { measureCells, measureColumns, measureMarks, showDifference } from "../comparison-table.ts";
import { changeWords, showChange } from "../dimensions-text.ts";
import { flipsText, type PairAnswer, type ShownComparison, type ShownRefusal, sideTitle } from "../shown-pair.ts";
import type { CompareAnswer } from "../views/compare-view.ts";
import { codeText, fitted, inertLine, type MarkdownPart, verdictSigns } from "./markdown-text.ts";

const mostFlips = 50;
const mostRows = 300;

/** A comparison as a comment for a pull request. Its first line is the same for the same suites, so that it can be replaced. */
export function comparisonMarkdown(shown: CompareAnswer): string {
  const suites = [...new Set(shown.suites.map(({ suite }) => suite))];
  const marker = `<!-- viva-comparison:${suites.map((name) => name.replace(/[^\w.]+/g, "-")).join("+")} -->`;
  const parts = shown.suites.flatMap((pair) => comparisonParts(pair, `### ${codeText(pair.suite)}`));
  const open = shown.notCompared.map((text) => `${verdictSigns.inconclusive} not compared: ${codeText(text, 300)}`);
  const whole = shown.reason === undefined ? [] : [`## ${verdictText(shown.verdict)}`, codeText(shown.reason, 300)];
  return fitted([{ text: [marker, ...whole, ...open].join("\n\n") }, ...parts]);
}

/** The comparison of one pair: measures always, the verdict unless it stands above, the rest where there is room. */
export function comparisonParts(pair: PairAnswer, title: string, { verdict = true } = {}): MarkdownPart[] {
  const sides = `${codeText(sideTitle(pair.before), 100)} → ${codeText(sideTitle(pair.after), 100)}`;
  if (pair.refused) return [{ text: refusal(pair, title, sides) }, ...changeParts(pair)];
  const { decision, notes } = pair;
  const head = [
    verdict ? `${title} ${verdictText(decision.verdict)}` : title,
    codeText(decision.reason, 600),
    `${sides}, ${plural(pair.paired, "case")} in both`,
    ...notes.warnings.map((line) => `${verdictSigns.error} ${codeText(line, 300)}`),
    measureRows(pair),
  ];
  return [
    { text: head.join("\n\n") },
    ...flipParts(pair),
    ...changeParts(pair),
    ...optional("Dimensions, which do not decide", dimensionRows(pair.dimensions)),
    ...optional("By tag", tagRows(pair)),
    ...optional("How to read it, and what was left out", [
      ...[...notes.leftOut, ...notes.table, ...notes.scope].map((line) => `- ${codeText(line, 400)}`),
    ]),
  ];
}

function verdictText(verdict: Verdict): string {
  return `${verdictSigns[verdict]} ${verdict}`;
}

function refusal({ refused, remedy }: ShownRefusal, title: string, sides: string): string {
  const reasons = refused.map((reason) => `- ${codeText(reason, 400)}`).join("\n");
  return [`${title} ${verdictSigns.error} not comparable`, sides, reasons, codeText(remedy, 400)].join("\n\n");
}

function measureRows({ measures, decision }: ShownComparison): string {
  const verdictOf = (measure: Measure) => decision.measures.find(({ name }) => name === measure.name)?.verdict;
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(["", ...measureColumns, "verdict"]),
    line(["---", ...measureColumns.map(() => "---:"), "---"]),
    ...measures.map((measure) => {
      const verdict = verdictOf(measure);
      const name = `${measure.role === "primary" ? "▸ " : ""}${codeText(measure.name, 40)}${measureMarks(measure)}`;
      return line([name, ...measureCells(measure), verdict ? verdictText(verdict) : ""]);
    }),
  ].join("\n");
}

/** Folded, so that a comment stays short. Nothing from outside stands in the summary, which is not a code span. */
function optional(summary: string, lines: readonly string[]): MarkdownPart[] {
  if (lines.length === 0) return [];
  const text = `<details><summary>${summary}</summary>\n\n${lines.join("\n")}\n\n</details>`;
  return [{ text, optional: true }];
}

function flipParts({ flips }: ShownComparison): MarkdownPart[] {
  const left = flips.length - mostFlips;
  if (flips.length === 0) return [{ text: flipsText(flips), optional: true }];
  return optional(flipsText(flips), [
    ...flips.slice(0, mostFlips).map(flipText),
    ...(left > 0 ? [`- … ${plural(left, "more flip")}`] : []),
  ]);
}

function flipText({ caseId, direction, before, after, evidence }: ShownComparison["flips"][number]): string {
  const line = (when: string, text: string | undefined) =>
    text === undefined ? [] : [`  - ${when} ${codeText(text, 240)}`];
  return [
    `- ${direction === "worse" ? "↓" : "↑"} ${codeText(caseId, 80)} ${before} → ${after}`,
    ...line("before", evidence?.before),
    ...line("after", evidence?.after),
  ].join("\n");
}

function changeParts({ changes, prompts }: PairAnswer): MarkdownPart[] {
  const lines = changes.map((change) => {
    if (change.kind === "value") return `- ${codeText(`${change.what}: ${change.before} → ${change.after}`, 240)}`;
    if (change.kind === "code") return `- ${codeText([change.what, ...change.files].join(", "), 240)}`;
    return `- ${change.how}: ${codeText(change.name, 120)}`;
  });
  return [
    ...optional("What changed", lines),
    ...prompts.flatMap((prompt) => optional("Changed prompt", [codeText(prompt.name, 120), "", ...diffBlock(prompt)])),
  ];
}

/** No line can end the block: backticks are replaced, and every line begins with its sign. */
function diffBlock({ rows, leftOut }: PairAnswer["prompts"][number]): string[] {
  const sign = { kept: " ", removed: "-", inserted: "+" };
  const shown = rows.slice(0, mostRows).map((row) => {
    if (row.kind === "gap") return `@@ ${plural(row.lines, "line")} @@`;
    const text = rowText(row);
    return `${sign[row.kind]}${/^[ \t]{0,40}/.exec(text)?.[0] ?? ""}${inertLine(text, 300)}`;
  });
  const left = rows.length - shown.length + leftOut;
  return ["```diff", ...shown, ...(left > 0 ? [`@@ ${plural(left, "more line")} @@`] : []), "```"];
}

function dimensionRows(dimensions: readonly ComparedDimension[]): string[] {
  if (dimensions.length === 0) return [];
  return [
    "| | before → after | difference, 95 % | |",
    "| --- | ---: | ---: | --- |",
    ...dimensions.map((dimension) => {
      const { metric, id, change } = dimension;
      const figures = [showChange(dimension), showDifference(dimension)];
      return `| ${codeText(`${metric}: ${id}`, 80)} | ${figures.join(" | ")} | ${changeWords[change]} |`;
    }),
  ];
}

function tagRows({ tags }: ShownComparison): string[] {
  const differing = tags.filter(({ measures }) => measures.some(({ difference = 0 }) => difference !== 0)).slice(0, 30);
  return differing.map(({ tag, cases, measures }) => {
    const figures = measures.map((measure) => `${codeText(measure.name, 40)} ${showDifference(measure)}`);
    return `- ${codeText(tag, 60)}, ${plural(cases, "case")}: ${figures.join(", ")}`;
  });
}
