import type { Command } from "commander";
import { exitCodes, InputError, plural } from "../base/index.ts";
import { decide, worst } from "../gate/index.ts";
import { suiteText, writeJsonReport } from "../report/index.ts";
import { planRun, type ScoredSuite, scoreRun, standstillAfter, watchForStandstill } from "../run/index.ts";
import type { Store, StoredRun } from "../store/index.ts";
import { cleanText } from "./clean-text.ts";
import { decideExitCode } from "./exit-code.ts";
import { refuseUnknown } from "./gate-flags.ts";
import { listenForInterruption } from "./interruption.ts";
import { warningsOf } from "./plan-warnings.ts";
import { collect, positive, wholeNumber } from "./run-flags.ts";
import { refuseWithoutJudge, type ScoreFlags, scoreOptions } from "./score-flags.ts";
import { reportStrayErrors } from "./stray-errors.ts";
import { keepStdoutForTheReport, writeReport } from "./streams.ts";
import { invocation, type Surroundings, withStore } from "./surroundings.ts";

export function describe(command: Command): Command {
  return command
    .argument("<run>", "a run's id or the beginning of it, or latest")
    .option("--all", "score every transcript again, not only what is pending")
    .option("--metric <name>", "only this metric; may be given more than once", collect, [])
    .option("--judge <model>", "another judge: what it has not scored yet is pending")
    .option("--live", "ask the judge; refused where its key is missing")
    .option("--replay", "take the judge's answers from recordings")
    .option("--concurrency <n>", "trials at a time (default 10)", wholeNumber(1, 10_000))
    .option("--model-concurrency <n>", "most calls at once to any one model", wholeNumber(1, 10_000))
    .option("--max-cost <dollars>", "stop asking the judge before this scoring costs more", positive)
    .option("--json", "the report as JSON on stdout")
    .option("--verbose", "every trial and every reason")
    .addHelpText(
      "after",
      `
Pending is what has no valid score of a metric as it is now, by the judge that is named now.
The agent is never called. Scores are appended; earlier ones stay in the store.`,
    )
    .action(async (id: string, flags: ScoreFlags) => {
      if (flags.json) keepStdoutForTheReport();
      if (flags.live && flags.replay)
        throw new InputError({ message: "--live and --replay exclude each other", remedy: "Give one." });
      decideExitCode(await withStore((store, around) => score(around, store, id, flags)));
    });
}

async function score(around: Surroundings, store: Store, id: string, flags: ScoreFlags): Promise<number> {
  const run = await store.runs.find(id);
  const options = scoreOptions(run, flags, around.project);
  const paths = run.suites.map(({ header }) => header.file);
  const plans = await planRun({ ...around, cwd: around.project.root }, paths, options, async () => store, {
    judgeOnly: true,
  });
  refuseUnknown(
    flags.metric,
    plans.flatMap(({ metrics }) => metrics.map(({ name }) => name)),
  );
  refuseWithoutJudge(run, plans, flags);
  for (const warning of warningsOf(plans, options)) process.stderr.write(around.style.warn(`warning: ${warning}\n`));
  const interruption = listenForInterruption((text) => process.stderr.write(text));
  reportStrayErrors();
  const endWatch = watchForStandstill(standstillAfter(plans, options));
  try {
    const suites = await scoreRun({
      store,
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
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[2K");
    return await finish(around, store, run, suites, flags, interruption.by());
  } finally {
    endWatch();
    interruption.release();
  }
}

async function finish(
  around: Surroundings,
  store: Store,
  before: StoredRun,
  suites: readonly ScoredSuite[],
  flags: ScoreFlags,
  interrupted: "SIGINT" | "SIGTERM" | undefined,
): Promise<number> {
  const run = await store.runs.find(before.id);
  // By the policy that the run was played under, as `gate`, `show` and `list` decide it.
  const policyOf = ({ plan }: ScoredSuite) =>
    run.suites.find(({ position }) => position === plan.position)?.header.gate;
  const decisions = suites.map((one) => ({
    suite: one.plan.loaded.suite.name,
    ...decide(one.summaries, policyOf(one) ?? one.plan.gate, { interrupted }),
  }));
  const exhausted = suites.some(({ budgetExhausted }) => budgetExhausted);
  const exitCode = worst([...decisions, ...(exhausted ? [overBudget] : [])]);
  if (exhausted) process.stderr.write("the cost limit was reached before everything was scored\n");
  for (const [metric, reason] of suites.flatMap(({ failures }) => Object.entries(failures)))
    process.stderr.write(cleanText(`warning: ${metric} scored nothing: ${reason}\n`));
  if (flags.json) {
    await writeJsonReport({ store, run, decisions, write: writeReport });
    return exitCode;
  }
  for (const [index, { plan, scored }] of suites.entries()) {
    const suite = run.suites.find(({ position }) => position === plan.position);
    if (!suite) continue;
    const settings = { style: around.style, showCommand: `${invocation()} show ${run.id}` };
    const { verbose = false } = flags;
    const { text } = await suiteText(store, run, suite, { ...settings, verbose, decision: decisions[index] });
    process.stdout.write(`${suite.name}: ${plural(scored, "trial")} scored, no agent called\n\n${text}\n\n`);
  }
  return exitCode;
}

/** What the limit left out is not decided. */
const overBudget = { exitCode: exitCodes.infrastructure };
