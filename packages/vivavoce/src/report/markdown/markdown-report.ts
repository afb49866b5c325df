import { plural } from "../../base/index.ts";
import { cardsOfRun } from "../../calibration/index.ts";
import { readSummaries } from "../../results/index.ts";
import {
  type StoredRun,
  type StoredSuite,
  type SuiteDecision,
  showVariant,
  type VariantSummary,
  variantTitle,
} from "../../shape/index.ts";
import { failureLines } from "../failure-lines.ts";
import { showMeasure, showSpent } from "../figures.ts";
import { cardsLine } from "../judge-card-text.ts";
import { beyondRates, passHatText, tallyText } from "../measure-text.ts";
import { measured } from "../measured.ts";
import type { ReportSettings } from "../report-settings.ts";
import { runFacts } from "../run-facts.ts";
import { statusMarks } from "../status-marks.ts";
import { type TrialRow, trialRows } from "../trial-rows.ts";
import { comparisonParts } from "./comparison-markdown.ts";
import { codeText, fitted, type MarkdownPart, verdictSigns } from "./markdown-text.ts";

const mostFailures = 10;
const mostReasons = 2;

/** Writes a run as a short comment for a pull request: verdicts, metrics, the first failures. */
export async function writeMarkdownReport(settings: ReportSettings): Promise<void> {
  await settings.write(await markdownReport(settings));
}

export async function markdownReport({
  store,
  run,
  decisions,
  comparison,
}: Omit<ReportSettings, "write">): Promise<string> {
  const notice = measured(run.suites);
  const parts: MarkdownPart[] = [{ text: marker(run) }, ...(notice === undefined ? [] : [{ text: `> **${notice}**` }])];
  for (const suite of run.suites) {
    const summaries = await readSummaries(store, run, suite);
    const rows = await Promise.all(
      summaries.map(({ variant }) => trialRows(store, run.id, suite, { variant, notPassed: mostFailures })),
    );
    const decision = decisions.find((one) => one.suite === suite.name);
    parts.push(...suiteParts(suite, summaries, rows, decision));
    const judges = cardsLine(await cardsOfRun(store, run, suite.position));
    if (judges !== undefined) parts.push({ text: codeText(judges, 300) });
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
function marker({ suites }: StoredRun): string {
  return `<!-- viva-report:${suites.map(({ name }) => name.replace(/[^\w.]+/g, "-")).join("+")} -->`;
}

function suiteParts(
  suite: StoredSuite,
  summaries: readonly VariantSummary[],
  rows: readonly TrialRow[][],
  decision: SuiteDecision | undefined,
): MarkdownPart[] {
  const verdict = decision ? ` ${verdictSigns[decision.verdict]} ${decision.verdict}` : "";
  const reason = decision && decision.verdict !== "pass" ? [codeText(decision.reason, 600)] : [];
  const head = [
    `### ${codeText(suite.name)}${verdict}`,
    ...reason,
    ...(decision?.note === undefined ? [] : [codeText(decision.note, 300)]),
    metricTable(suite, summaries),
    ...summaries.flatMap((summary) => beyondRates(summary).map((line) => codeText(line.trim(), 300))),
  ];
  const failed = summaries.flatMap((summary, index) => failures(summary, rows[index] ?? []));
  return [{ text: head.join("\n\n") }, ...failed.map((text) => ({ text, optional: true }))];
}

function metricTable({ header }: StoredSuite, summaries: readonly VariantSummary[]): string {
  const several = summaries.length > 1;
  const titles = summaries.map(({ variant }) => (several ? codeText(variantTitle(variant), 60) : "value"));
  const row = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(" | ")} |`;
  const rows: [string, (summary: VariantSummary) => string | undefined][] = [
    ["**pass rate**", ({ passRate }) => showMeasure(passRate)],
    ...(summaries.some(({ repeats }) => repeats)
      ? [["reliability", ({ repeats }) => repeats && passHatText(repeats)] as (typeof rows)[number]]
      : []),
    ["trials", ({ tally }) => tallyText(tally)],
    ...header.metrics.map(({ name, judged, gating }, index): (typeof rows)[number] => [
      `${codeText(name, 40)}${judged ? "°" : ""}${gating ? "" : " (reported)"}`,
      ({ metrics }) => metrics[index] && showMeasure(metrics[index]),
    ]),
    ["cost", showSpent],
  ];
  const judged = header.metrics.some((metric) => metric.judged);
  return [
    row("", titles),
    `| ${["---", ...titles.map(() => "---:")].join(" | ")} |`,
    ...rows.map(([name, cell]) =>
      row(
        name,
        summaries.map((summary) => cell(summary) ?? ""),
      ),
    ),
    ...(judged ? ["", "° scored by a judge, the others by code"] : []),
  ].join("\n");
}

function failures({ tally, variant }: VariantSummary, notPassed: readonly TrialRow[]): string[] {
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
  const lines = failureLines(row);
  const name = row.repeat > 1 ? `${row.caseId} #${row.repeat}` : row.caseId;
  const shown = lines.slice(0, mostReasons).map(({ source, text }) => `  - ${codeText(`${source}: ${text}`, 180)}`);
  const rest = lines.length - shown.length;
  const { status = "pending", origin = "unknown" } = row;
  return [
    `- ${statusMarks[status]} ${codeText(name, 80)} ${status} (answers: ${origin})${row.title === row.caseId ? "" : `: ${codeText(row.title)}`}`,
    ...shown,
    ...(rest > 0 ? [`  - ${plural(rest, "more reason")}`] : []),
  ].join("\n");
}
