import { plural } from "../../base/index.ts";
import { cardsOfRun } from "../../calibration/index.ts";
import type { VariantSummary } from "../../gate/index.ts";
import { readSummaries, type SuiteDecision } from "../../results/index.ts";
import type { StoredRun, StoredSuite } from "../../store/index.ts";
import { showVariant, variantTitle } from "../../suite/index.ts";
import { failureLines } from "../failure-lines.ts";
import { showCost } from "../figures.ts";
import { statusMarks } from "../html/page/marks.ts";
import { cardsLine } from "../judge-card-text.ts";
import { beyondRates, passHatText, showMeasure, tallyText } from "../measure-text.ts";
import { measured } from "../measured.ts";
import type { ReportSettings } from "../report-settings.ts";
import { runFacts } from "../run-facts.ts";
import { type TrialRow, trialRows } from "../trial-rows.ts";
import { codeText } from "./code-text.ts";

const mostFailures = 10;
const mostReasons = 2;
/** GitHub takes comments of up to 65,536 characters. */
const longest = 60_000;

/** Writes a run as a short comment for a pull request: verdicts, metrics, the first failures. */
export async function writeMarkdownReport(settings: ReportSettings): Promise<void> {
  await settings.write(await markdownReport(settings));
}

export async function markdownReport({ store, run, decisions }: Omit<ReportSettings, "write">): Promise<string> {
  const notice = measured(run.suites);
  const parts = [marker(run), ...(notice === undefined ? [] : [`> **${notice}**`])];
  for (const suite of run.suites) {
    const summaries = await readSummaries(store, run, suite);
    const rows = await Promise.all(
      summaries.map(({ variant }) => trialRows(store, run.id, suite, { variant, notPassed: mostFailures })),
    );
    const decision = decisions.find((one) => one.suite === suite.name);
    const judges = cardsLine(await cardsOfRun(store, run, suite.position));
    parts.push(suitePart(suite, summaries, rows, decision));
    if (judges !== undefined) parts.push(codeText(judges, 300));
  }
  parts.push(`Run ${codeText(run.id)}: ${codeText(`npx viva show ${run.id}`)} shows it; add an id to see a case.`);
  for (const fact of runFacts(run.header)) parts.push(codeText(fact, 200));
  return cut(`${parts.join("\n\n")}\n`);
}

/** Lets a later comment find and replace the earlier one: it is the same for the same suites. */
function marker({ suites }: StoredRun): string {
  return `<!-- viva-report:${suites.map(({ name }) => name.replace(/[^\w.]+/g, "-")).join("+")} -->`;
}

const signs = { pass: "✅", fail: "❌", inconclusive: "❔", error: "⚠️" } as const;

function suitePart(
  suite: StoredSuite,
  summaries: readonly VariantSummary[],
  rows: readonly TrialRow[][],
  decision: SuiteDecision | undefined,
): string {
  const verdict = decision ? ` ${signs[decision.verdict]} ${decision.verdict}` : "";
  const reason = decision && decision.verdict !== "pass" ? [codeText(decision.reason, 300)] : [];
  return [
    `### ${codeText(suite.name)}${verdict}`,
    ...reason,
    ...(decision?.note === undefined ? [] : [codeText(decision.note, 300)]),
    metricTable(suite, summaries),
    ...summaries.flatMap((summary) => beyondRates(summary).map((line) => codeText(line.trim(), 300))),
    ...summaries.flatMap((summary, index) => failures(summary, rows[index] ?? [])),
  ].join("\n\n");
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
    ["cost", ({ cost }) => showCost(cost)],
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
  return [
    `- ${statusMarks[row.status ?? "pending"]} ${codeText(name, 80)} ${row.status ?? "pending"}${row.title === row.caseId ? "" : `: ${codeText(row.title)}`}`,
    ...shown,
    ...(rest > 0 ? [`  - ${plural(rest, "more reason")}`] : []),
  ].join("\n");
}

/** GitHub refuses a comment that is too long, so its end is cut off. */
function cut(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, text.lastIndexOf("\n", longest))}\n\n… cut here; the other reports hold the rest.\n`;
}
