import { VivaError } from "../base/index.ts";
import { defaultOptions, type RunOptions, type SuitePlan } from "../run/index.ts";
import type { StoredRun } from "../store/index.ts";
import type { Project } from "../suite/index.ts";

/** The flags of `viva score` as commander gives them. */
export interface ScoreFlags {
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
    throw new VivaError({
      message: `${key} is not set, so the judge of suite ${loaded.suite.name} cannot be asked`,
      remedy: "Set it in the environment or in .env; --replay takes answers from recordings, --metric leaves it out.",
    });
  }
}
