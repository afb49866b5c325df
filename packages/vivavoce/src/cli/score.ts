import type { Command } from "commander";
import { InputError, VivaError } from "../base/index.ts";
import { decide, worst } from "../gate/index.ts";
import { plural, showVerdict, suiteReport, summariseSuite, writeJsonReport } from "../report/index.ts";
import { defaultOptions, type RunOptions, type ScoredSuite, type SuitePlan, scoreRun } from "../run/index.ts";
import type { Store, StoredRun } from "../store/index.ts";
import { cleanText } from "./clean-text.ts";
import { listenForInterruption } from "./interruption.ts";
import { planRun } from "./plan-run.ts";
import { collect, wholeNumber } from "./run-flags.ts";
import { keepStdoutForTheReport } from "./streams.ts";
import { invocation, type Surroundings, surroundings } from "./surroundings.ts";

interface ScoreFlags {
  all?: boolean;
  metric: string[];
  judge?: string;
  live?: boolean;
  replay?: boolean;
  concurrency?: number;
  json?: boolean;
  verbose?: boolean;
}

export function describe(command: Command): Command {
  return command
    .argument("<run>", "a run's id or the beginning of it, or latest")
    .option("--all", "score every transcript again, not only what is pending")
    .option("--metric <name>", "only this metric; may be given more than once", collect, [])
    .option("--judge <model>", "another judge: what it has not scored yet is pending")
    .option("--live", "ask the judge; refused where its key is missing")
    .option("--replay", "take the judge's answers from recordings")
    .option("--concurrency <n>", "trials at a time (default 10)", wholeNumber(1, 10_000))
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
      const around = await surroundings();
      const store = await around.openStore();
      try {
        process.exitCode = await score(around, store, id, flags);
      } finally {
        await store.close();
      }
    });
}

async function score(around: Surroundings, store: Store, id: string, flags: ScoreFlags): Promise<number> {
  const run = await store.runs.find(id);
  const options = scoreOptions(run, flags, around);
  const paths = run.suites.map(({ header }) => header.file);
  const plans = await planRun({ ...around, cwd: around.project.root }, paths, options, async () => store, {
    judgeOnly: true,
  });
  refuseUnknown(flags.metric, plans);
  refuseWithoutJudge(run, plans, flags);
  const interruption = listenForInterruption((text) => process.stderr.write(text));
  try {
    const suites = await scoreRun({
      store,
      run,
      plans,
      which: flags.all ? "all" : "pending",
      metrics: flags.metric,
      redactor: around.redactor,
      concurrency: options.concurrency,
      stop: interruption.stop,
      abort: interruption.abort,
      onScored: (done) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K  ${plural(done, "trial")} scored`);
      },
    });
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[2K");
    return await finish(around, store, run, suites, flags, interruption.by());
  } finally {
    interruption.release();
  }
}

/** What was played is what the run says; where answers come from is what the run did, unless somebody says otherwise. */
function scoreOptions(run: StoredRun, flags: ScoreFlags, { project }: Surroundings): RunOptions {
  const { concurrency = project.config.concurrency ?? defaultOptions.concurrency, judge } = flags;
  const replayed = run.suites.every(({ header }) => header.mode === "replay");
  const traffic =
    flags.replay || (replayed && judge === undefined) ? "replay" : judge === undefined ? undefined : "live";
  return {
    ...defaultOptions,
    ...run.header.options,
    ...(judge === undefined ? {} : { judge }),
    concurrency,
    traffic: flags.live ? "live" : traffic,
  };
}

function refuseUnknown(wanted: readonly string[], plans: readonly SuitePlan[]): void {
  const known = plans.flatMap((plan) => plan.metrics.map(({ name }) => name));
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new InputError({
    message: `there is no metric ${unknown.join(", ")}`,
    remedy: `The suites have ${[...new Set(known)].join(", ")}.`,
  });
}

/** What was judged live must not be judged by old recordings just because a key is missing. */
function refuseWithoutJudge(run: StoredRun, plans: readonly SuitePlan[], { metric: wanted, replay }: ScoreFlags): void {
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

async function finish(
  around: Surroundings,
  store: Store,
  before: StoredRun,
  suites: readonly ScoredSuite[],
  flags: ScoreFlags,
  interrupted: "SIGINT" | "SIGTERM" | undefined,
): Promise<number> {
  const run = await store.runs.find(before.id);
  const decisions = suites.map(({ plan, facts }) => ({
    suite: plan.loaded.suite.name,
    safetyHits: facts.safetyHits,
    ...decide({ ...facts, interrupted }, plan.gate),
  }));
  for (const [metric, reason] of suites.flatMap(({ failures }) => Object.entries(failures)))
    process.stderr.write(cleanText(`warning: ${metric} scored nothing: ${reason}\n`));
  if (flags.json) {
    await writeJsonReport({ store, run, decisions, write: (text) => void process.stdout.write(text) });
    return worst(decisions);
  }
  for (const [index, { plan, scored }] of suites.entries()) {
    const suite = run.suites.find(({ position }) => position === plan.position);
    if (!suite) continue;
    const summaries = await summariseSuite(store, run.id, suite);
    const verbose = flags.verbose ?? false;
    const showCommand = `${invocation()} show ${run.id}`;
    process.stdout.write(`${suite.name}: ${plural(scored, "trial")} scored, no agent called\n\n`);
    process.stdout.write(
      `${suiteReport(suite, summaries, { style: around.style, showCommand, verbose, decision: decisions[index] })}\n\n`,
    );
  }
  const [only] = decisions;
  if (decisions.length > 1 && only)
    process.stdout.write(`${decisions.map((one) => `${one.suite}: ${showVerdict(one, around.style)}`).join("\n")}\n`);
  return worst(decisions);
}
