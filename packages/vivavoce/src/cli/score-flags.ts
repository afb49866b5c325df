import { InputError, VivaError } from "../base/index.ts";
import { defaultOptions, type RunOptions, type SuitePlan } from "../run/index.ts";
import type { StoredRun } from "../store/index.ts";
import type { Project } from "../suite/index.ts";
import type { ReportFlags } from "./reports.ts";

/** The flags of `viva score` as commander gives them. */
export interface ScoreFlags extends ReportFlags {
  suite?: string;
  onlyGiven?: boolean;
  record?: true | "missing";
  all?: boolean;
  metric: string[];
  judge?: string;
  live?: boolean;
  replay?: boolean;
  concurrency?: number;
  modelConcurrency?: number;
  maxCost?: number;
  json?: boolean;
  verbose?: boolean;
}

/** What was played is what the run says; where answers come from is what the run did, unless somebody says otherwise. */
export function scoreOptions(run: StoredRun, flags: ScoreFlags, project: Project): RunOptions {
  const { concurrency = project.config.concurrency ?? defaultOptions.concurrency, judge } = flags;
  const replayed = run.suites.every(({ header }) => header.mode === "replay");
  const traffic =
    flags.replay || (replayed && judge === undefined) ? "replay" : judge === undefined ? undefined : "live";
  return {
    ...defaultOptions,
    ...run.header.options,
    ...(judge === undefined ? {} : { judge }),
    concurrency,
    modelConcurrency: flags.modelConcurrency,
    maxCost: flags.maxCost ?? project.config.maxCost,
    traffic: flags.live ? "live" : traffic,
  };
}

/** What a scoring of given transcripts does: nobody has played them, so that nothing is known from before. */
export function fileOptions(flags: ScoreFlags, { config }: Project): RunOptions {
  const recording = flags.record === "missing" ? "record-missing" : flags.record && "record";
  return {
    ...defaultOptions,
    judge: flags.judge,
    concurrency: flags.concurrency ?? config.concurrency ?? defaultOptions.concurrency,
    modelConcurrency: flags.modelConcurrency,
    maxCost: flags.maxCost ?? config.maxCost,
    traffic: flags.live ? "live" : flags.replay ? "replay" : recording,
  };
}

export function refuseFileFlags({ suite, onlyGiven, record }: ScoreFlags): void {
  const flag = suite !== undefined ? "--suite" : onlyGiven ? "--only-given" : record ? "--record" : undefined;
  if (flag)
    throw new InputError({ message: `${flag} is for files of transcripts, not for a run`, remedy: "Leave it out." });
}

export function refuseRunFlags({ all }: ScoreFlags): void {
  if (all)
    throw new InputError({ message: "--all is for a run; of a file everything is scored", remedy: "Leave it out." });
}

/** Nobody asked for a replay, and there is nothing to replay: no judge would score a single transcript. */
export async function refuseWithoutTapes(
  { mode, metrics, cassette, variants, loaded }: SuitePlan,
  { replay }: ScoreFlags,
) {
  const key = mode.kind === "replay" ? mode.missingKey : undefined;
  if (key === undefined || replay || !metrics.some(({ judged }) => judged)) return;
  for (const { variant } of variants) if ((await cassette.list(variant)).size > 0) return;
  throw noJudge(key, loaded.suite.name);
}

function noJudge(key: string, suite: string): VivaError {
  return new VivaError({
    message: `${key} is not set, so the judge of suite ${suite} cannot be asked`,
    remedy: "Set it in the environment or in .env; --replay takes answers from recordings, --metric leaves it out.",
  });
}

/** What was judged live must not be judged by old recordings just because a key is missing. */
export function refuseWithoutJudge(
  run: StoredRun,
  plans: readonly SuitePlan[],
  { metric: wanted, replay }: ScoreFlags,
): void {
  for (const { mode, metrics, loaded, position } of plans) {
    const key = mode.kind === "replay" ? mode.missingKey : undefined;
    const isJudged = metrics.some(({ name, judged }) => judged && (wanted.length === 0 || wanted.includes(name)));
    const before = run.suites.find((suite) => suite.position === position)?.header.mode;
    if (key === undefined || replay || !isJudged || before === "replay") continue;
    throw noJudge(key, loaded.suite.name);
  }
}
