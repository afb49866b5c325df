import { plural } from "../../base/index.ts";
import { type StoredRun, showVariant } from "../../shape/index.ts";
import { showMeasure } from "../figures.ts";
import type { ReportSettings } from "../report-settings.ts";
import { measured, runFacts } from "../run-facts.ts";
import { statusMarks } from "../status-marks.ts";
import { type TrialRow, trialRows } from "../trial-rows.ts";
import { shownSuites, type VariantView } from "../views/run-view.ts";
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
function marker({ suites }: StoredRun): string {
  return `<!-- viva-report:${suites.map(({ name }) => name.replace(/[^\w.]+/g, "-")).join("+")} -->`;
}

type ShownSuite = Awaited<ReturnType<typeof shownSuites>>[number];

function suiteHead(suite: ShownSuite): string {
  const { decision, variants } = suite;
  const verdict = decision ? ` ${verdictSigns[decision.verdict]} ${decision.verdict}` : "";
  return [
    `### ${codeText(suite.name)}${verdict}`,
    ...(decision && decision.verdict !== "pass" ? [codeText(decision.reason, 600)] : []),
    ...(decision?.note === undefined ? [] : [codeText(decision.note, 300)]),
    metricTable(suite),
    ...variants.flatMap(({ words }) => words.beyond.map((line) => codeText(line, 300))),
  ].join("\n\n");
}

function metricTable({ metrics: known, variants }: ShownSuite): string {
  const titles = variants.map(({ title }) => (variants.length > 1 ? codeText(title, 60) : "value"));
  const row = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(" | ")} |`;
  const rowOf = (name: string, cell: (variant: VariantView) => string | undefined) =>
    row(
      name,
      variants.map((variant) => cell(variant) ?? ""),
    );
  return [
    row("", titles),
    `| ${["---", ...titles.map(() => "---:")].join(" | ")} |`,
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
