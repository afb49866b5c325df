import { join, relative } from "node:path";
import { type CompareAnswer, comparisonReports, runReports } from "../report/index.ts";
import type { StoredRun, SuiteDecision } from "../shape/index.ts";
import { type FlagsOf, flagRows, namesFrom } from "./command.ts";
import type { Desk } from "./surroundings.ts";

type ReportKind = (typeof runReports.kinds)[number];

/** "html,junit", given once or several times. */
function reportRow<Kind extends ReportKind>(kinds: readonly Kind[]) {
  const kindsIn = namesFrom(kinds, "report", {
    junit: "JUnit XML holds the trials of one run and cannot show a comparison",
  });
  return [
    `write ${kinds.join(", ")}, or several of them, into results/`,
    (text: string, before: readonly Kind[] = []) => [...before, ...kindsIn(text)],
  ] as const;
}

export const reportRows = flagRows({ "--report <kinds>": reportRow(runReports.kinds) });

/** For a comparison of two runs, which JUnit XML cannot hold. */
export const comparisonReportRows = flagRows({ "--report <kinds>": reportRow(comparisonReports.kinds) });

export interface Reporting {
  run: StoredRun;
  decisions: readonly SuiteDecision[];
  comparison?: CompareAnswer | undefined;
  say(text: string): unknown;
}

/** Writes the reports that were asked for into `results/` beside the config, and says where they are. */
export async function writeReports(
  { project, cwd, store, invocation }: Desk,
  { report = [] }: FlagsOf<typeof reportRows>,
  { say, ...facts }: Reporting,
): Promise<void> {
  if (report.length === 0) return;
  const settings = { ...facts, store, invocation };
  const paths = await runReports.write(report, join(project.root, "results"), settings);
  for (const path of paths) say(`report: ${relative(cwd, path)}`);
}
