import { InputError, VivaError } from "../base/index.ts";
import { defaultOptions, missingJudges, type RunOptions, type SuitePlan } from "../run/index.ts";
import type { StoredRun } from "../shape/index.ts";
import type { Project } from "../suite/index.ts";
import { cacheWish } from "./cache-wish.ts";
import {
  collect,
  type FlagsOf,
  flagRows,
  limitRows,
  onlyMissing,
  positive,
  refuse,
  trafficOf,
  wholeNumber,
} from "./command.ts";
import { reportRows } from "./reports.ts";

export const scoreRows = flagRows({
  ...reportRows,
  "--suite <suite>": "with files: the suite whose metrics score them; without it, the config's only suite",
  "--only-given": "with files: leave out the suite's cases that have no transcript",
  "--all": "with a run: score every transcript again, not only those with pending scores",
  "--metric <name>": ["score only this metric; may be given more than once", collect, []],
  "--judge <model>": "use another judge; whatever it has not scored yet is pending",
  "--live": "ask the judge; refused if its key is missing",
  "--replay": "replay the judge's recorded answers",
  "--record [missing]": ["with files: ask the judge and record its answers", onlyMissing],
  "--concurrency <n>": ["how many trials to score at a time (default 10)", wholeNumber(1, 10_000)],
  ...limitRows,
  "--cache": "where the judge has been asked the same before, use its answer",
  "--no-cache": "ask the judge, even if the config says `cache: true`",
  "--max-cost <dollars>": ["stop asking the judge if this scoring would cost more", positive],
  "--json": "write the report as JSON to stdout",
  "--verbose": "show every trial and every reason",
});
export type ScoreFlags = FlagsOf<typeof scoreRows>;

/** The options of a run that is scored again: its own, except those that flags override. */
export function scoreOptions(run: StoredRun, flags: ScoreFlags, project: Project): RunOptions {
  const { judge } = flags;
  const replayed = run.suites.every(({ header }) => header.mode === "replay");
  const traffic =
    flags.replay || (replayed && judge === undefined) ? "replay" : judge === undefined ? undefined : "live";
  return {
    ...defaultOptions,
    ...run.header.options,
    ...(judge === undefined ? {} : { judge }),
    ...limitsOf(flags, project),
    traffic: flags.live ? "live" : traffic,
  };
}

/** The options for given transcripts. There is no earlier run to take options from. */
export function fileOptions(flags: ScoreFlags, project: Project): RunOptions {
  return { ...defaultOptions, judge: flags.judge, ...limitsOf(flags, project), traffic: trafficOf(flags) };
}

/** How much may be asked, how fast, and of whom: by the flags, or else by the config. */
function limitsOf(flags: ScoreFlags, { config }: Project) {
  const { modelConcurrency, requestsPerMinute, tokensPerMinute } = flags;
  const { concurrency = config.concurrency ?? defaultOptions.concurrency, maxCost = config.maxCost } = flags;
  const { cache } = cacheWish(flags, config.cache, process.env);
  return { concurrency, modelConcurrency, requestsPerMinute, tokensPerMinute, maxCost, cache };
}

export function refuseFileFlags({ suite, onlyGiven, record }: ScoreFlags): void {
  const flag = suite !== undefined ? "--suite" : onlyGiven ? "--only-given" : record ? "--record" : undefined;
  refuse(flag, `${flag} is for files of transcripts, not for a run`, "Leave it out.");
}

export function refuseRunFlags({ all }: ScoreFlags): void {
  refuse(all, "--all is for a run; files are always scored whole", "Leave it out.");
}

/** Refuses metrics whose judge no suite, config or flag names, before anything is stored or asked. */
export async function refuseWithoutModel(plans: readonly SuitePlan[], { metric }: ScoreFlags): Promise<void> {
  const problems = (await Promise.all(plans.map((plan) => missingJudges(plan, metric)))).flat();
  if (problems.length > 0) throw new InputError(problems);
}

/** Refuses if a key is missing and there are no tapes: no judge could score a single transcript. */
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
    remedy: "Set it in the environment or in .env, replay recordings (--replay), or choose other metrics (--metric).",
  });
}

/** Scores that a live judge gave must not be replaced from old recordings just because a key is missing. */
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
