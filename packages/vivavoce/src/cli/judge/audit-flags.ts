import { type Command, InvalidArgumentError, Option } from "commander";
import { InputError } from "../../base/index.ts";
import { type AuditCheck, auditChecks } from "../../calibration/index.ts";
import { type AuditReportKind, auditReportKinds } from "../../report/index.ts";
import { defaultOptions, type RunOptions } from "../../run/index.ts";
import type { StoredRun } from "../../shape/index.ts";
import type { Project } from "../../suite/index.ts";
import { collect, onlyMissing, positive, wholeNumber } from "../run-flags.ts";

/** The flags of `viva judge audit` as commander gives them. */
export interface AuditFlags {
  suite: string[];
  metric: string[];
  trials: number;
  checks: AuditCheck[];
  judge?: string;
  live?: boolean;
  replay?: boolean;
  record?: true | "missing";
  concurrency?: number;
  maxCost?: number;
  seed: number;
  json?: boolean;
  verbose?: boolean;
  report?: AuditReportKind[];
}

export function addAuditFlags(command: Command): Command {
  return command
    .argument("[run]", "a run's id or the beginning of it, or latest", "latest")
    .option("--suite <name>", "only this suite of the run; may be given more than once", collect, [])
    .option("--metric <name>", "only this judged metric; may be given more than once", collect, [])
    .option("--trials <n>", "how many conversations of a suite to ask about", wholeNumber(1, 10_000), 20)
    .addOption(
      new Option("--checks <list>", `some of ${auditChecks.join(", ")}, separated by commas`)
        .argParser(namesFrom(auditChecks, "check"))
        .default([...auditChecks], "all"),
    )
    .option("--judge <model>", "audit another judge")
    .option("--live", "ask the judge; refused if its key is missing")
    .option("--replay", "replay a recorded audit")
    .option("--record [missing]", "ask the judge and record its answers, in cassettes/_audit", onlyMissing)
    .option("--concurrency <n>", "how many conversations at a time (default 10)", wholeNumber(1, 10_000))
    .option("--max-cost <dollars>", "refuse an audit that is expected to cost more", positive)
    .option("--seed <n>", "the seed of the sample and of the directives", wholeNumber(0, 2 ** 32 - 1), 1)
    .option(
      "--report <kinds>",
      `write ${auditReportKinds.join(" or ")}, or both, into results/`,
      namesFrom(auditReportKinds, "report"),
    )
    .option("--json", "write the audit as JSON to stdout")
    .option("--verbose", "list every verdict that changed");
}

function namesFrom<Name extends string>(known: readonly Name[], what: string) {
  return (text: string): Name[] =>
    text.split(",").map((part) => {
      const name = known.find((one) => one === part.trim());
      if (name !== undefined) return name;
      const problem = part.trim() === "" ? "a name is empty" : `there is no ${what} ${part.trim()}`;
      throw new InvalidArgumentError(`${problem}; give one or more of ${known.join(", ")}.`);
    });
}

/** The options of the audited run, with the traffic of the audit: what the run replayed may be asked live now. */
export function auditOptions(run: StoredRun, flags: AuditFlags, { config }: Project): RunOptions {
  const wishes = [flags.live && "--live", flags.replay && "--replay", flags.record && "--record"].filter(Boolean);
  if (wishes.length > 1)
    throw new InputError({ message: `${wishes.join(" and ")} exclude each other`, remedy: "Give one." });
  const recording = flags.record === "missing" ? "record-missing" : flags.record && "record";
  return {
    ...defaultOptions,
    ...run.header.options,
    ...(flags.judge === undefined ? {} : { judge: flags.judge }),
    // A stand-in for the agent needs no model, but its judge does.
    agent: undefined,
    concurrency: flags.concurrency ?? config.concurrency ?? defaultOptions.concurrency,
    maxCost: flags.maxCost ?? config.maxCost,
    traffic: flags.live ? "live" : flags.replay ? "replay" : recording,
  };
}
