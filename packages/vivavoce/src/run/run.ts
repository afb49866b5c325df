import { endServers } from "../agent/index.ts";
import { type ExitCode, runId, sameJson } from "../base/index.ts";
import { assertSum, worst } from "../gate/index.ts";
import { closeNetwork } from "../network/index.ts";
import { type DecidedSuite, decideAndKeep } from "../results/index.ts";
import type { Circumstances, StoredSuite } from "../shape/index.ts";
import { type Store, storeFile, thisProcess } from "../store/index.ts";
import { Budget } from "./budget.ts";
import { keepAlive } from "./claim-run.ts";
import { EarlyStop } from "./early-stop.ts";
import { InFlight } from "./in-flight.ts";
import { narrowedTo, plannedTrials, type SuitePlan, suiteTrial } from "./plan.ts";
import { playSuite } from "./play-suite.ts";
import { type SuiteProgress, startingProgress } from "./progress.ts";
import type { RunSettings, SuiteWork } from "./run-settings.ts";
import { suiteHeader } from "./suite-header.ts";
import type { LateTrial } from "./trial/run.ts";

export interface RunResult {
  run: string;
  suites: readonly SuiteProgress[];
  /** The decision on each suite, in the same order; it is stored with the run. */
  decided: readonly DecidedSuite[];
  budgetExhausted: boolean;
  exitCode: ExitCode;
}

/** Plays and scores everything that is planned and not done yet, and decides. */
export async function executeRun(settings: RunSettings): Promise<RunResult> {
  const { store, plans, options, resumption } = settings;
  const run = resumption?.run ?? runId();
  const suites: StoredSuite[] = plans.map((plan) => suiteHeader(plan, settings.root));
  if (resumption) await store.runs.reopen(run, suites);
  else await store.runs.create({ id: run, header: settings.header, suites, owner: thisProcess(), at: Date.now() });
  const begun = await store.runs.find(run);
  if (!resumption) journalSuiteCalls(run, settings);
  const heartbeat = keepAlive(store, run);
  const abort = AbortSignal.any([settings.abort, heartbeat.lost]);
  const progress = plans.map((plan, index) => startingProgress(plan, resumption?.suites[index]?.done));
  const finishedBefore = progress.reduce((sum, { tally }) => sum + tally.planned - tally.pending, 0);
  const budget = new Budget(options.maxCost, { trials: finishedBefore, cost: await store.calls.spent(run) });
  const pending = () => progress.some(({ tally }) => tally.pending > 0);
  let bailed = false;
  let isChanged = resumption?.isChanged ?? false;
  const late: LateTrial[] = [];
  const network = { used: false };
  const inFlight = new InFlight(store.file ?? storeFile(settings.root), run);
  const suspected = settings.elsewhere && inFlight.hasSuspects ? suspectedCases(inFlight, settings, run) : [];
  if (suspected.length > 0) settings.listener?.suspected?.(suspected);
  try {
    for (const [index, suite] of progress.entries()) {
      const before = resumption?.suites[index];
      settings.listener?.suiteStarted?.(suite);
      const reopen = settings.asked ? () => {} : closeNetwork(suite.plan.network);
      const work = {
        suite,
        late,
        network,
        inFlight,
        run,
        settings: { ...settings, abort },
        budget,
        stopped: () => bailed || settings.stop.aborted || heartbeat.lost.aborted || budget.exhausted,
        trouble: heartbeat.trouble,
        trials: () => plannedTrials(suite.plan),
        isDone: (key: string) => before?.done.has(key) ?? false,
        isPlayed: (key: string) => before?.played.has(key) ?? false,
        bail: () => {
          bailed = true;
        },
      };
      // Workers may be playing more trials at once than this process would.
      const ahead = () => 2 * Math.max(options.concurrency, suite.running);
      const early =
        options.stop && new EarlyStop(suite, { ...settings, run: await store.runs.find(run), resumed: before, ahead });
      await (early ? playUntilDecided(early, { ...work, ahead }) : (settings.play ?? playSuite)(work))
        // A run with other network rules or other code needs servers of its own.
        .finally(endServers)
        .finally(reopen);
      settings.listener?.suiteDone?.(suite);
    }
    await settings.elsewhere?.end();
    await store.flush();
    for (const one of late) await failLate(store, one, (...told) => settings.listener?.late?.(...told));
    // Other gates in the store, or another number of trials, than when the run began.
    const now = await store.runs.find(run);
    const isAsBegun = (suite: StoredSuite, index: number) =>
      progress[index]?.plan !== plans[index] || sameJson(suite, now.suites[index]);
    isChanged ||= !sameJson(begun.header, now.header) || !begun.suites.every(isAsBegun);
    if (settings.asked) await narrow(run, progress, settings);
    if (settings.again && !pending()) {
      await settings.again(run, progress);
      await store.runs.describe(
        run,
        progress.map(({ plan }) => suiteHeader(plan, settings.root)),
      );
    }
  } catch (error) {
    // If the store has failed, this fails too: the first error is the one to report.
    await store.runs.release(run, false).catch(() => {});
    throw error;
  } finally {
    heartbeat.end();
    inFlight.end();
    await settings.elsewhere?.end();
  }
  // If another process has taken the run, this says so.
  await store.runs.release(run, !pending());
  const budgetExhausted = pending() && !bailed && !settings.stop.aborted;
  return result(run, progress, settings, { budgetExhausted, bailed, isChanged });
}

/** Plays a suite in rounds: trials under way when a look decided may leave it open again. */
async function playUntilDecided(early: EarlyStop, work: SuiteWork): Promise<void> {
  const { suite, settings, run } = work;
  const trials = () => early.trials();
  const isDone = (key: string) => early.isDone(key);
  while (!work.stopped() && (await early.isOpen())) await (settings.play ?? playSuite)({ ...work, trials, isDone });
  const plan = early.stopped();
  if (plan) await leaveOut(run, suite, plan, settings);
}

/** The run holds the trials of this plan, as if the others had been left out from the start. */
async function leaveOut(
  run: string,
  suite: SuiteProgress,
  plan: SuitePlan,
  { store, root }: RunSettings,
): Promise<void> {
  suite.plan = plan;
  suite.tally.pending -= suite.tally.planned - plan.planned;
  suite.tally.planned = plan.planned;
  await store.runs.describe(run, [suiteHeader(plan, root)]);
}

/** If only some trials were requested, the run holds those, as if the others had been left out from the start. */
async function narrow(run: string, progress: readonly SuiteProgress[], settings: RunSettings): Promise<void> {
  const { store } = settings;
  for (const suite of progress) {
    const played = new Set<string>();
    for await (const { trial } of store.trials.summaries(run, suite.plan.position)) played.add(trial);
    await leaveOut(run, suite, narrowedTo(suite.plan, played), settings);
  }
}

function suspectedCases(inFlight: InFlight, { plans, resumption }: RunSettings, run: string): string[] {
  return plans.flatMap((plan, index) =>
    [...plannedTrials(plan)]
      .filter(({ key }) => !resumption?.suites[index]?.done.has(key))
      .filter(({ key }) => inFlight.isSuspect({ run, suite: plan.position, trial: key }))
      .map(({ caseId }) => caseId),
  );
}

/** What an agent does after its conversation is in no transcript, so the trial cannot pass. */
export async function failLate(
  store: Store,
  late: LateTrial,
  tell: NonNullable<RunSettings["listener"]>["late"],
): Promise<void> {
  const { complaint, tape, ...scored } = late;
  tell?.(complaint, scored.status);
  await tape();
  await store.write({ type: "scored", ...scored, scores: [], pass: 1 });
}

function journalSuiteCalls(run: string, { store, suiteCalls = [] }: RunSettings): void {
  for (const [suite, records] of suiteCalls.entries()) {
    for (const record of records) store.put({ type: "call", run, suite, trial: suiteTrial, record, pass: 1 });
  }
}

async function result(
  run: string,
  progress: readonly SuiteProgress[],
  { store, stop, interruptedBy, reference, baselineChanged }: RunSettings,
  { budgetExhausted, bailed, isChanged }: { budgetExhausted: boolean; bailed: boolean; isChanged: boolean },
): Promise<RunResult> {
  for (const { tally } of progress) assertSum(tally);
  const stored = await store.runs.find(run);
  const circumstances: Circumstances = {
    ...(stop.aborted ? { interrupted: interruptedBy?.() ?? "SIGINT" } : {}),
    ...(bailed ? { bailed } : {}),
    shard: stored.header.options.shard,
    cache: stored.header.options.cache,
    changed: [
      ...(isChanged ? (["results"] as const) : []),
      ...((await baselineChanged?.()) ? (["baseline"] as const) : []),
    ],
  };
  // Workers write to the store by themselves.
  const alone = stored.header.queue === undefined;
  const decided = await decideAndKeep(store, stored, { circumstances, reference, alone });
  return { run, suites: progress, decided, budgetExhausted, exitCode: worst(decided) };
}
