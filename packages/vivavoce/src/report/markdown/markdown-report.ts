import { plural } from "../../base/index.ts";
import type { ComparedDimension, Measure } from "../../gate/index.ts";
import { showVariant, type Verdict } from "../../shape/index.ts";
import { rowText } from "../../world/index.ts";
import { measureCells, measureColumns, measureMarks, showDifference } from "../comparison-table.ts";
import { changeWords, showChange } from "../dimensions-text.ts";
import { type TrialRow, trialRows } from "../failure-lines.ts";
import { showMeasure } from "../figures.ts";
import type { ReportSettings } from "../report-settings.ts";
import { measured, runFacts } from "../run-facts.ts";
import { flipsText, type PairAnswer, type ShownComparison, sideTitle } from "../shown-pair.ts";
import { statusMarks } from "../status-marks.ts";
import type { CompareAnswer } from "../views/compare-view.ts";
import { shownSuites, type VariantView } from "../views/runs-view.ts";
import { codeText, fitted, inertLine } from "./markdown-text.ts";

type MarkdownPart = Parameters<typeof fitted>[0][number];

const mostFailures = 10;
const mostReasons = 2;

/** A run as a short comment for a pull request: verdicts, metrics, the first failures. */
export async function markdownReport(of: Omit<ReportSettings, "write">): Promise<string> {
  const { store, run, decisions, comparison } = of;
  const notice = measured(run.suites);
  const names = run.suites.map(({ name }) => name);
  const parts: MarkdownPart[] = [
    { text: marker("report", names) },
    ...(notice === undefined ? [] : [{ text: `> **${notice}**` }]),
  ];
  for (const suite of await shownSuites(store, run, decisions)) {
    parts.push({ text: suiteHead(suite) });
    for (const variant of suite.variants) {
      const rows = await trialRows(store, run.id, suite, { variant: variant.variant, notPassed: mostFailures });
      parts.push(...failures(variant, rows).map((text) => ({ text, optional: true })));
    }
    if (suite.judges !== undefined) parts.push({ text: codeText(suite.judges, 300) });
    const compared = (comparison?.suites ?? []).filter((pair) => pair.suite === suite.name);
    const title = `#### Compared with ${codeText(comparison?.before.name ?? "", 80)}`;
    parts.push(...compared.flatMap((pair) => comparisonParts(pair, title, { verdict: false })));
  }
  parts.push({
    text: `Run ${codeText(run.id)}: ${codeText(`npx viva show ${run.id}`)} shows it; add an id to see a case.`,
  });
  for (const fact of runFacts(run.header)) parts.push({ text: codeText(fact, 200) });
  return fitted(parts);
}

/** Lets a later comment find and replace the earlier one: it is the same for the same suites. */
function marker(kind: "report" | "comparison", suites: readonly string[]): string {
  return `<!-- viva-${kind}:${suites.map((name) => name.replace(/[^\w.]+/g, "-")).join("+")} -->`;
}

type ShownSuite = Awaited<ReturnType<typeof shownSuites>>[number];

function suiteHead(suite: ShownSuite): string {
  const { decision, variants } = suite;
  const verdict = decision ? ` ${verdictSigns[decision.verdict]} ${decision.verdict}` : "";
  return [
    `### ${codeText(suite.name)}${verdict}`,
    ...[decision?.verdict === "pass" ? decision.leftOut : decision?.reason].flatMap((text) =>
      text === undefined ? [] : [codeText(text, 600)],
    ),
    ...(decision?.note === undefined ? [] : [codeText(decision.note, 300)]),
    metricTable(suite),
    ...variants.flatMap(({ words }) => words.beyond.map((line) => codeText(line, 300))),
  ].join("\n\n");
}

function metricTable({ metrics: known, variants }: ShownSuite): string {
  const titles = variants.map(({ title }) => (variants.length > 1 ? codeText(title, 60) : "value"));
  const rowOf = (name: string, cell: (variant: VariantView) => string | undefined) =>
    tableRow(name, ...variants.map((variant) => cell(variant) ?? ""));
  return [
    tableRow("", ...titles),
    tableRow("---", ...titles.map(() => "---:")),
    rowOf("**pass rate**", ({ words }) => words.passRate),
    ...(variants.some(({ repeats }) => repeats) ? [rowOf("reliability", ({ words }) => words.reliability)] : []),
    rowOf("trials", ({ words }) => words.tally),
    ...known.map(({ name, judged, gating }, index) =>
      rowOf(
        `${codeText(name, 40)}${judged ? "°" : ""}${gating ? "" : " (reported)"}`,
        ({ metrics }) => metrics[index] && showMeasure(metrics[index]),
      ),
    ),
    rowOf("cost", ({ words }) => words.spent.cost),
    ...(known.some(({ judged }) => judged) ? ["", "° scored by a judge, the others by code"] : []),
  ].join("\n");
}

function tableRow(...cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function failures({ tally, variant }: VariantView, notPassed: readonly TrialRow[]): string[] {
  const total = tally.failed + tally.errored + tally.unscored;
  if (total === 0) return [];
  const choice = showVariant(variant);
  const title = `**Not passed**${choice === "" ? "" : ` (${codeText(choice, 60)})`}`;
  const rest = total - notPassed.length;
  return [
    [title, ...(rest > 0 ? [`the first ${notPassed.length} of ${total}`] : [])].join(", "),
    notPassed.map(failure).join("\n"),
  ];
}

function failure(row: TrialRow): string {
  const { status = "pending", answers, reasons: lines } = row;
  const name = row.repeat > 1 ? `${row.caseId} #${row.repeat}` : row.caseId;
  const shown = lines.slice(0, mostReasons).map(({ source, text }) => `  - ${codeText(`${source}: ${text}`, 180)}`);
  const rest = lines.length - shown.length;
  return [
    `- ${statusMarks[status]} ${codeText(name, 80)} ${status} (answers: ${answers.origin})${row.title === row.caseId ? "" : `: ${codeText(row.title)}`}`,
    ...shown,
    ...(rest > 0 ? [`  - ${plural(rest, "more reason")}`] : []),
  ].join("\n");
}

const mostFlips = 50;
const mostRows = 300;

/** A comparison as a comment for a pull request. */
export function comparisonMarkdown(shown: CompareAnswer): string {
  const suites = [...new Set(shown.suites.map(({ suite }) => suite))];
  const parts = shown.suites.flatMap((pair) => comparisonParts(pair, `### ${codeText(pair.suite)}`));
  const open = shown.notCompared.map((text) => `${verdictSigns.inconclusive} not compared: ${codeText(text, 300)}`);
  const whole = shown.reason === undefined ? [] : [`## ${verdictText(shown.verdict)}`, codeText(shown.reason, 300)];
  return fitted([{ text: [marker("comparison", suites), ...whole, ...open].join("\n\n") }, ...parts]);
}

/** The comparison of one pair: measures always, the verdict unless it stands above, the rest where there is room. */
function comparisonParts(pair: PairAnswer, title: string, { verdict = true } = {}): MarkdownPart[] {
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

function refusal({ refused, remedy }: Exclude<PairAnswer, ShownComparison>, title: string, sides: string): string {
  const reasons = refused.map((reason) => `- ${codeText(reason, 400)}`).join("\n");
  return [`${title} ${verdictSigns.error} not comparable`, sides, reasons, codeText(remedy, 400)].join("\n\n");
}

function measureRows({ measures, decision }: ShownComparison): string {
  const verdictOf = (measure: Measure) => decision.measures.find(({ name }) => name === measure.name)?.verdict;
  return [
    tableRow("", ...measureColumns, "verdict"),
    tableRow("---", ...measureColumns.map(() => "---:"), "---"),
    ...measures.map((measure) => {
      const verdict = verdictOf(measure);
      const name = `${measure.role === "primary" ? "▸ " : ""}${codeText(measure.name, 40)}${measureMarks(measure)}`;
      return tableRow(name, ...measureCells(measure), verdict ? verdictText(verdict) : "");
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
    ...dimensions.map((one) => {
      const name = codeText(`${one.metric}: ${one.id}`, 80);
      return tableRow(name, showChange(one), showDifference(one), changeWords[one.change]);
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

/** The sign of a verdict in a comment; its word always stands beside it. */
const verdictSigns = { pass: "✅", fail: "❌", inconclusive: "❔", error: "⚠️" } as const;
