import { type Place, plural, safeLine } from "../../base/index.ts";
import type { SuiteDecision, VariantSummary } from "../../gate/index.ts";
import { readSummaries } from "../../results/index.ts";
import type { Store, StoredRun } from "../../store/index.ts";
import { showVariant } from "../../suite/index.ts";
import { failureLines } from "../failure-lines.ts";
import { measured } from "../measured.ts";
import { type TrialRow, trialRows } from "../trial-rows.ts";
import { workflowCommand } from "./workflow-command.ts";

export interface AnnotationSettings {
  store: Store;
  run: StoredRun;
  decisions: readonly SuiteDecision[];
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
