import { plural } from "../base/index.ts";
import { worst } from "../gate/index.ts";
import type { AnswerShelf } from "../model/index.ts";
import { suiteText, writeJsonReport } from "../report/index.ts";
import { circumstancesOf, decideAndKeep, type Reference, takeOver } from "../results/index.ts";
import { type RunOptions, type ScoredSuite, type SuitePlan, scoreRun } from "../run/index.ts";
import type { StoredRun } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { decisionOf } from "./against-baseline.ts";
import { listenForInterruption } from "./interruption.ts";
import { invocation } from "./invocation.ts";
import { warningsOf } from "./plan-warnings.ts";
import { underWatch } from "./play-plans.ts";
import { cleanText, print, printError } from "./print.ts";
import { keptReference } from "./reference.ts";
import { writeReports } from "./reports.ts";
import type { ScoreFlags } from "./score-flags.ts";
import { writeReport } from "./streams.ts";
import { type Surroundings, withCache } from "./surroundings.ts";

/** A run whose transcripts are in the store, and how they are to be scored. */
export interface Scoring {
  run: StoredRun;
  plans: readonly SuitePlan[];
  options: RunOptions;
  flags: ScoreFlags;
}

/** Scores a run by its plans, with progress on stderr, prints the result, and returns the exit code. */
export async function scorePlans(around: Surroundings, store: Store, scoring: Scoring): Promise<number> {
  const { run, plans, options, flags } = scoring;
  for (const warning of warningsOf(plans, options)) printError(around.style.warn(cleanText(`warning: ${warning}`)));
  const interruption = listenForInterruption(printError);
  const isChanged = await takeOver(store, run);
  const reference = await keptReference(store, run, around.cwd);
  const score = (cache: AnswerShelf | undefined) =>
    scoreRun({
      store,
      cache,
      run,
      plans,
      which: flags.all ? "all" : "pending",
      metrics: flags.metric,
      redactor: around.redactor,
      concurrency: options.concurrency,
      maxCost: options.maxCost,
      stop: interruption.stop,
      abort: interruption.abort,
      onScored: (done) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K  ${plural(done, "trial")} scored`);
      },
    });
  try {
    const suites = await underWatch(plans, options, () => withCache(around, { plans, options }, score));
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[2K");
    return await finish(around, store, { ...scoring, suites, isChanged, reference, interrupted: interruption.by() });
  } finally {
    interruption.release();
  }
}

interface Scored extends Scoring {
  suites: readonly ScoredSuite[];
  isChanged: boolean;
  reference: Reference | undefined;
  interrupted: "SIGINT" | "SIGTERM" | undefined;
}

async function finish(around: Surroundings, store: Store, scored: Scored): Promise<number> {
  const { suites, flags, interrupted, isChanged, reference } = scored;
  const run = await store.runs.find(scored.run.id);
  const unaffordable = suites.some(({ budgetExhausted }) => budgetExhausted);
  const { bailed, shard, cache = scored.options.cache } = circumstancesOf(scored.run);
  const changed = isChanged ? (["results"] as const) : [];
  const circumstances = { interrupted, bailed, shard, cache, changed, ...(unaffordable ? { unaffordable } : {}) };
  const decisions = (await decideAndKeep(store, run, { circumstances, reference })).map(decisionOf);
  const exitCode = worst(decisions);
  if (unaffordable) printError("the cost limit was reached before everything was scored");
  for (const warning of suites.flatMap(({ warnings }) => warnings)) printError(cleanText(`warning: ${warning}`));
  const say = flags.json ? printError : print;
  if (flags.json) await writeJsonReport({ store, run, decisions, write: writeReport });
  else
    for (const { plan, scored: count } of suites) {
      const position = run.suites.findIndex((one) => one.position === plan.position);
      const suite = run.suites[position];
      if (!suite) continue;
      const settings = { style: around.style, showCommand: `${invocation()} show ${run.id}` };
      const { verbose = false } = flags;
      const { text } = await suiteText(store, run, suite, { ...settings, verbose, decision: decisions[position] });
      say(`${suite.name}: ${plural(count, "trial")} scored, no agent called\n\n${text}\n`);
    }
  await writeReports(around, flags, { store, run, decisions, say });
  return exitCode;
}
