import { join, relative } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import {
  type CompareAnswer,
  comparisonReportKinds,
  type ReportKind,
  reportKinds,
  writeReportFiles,
} from "../report/index.ts";
import type { StoredRun, SuiteDecision } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { invocation } from "./invocation.ts";
import type { Surroundings } from "./surroundings.ts";

export interface ReportFlags {
  report?: ReportKind[];
}

export function addReportFlag(command: Command): Command {
  return command.option(...reportFlag(reportKinds));
}

/** For a comparison of two runs, which JUnit XML cannot hold. */
export function addComparisonReportFlag(command: Command): Command {
  return command.option(...reportFlag(comparisonReportKinds));
}

function reportFlag<Kind extends ReportKind>(kinds: readonly Kind[]) {
  const words = `write ${kinds.join(", ")}, or several of them, into results/`;
  return ["--report <kinds>", words, (text: string, before: Kind[] = []) => kindsIn(text, before, kinds)] as const;
}

/** "html,junit", given once or several times. */
function kindsIn<Kind extends ReportKind>(text: string, before: readonly Kind[], kinds: readonly Kind[]): Kind[] {
  const given = text.split(",").map((name) => {
    const kind = kinds.find((one) => one === name.trim());
    if (kind) return kind;
    const why =
      name.trim() === "junit"
        ? "JUnit XML holds the trials of one run and cannot show a comparison"
        : name
          ? `there is no report ${name}`
          : "a name is empty";
    throw new InvalidArgumentError(`${why}; give one or more of ${kinds.join(", ")}.`);
  });
  return [...before, ...given];
}

export interface Reporting {
  store: Store;
  run: StoredRun;
  decisions: readonly SuiteDecision[];
  comparison?: CompareAnswer | undefined;
  say(text: string): unknown;
}

/** Writes the reports that were asked for into `results/` beside the config, and says where they are. */
export async function writeReports(
  { project, cwd }: Pick<Surroundings, "project" | "cwd">,
  { report = [] }: ReportFlags,
  { say, ...facts }: Reporting,
): Promise<void> {
  if (report.length === 0) return;
  const paths = await writeReportFiles(report, join(project.root, "results"), {
    ...facts,
    invocation: invocation(),
  });
  for (const path of paths) say(`report: ${relative(cwd, path)}`);
}
