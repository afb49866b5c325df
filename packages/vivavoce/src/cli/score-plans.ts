import { InputError, plural, VivaError } from "../base/index.ts";
import { worst } from "../gate/index.ts";
import type { AnswerShelf } from "../model/index.ts";
import { suiteText, writeJsonReport } from "../report/index.ts";
import { circumstancesOf, decideAndKeep, takeOver } from "../results/index.ts";
import {
  defaultOptions,
  givenName,
  missingJudges,
  planRun,
  type RunOptions,
  type ScoredSuite,
  type SuitePlan,
  scoreRun,
  withOwnCases,
} from "../run/index.ts";
import type { StoredRun, SuiteDecision } from "../shape/index.ts";
import type { Project } from "../suite/index.ts";
import { decisionOf } from "./against-baseline.ts";
import { cacheWish } from "./cache-wish.ts";
import { collect, type FlagsOf, flagRows, limitRows, onlyMissing, positive, wholeNumber } from "./command.ts";
import { listenForInterruption } from "./interruption.ts";
import { warningsOf } from "./plan-text.ts";
import { underWatch } from "./play-plans.ts";
import { cleanText, print, printError } from "./print.ts";
import { keptReference } from "./reference.ts";
import { reportRows, writeReports } from "./reports.ts";
import { writeReport } from "./streams.ts";
import { type Desk, withCache } from "./surroundings.ts";

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

/** Refuses, before anything is stored or asked, metrics whose judge nobody names, and judges without a key and answers. */
export async function refuseWithoutJudge(
  plans: readonly SuitePlan[],
  { metric, replay }: ScoreFlags,
  hasAnswers: (plan: SuitePlan) => boolean | Promise<boolean>,
): Promise<void> {
  const problems = (await Promise.all(plans.map((plan) => missingJudges(plan, metric)))).flat();
  if (problems.length > 0) throw new InputError(problems);
  for (const plan of plans) {
    const key = plan.mode.kind === "replay" ? plan.mode.missingKey : undefined;
    const isAsked = plan.metrics.some(({ name, judged }) => judged && (metric.length === 0 || metric.includes(name)));
    if (key === undefined || replay || !isAsked || (await hasAnswers(plan))) continue;
    throw new VivaError({
      message: `${key} is not set, so the judge of suite ${plan.loaded.suite.name} cannot be asked`,
      remedy: "Set it in the environment or in .env, replay recordings (--replay), or choose other metrics (--metric).",
    });
  }
}

/** Plans a stored run again, for its judges alone. The cases that came with given transcripts belong to its plans. */
export async function plansOf(desk: Desk, run: StoredRun, options: RunOptions): Promise<SuitePlan[]> {
  const { store, project } = desk;
  const { given } = run.header;
  const paths = run.suites.map(({ header }) => header.file);
  const supplies = { judgeOnly: true, given: given && { name: givenName(given.files) } };
  const plans = await planRun({ ...desk, cwd: project.root }, paths, options, async () => store, supplies);
  if (!given) return plans;
  const withCases = plans.map(async (plan) => withOwnCases(plan, await store.trials.ownCases(run.id, plan.position)));
  return Promise.all(withCases);
}

/** A run whose transcripts are in the store, and how they are to be scored. */
interface Scoring {
  run: StoredRun;
  plans: readonly SuitePlan[];
  options: RunOptions;
  flags: ScoreFlags;
}

/** Scores a run by its plans, with progress on stderr, prints the result, and returns the exit code. */
export async function scorePlans(desk: Desk, scoring: Scoring): Promise<number> {
  const { store, style, redactor } = desk;
  const { run, plans, options, flags } = scoring;
  for (const warning of warningsOf(plans, options)) printError(style.warn(cleanText(`warning: ${warning}`)));
  using interruption = listenForInterruption(printError);
  const isChanged = await takeOver(store, run);
  const reference = await keptReference(desk, run);
  const { stop, abort } = interruption;
  const { concurrency, maxCost } = options;
  const score = (cache: AnswerShelf | undefined) =>
    scoreRun({
      ...{ store, cache, run, plans, redactor, concurrency, maxCost, stop, abort },
      which: flags.all ? "all" : "pending",
      metrics: flags.metric,
      onScored: (done) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K  ${plural(done, "trial")} scored`);
      },
    });
  const suites = await underWatch(plans, options, () => withCache(desk, { plans, options }, score));
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[2K");
  const unaffordable = suites.some(({ budgetExhausted }) => budgetExhausted);
  const { bailed, shard, cache = options.cache } = circumstancesOf(run);
  const changed = isChanged ? (["results"] as const) : [];
  const interrupted = interruption.by();
  const circumstances = { interrupted, bailed, shard, cache, changed, ...(unaffordable ? { unaffordable } : {}) };
  // Read again: its suites are described anew by what has scored them.
  const scored = await store.runs.find(run.id);
  const decisions = (await decideAndKeep(store, scored, { circumstances, reference })).map(decisionOf);
  if (unaffordable) printError("the cost limit was reached before everything was scored");
  for (const warning of suites.flatMap(({ warnings }) => warnings)) printError(cleanText(`warning: ${warning}`));
  if (flags.json) await writeJsonReport({ store, run: scored, decisions, write: writeReport });
  else await tellScores(desk, scored, { suites, decisions, verbose: flags.verbose ?? false });
  const say = flags.json ? printError : print;
  await writeReports(desk, flags, { run: scored, decisions, say });
  return worst(decisions);
}

async function tellScores(
  { store, style, invocation }: Desk,
  run: StoredRun,
  told: { suites: readonly ScoredSuite[]; decisions: readonly SuiteDecision[]; verbose: boolean },
): Promise<void> {
  const { suites, decisions, verbose } = told;
  for (const { plan, scored: count } of suites) {
    const position = run.suites.findIndex((one) => one.position === plan.position);
    const suite = run.suites[position];
    if (!suite) continue;
    const settings = { style, showCommand: `${invocation} show ${run.id}`, verbose, decision: decisions[position] };
    const { text } = await suiteText(store, run, suite, settings);
    print(`${suite.name}: ${plural(count, "trial")} scored, no agent called\n\n${text}\n`);
  }
}
