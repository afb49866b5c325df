import { auditChecks } from "../../calibration/index.ts";
import { auditReportKinds } from "../../report/index.ts";
import { defaultOptions, type RunOptions } from "../../run/index.ts";
import type { StoredRun } from "../../shape/index.ts";
import type { Project } from "../../suite/index.ts";
import { collect, type FlagsOf, flagRows, namesFrom, onlyMissing, positive, trafficOf, wholeNumber } from "../flags.ts";

export const auditRows = flagRows({
  "--suite <name>": ["only this suite of the run; may be given more than once", collect, []],
  "--metric <name>": ["only this judged metric; may be given more than once", collect, []],
  "--trials <n>": ["how many conversations of a suite to ask about", wholeNumber(1, 10_000), 20],
  "--checks <list>": [
    `some of ${auditChecks.join(", ")}, separated by commas`,
    namesFrom(auditChecks, "check"),
    auditChecks,
    "all",
  ],
  "--judge <model>": "audit another judge",
  "--live": "ask the judge; refused if its key is missing",
  "--replay": "replay a recorded audit",
  "--record [missing]": ["ask the judge and record its answers, in cassettes/_audit", onlyMissing],
  "--concurrency <n>": ["how many conversations at a time (default 10)", wholeNumber(1, 10_000)],
  "--max-cost <dollars>": ["refuse an audit that is expected to cost more", positive],
  "--seed <n>": ["the seed of the sample and of the directives", wholeNumber(0, 2 ** 32 - 1), 1],
  "--report <kinds>": [
    `write ${auditReportKinds.join(" or ")}, or both, into results/`,
    namesFrom(auditReportKinds, "report"),
  ],
  "--json": "write the audit as JSON to stdout",
  "--verbose": "list every verdict that changed",
});
export type AuditFlags = FlagsOf<typeof auditRows>;

/** The options of the audited run, with the traffic of the audit: what the run replayed may be asked live now. */
export function auditOptions(run: StoredRun, flags: AuditFlags, { config }: Project): RunOptions {
  return {
    ...defaultOptions,
    ...run.header.options,
    ...(flags.judge === undefined ? {} : { judge: flags.judge }),
    // A stand-in for the agent needs no model, but its judge does.
    agent: undefined,
    concurrency: flags.concurrency ?? config.concurrency ?? defaultOptions.concurrency,
    maxCost: flags.maxCost ?? config.maxCost,
    traffic: trafficOf(flags),
  };
}
