import { join, relative } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { type ReportKind, reportKinds, writeReportFiles } from "../report/index.ts";
import type { SuiteDecision } from "../results/index.ts";
import type { Store, StoredRun } from "../store/index.ts";
import { invocation, type Surroundings } from "./surroundings.ts";

export interface ReportFlags {
  report?: ReportKind[];
}

export function addReportFlag(command: Command): Command {
  return command.option(
    "--report <kinds>",
    `write ${reportKinds.join(", ")}, or several of them, into results/`,
    kindsIn,
  );
}

/** "html,junit", given once or several times. */
function kindsIn(text: string, before: ReportKind[] = []): ReportKind[] {
  const kinds = text.split(",").map((name) => {
    const kind = reportKinds.find((one) => one === name.trim());
    if (kind) return kind;
    throw new InvalidArgumentError(
      `${name ? `there is no report ${name}` : "a name is empty"}; give one or more of ${reportKinds.join(", ")}.`,
    );
  });
  return [...before, ...kinds];
}

export interface Reporting {
  store: Store;
  run: StoredRun;
  decisions: readonly SuiteDecision[];
  say(text: string): unknown;
}

/** Writes the reports that were asked for into `results/` beside the config, and says where they are. */
export async function writeReports(
  { project, cwd }: Pick<Surroundings, "project" | "cwd">,
  { report = [] }: ReportFlags,
  { store, run, decisions, say }: Reporting,
): Promise<void> {
  if (report.length === 0) return;
  const paths = await writeReportFiles(report, join(project.root, "results"), {
    store,
    run,
    decisions,
    invocation: invocation(),
  });
  for (const path of paths) say(`report: ${relative(cwd, path)}`);
}
