import { type Place, plural, safeLine, safeText } from "../../base/index.ts";
import { readSummaries } from "../../results/index.ts";
import { showVariant, type VariantSummary } from "../../shape/index.ts";
import { failureLines } from "../failure-lines.ts";
import { measured } from "../measured.ts";
import type { ReportSettings } from "../report-settings.ts";
import { type TrialRow, trialRows } from "../trial-rows.ts";

interface AnnotationSettings extends Pick<ReportSettings, "store" | "run" | "decisions"> {
  /** A case's place, relative to the repository; undefined if it is not known. */
  placeOf(suite: string, caseId: string): Place | undefined;
}

/** GitHub shows ten of a kind for each step. */
const most = 9;

/** A run's failures as annotations, at the cases that failed; then the verdicts that are not a pass. */
export async function annotations({ store, run, decisions, placeOf }: AnnotationSettings): Promise<string[]> {
  const lines: string[] = [];
  let left = 0;
  for (const suite of run.suites) {
    for (const summary of await readSummaries(store, run, suite)) {
      const { failed, errored, unscored } = summary.tally;
      const { variant } = summary;
      const shown = await trialRows(store, run.id, suite, { variant, notPassed: most - lines.length });
      left += failed + errored + unscored - shown.length;
      for (const row of shown) lines.push(annotation(row, summary, placeOf(suite.name, row.caseId), suite.name));
    }
  }
  if (left > 0) lines.push(workflowCommand("error", { title: "viva" }, `${plural(left, "more trial")} did not pass`));
  const notice = measured(run.suites);
  return [
    ...lines,
    ...decisions
      .filter(({ verdict }) => verdict !== "pass")
      .map(({ suite, verdict, reason }) => workflowCommand("warning", { title: `${suite}: ${verdict}` }, reason)),
    ...decisions.flatMap(({ suite, note }) =>
      note === undefined ? [] : [workflowCommand("warning", { title: suite }, note)],
    ),
    ...(notice === undefined ? [] : [workflowCommand("notice", { title: "viva" }, notice)]),
  ];
}

function annotation(row: TrialRow, { variant }: VariantSummary, place: Place | undefined, suite: string): string {
  const title = [suite, showVariant(variant), row.caseId, row.status].filter((part) => part).join(" · ");
  const reasons = failureLines(row).map(({ source, text }) => `${source}: ${text}`);
  const told = reasons.length > 0 ? reasons.slice(0, 5) : [`${row.caseId} ${row.status}`];
  const message = [...(row.title === row.caseId ? [] : [safeLine(row.title, 160)]), ...told].join("\n");
  return workflowCommand("error", { file: place?.file, line: place?.line, title: safeLine(title, 120) }, message);
}

/** A command to GitHub's runner, such as an annotation: `::error file=a.json,line=3,title=…::message`. */
export function workflowCommand(
  name: "error" | "warning" | "notice",
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const given = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name}${given.length > 0 ? ` ${given.join(",")}` : ""}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return safeText(text).replaceAll("%", "%25").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
