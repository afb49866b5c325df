import { InputError, VivaError } from "../base/index.ts";
import { defaultOptions, missingJudges, type SuitePlan } from "../run/index.ts";
import type { Project } from "../suite/index.ts";
import { cacheWish } from "./cache-wish.ts";
import { collect, type FlagsOf, flagRows, limitRows, onlyMissing, positive, wholeNumber } from "./command.ts";
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

/** How much may be asked, how fast, and of whom: by the flags, or else by the config. */
export function limitsOf(flags: ScoreFlags, { config }: Project) {
  const { modelConcurrency, requestsPerMinute, tokensPerMinute } = flags;
  const { concurrency = config.concurrency ?? defaultOptions.concurrency, maxCost = config.maxCost } = flags;
  const { cache } = cacheWish(flags, config.cache, process.env);
  return { concurrency, modelConcurrency, requestsPerMinute, tokensPerMinute, maxCost, cache };
}

/** Refuses metrics whose judge no suite, config or flag names, before anything is stored or asked. */
export async function refuseWithoutModel(plans: readonly SuitePlan[], { metric }: ScoreFlags): Promise<void> {
  const problems = (await Promise.all(plans.map((plan) => missingJudges(plan, metric)))).flat();
  if (problems.length > 0) throw new InputError(problems);
}

/** The error for a judge that cannot be asked for lack of a key. */
export function noJudge(key: string, suite: string): VivaError {
  return new VivaError({
    message: `${key} is not set, so the judge of suite ${suite} cannot be asked`,
    remedy: "Set it in the environment or in .env, replay recordings (--replay), or choose other metrics (--metric).",
  });
}
