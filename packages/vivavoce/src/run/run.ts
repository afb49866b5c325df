import { endServers } from "../agent/index.ts";
import { type ExitCode, type Redactor, runId } from "../base/index.ts";
import {
  assertSum,
  count,
  type Decision,
  decide,
  emptyTally,
  type Tally,
  type VariantSummary,
  worst,
} from "../gate/index.ts";
import type { CallRecord, ModelWait } from "../model/index.ts";
import { closeNetwork } from "../network/index.ts";
import { readSummaries } from "../results/index.ts";
import type { RunHeader, Store, StoredSuite, TrialAddress } from "../store/index.ts";
import { Budget } from "./budget.ts";
import { keepAlive, thisProcess } from "./claim-run.ts";
import { InFlight, inFlightFile, leftInFlight, markOf } from "./in-flight.ts";
import type { RunOptions } from "./options.ts";
import { narrowedTo, type PlannedTrial, plannedTrials, type SuitePlan } from "./plan.ts";
import type { Elsewhere } from "./play-elsewhere.ts";
import type { Resumption } from "./resume.ts";
import { type FinishedTrial, runTrial } from "./run-trial.ts";
import { runSchedule } from "./schedule.ts";
import { suiteHeader } from "./suite-header.ts";
import { suiteTrial } from "./suite-trial.ts";
import { TapeNotes } from "./tape-notes.ts";
import { tapeLate } from "./trial-tape.ts";
import { Unsynced } from "./unsynced.ts";

/** The progress of one suite. */
export interface SuiteProgress {
  plan: SuitePlan;
  tally: Tally;
  running: number;
  /**
   * `live` are the requests that were sent. `reused` came from the journal of an interrupted attempt; `repeated` were in
   * the journal too, but no longer fitted.
   */
  calls: { live: number; replayed: number; reused: number; repeated: number };
  /** How many live requests brought an answer. The others timed out or failed, and were tried again or given up. */
  answered?: number;
  /** The cost of the answers. The cost of an unanswered call is not known. */
  cost: number | undefined;
  /** Remarks on the tapes that were made or replayed. */
  tapes: TapeNotes;
  /** Warnings about its models' answers, and how many answers each concerns. */
  warnings?: Map<string, number>;
  /** The models that calls are waiting for at the moment. */
  waits?: () => readonly ModelWait[];
}

export interface RunListener {
  suiteStarted?(progress: SuiteProgress): void;
  /** A trial is safe on disk. */
  finished?(progress: SuiteProgress, trial: FinishedTrial, run: string): void;
  suiteDone?(progress: SuiteProgress): void;
  /** A requested trial has no result: the cost limit was reached first, or, with an error, the run broke. */
  unplayed?(trial: PlannedTrial, error?: unknown): void;
  /** An agent went on after its conversation, so its trial is failed. */
  late?(complaint: string, status: LateTrial["status"]): void;
  /** These trials were being played when an earlier process of this run was ended: each gets a process of its own. */
  suspected?(caseIds: readonly string[]): void;
}

export interface RunSettings {
  /** The project's folder: files are named relative to it. */
  root: string;
  store: Store;
  plans: readonly SuitePlan[];
  options: RunOptions;
  header: RunHeader;
  redactor: Redactor;
  /** The calls that were made once for a suite, by its position. */
  suiteCalls?: readonly (readonly CallRecord[])[] | undefined;
  resumption?: Resumption | undefined;
  /**
   * The trials as they are requested, in a process that is not Viva's own, such as a test runner's; the run ends with the
   * list. The network is closed only for the suite's code, and unrequested trials are not part of the plan. One suite.
   */
  asked?: AsyncIterable<PlannedTrial> | undefined;
  /** Plays trials in processes of their own, for `--processes`, for `isolation: "process"` and for trials that may have ended an earlier process. */
  elsewhere?: Elsewhere | undefined;
  listener?: RunListener | undefined;
  /** Aborted by the first Ctrl-C: trials under way are finished. */
  stop: AbortSignal;
  /** Aborted by the second: trials under way are dropped and stay pending. */
  abort: AbortSignal;
  /** Which signal it was, for the exit code. */
  interruptedBy?: () => "SIGINT" | "SIGTERM" | undefined;
}

export interface RunResult {
  run: string;
  /** `summaries` are the basis of the decision. */
  suites: readonly (SuiteProgress & { decision: Decision; summaries: VariantSummary[] })[];
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
  if (!resumption) journalSuiteCalls(run, settings);
  const heartbeat = keepAlive(store, run);
  const abort = AbortSignal.any([settings.abort, heartbeat.lost]);
  const progress = plans.map((plan, index) => startingProgress(plan, resumption?.suites[index]?.done));
  const finishedBefore = progress.reduce((sum, { tally }) => sum + tally.planned - tally.pending, 0);
  const budget = new Budget(options.maxCost, { trials: finishedBefore, cost: await store.trials.spent(run) });
  const pending = () => progress.some(({ tally }) => tally.pending > 0);
  let bailed = false;
  const late: LateTrial[] = [];
  const network = { used: false };
  const flightFile = inFlightFile(store.file, run);
  const suspects = leftInFlight(flightFile);
  const inFlight = new InFlight(flightFile, suspects);
  if (suspects.size > 0 && settings.elsewhere) settings.listener?.suspected?.(casesOf(suspects, plans, settings, run));
  try {
    for (const [index, suite] of progress.entries()) {
      const before = resumption?.suites[index];
      settings.listener?.suiteStarted?.(suite);
      const reopen = settings.asked ? () => {} : closeNetwork(suite.plan.network);
      await playSuite({
        suite,
        late,
        network,
        inFlight,
        suspects,
        run,
        settings: { ...settings, abort },
        budget,
        stopped: () => bailed || settings.stop.aborted || heartbeat.lost.aborted || budget.exhausted,
        isDone: (key) => before?.done.has(key) ?? false,
        isPlayed: (key) => before?.played.has(key) ?? false,
        bail: () => {
          bailed = true;
        },
      })
        // A run with other network rules or other code needs servers of its own.
        .finally(endServers)
        .finally(reopen);
      settings.listener?.suiteDone?.(suite);
    }
    await settings.elsewhere?.end();
    await store.flush();
    await failLate(late, settings);
    if (settings.asked) await narrow(run, progress, settings);
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
  return result(run, progress, settings, { budgetExhausted, bailed });
}

/** If only some trials were requested, the run holds those, as if the others had been left out from the start. */
async function narrow(run: string, progress: readonly SuiteProgress[], { store, root }: RunSettings): Promise<void> {
  for (const suite of progress) {
    const played = new Set<string>();
    for await (const { trial } of store.trials.summaries(run, suite.plan.position)) played.add(trial);
    suite.plan = narrowedTo(suite.plan, played);
    suite.tally.pending -= suite.tally.planned - suite.plan.planned;
    suite.tally.planned = suite.plan.planned;
  }
  await store.runs.describe(
    run,
    progress.map(({ plan }) => suiteHeader(plan, root)),
  );
}

function casesOf(
  marks: ReadonlySet<string>,
  plans: readonly SuitePlan[],
  { resumption }: RunSettings,
  run: string,
): string[] {
  return plans.flatMap((plan, index) =>
    [...plannedTrials(plan)]
      .filter(({ key }) => !resumption?.suites[index]?.done.has(key))
      .filter(({ key }) => marks.has(markOf({ run, suite: plan.position, trial: key })))
      .map(({ caseId }) => caseId),
  );
}

/** What an agent does after its conversation is in no transcript, so the trial cannot pass. */
async function failLate(late: readonly LateTrial[], { store, listener }: RunSettings): Promise<void> {
  for (const { complaint, tape, ...scored } of late) {
    listener?.late?.(complaint, scored.status);
    await tape();
    await store.write({ type: "scored", ...scored, scores: [], pass: 1 });
  }
}

function journalSuiteCalls(run: string, { store, suiteCalls = [] }: RunSettings): void {
  for (const [suite, records] of suiteCalls.entries()) {
    for (const record of records) void store.write({ type: "call", run, suite, trial: suiteTrial, record, pass: 1 });
  }
}

/** A trial whose agent went on when its conversation was over. */
type LateTrial = TrialAddress & { complaint: string; status: "failed" | "errored"; tape(): Promise<void> };

interface SuiteWork {
  suite: SuiteProgress;
  /** Where such trials are noted. */
  late: LateTrial[];
  network: { used: boolean };
  inFlight: InFlight;
  /** Marks of trials that were being played when an earlier process of this run was ended. */
  suspects: ReadonlySet<string>;
  run: string;
  settings: RunSettings;
  budget: Budget;
  stopped(): boolean;
  isDone(key: string): boolean;
  isPlayed(key: string): boolean;
  bail(): void;
}

async function playSuite(work: SuiteWork): Promise<void> {
  const { suite, late, network, inFlight, suspects, run, settings, budget, stopped, isDone, isPlayed, bail } = work;
  const { store, options, redactor, resumption } = settings;
  const { plan } = suite;
  const unsynced = new Unsynced();
  const isApart = options.processes !== undefined || plan.loaded.suite.isolation === "process";
  await runSchedule<PlannedTrial>({
    items: settings.asked ?? plannedTrials(plan).filter(({ key }) => !isDone(key)),
    concurrency: Math.min(options.concurrency, plan.concurrency ?? options.concurrency),
    stopped: () => unsynced.failed || (!settings.asked && stopped()),
    work: async (trial) => {
      // The requester waits for a result.
      if (settings.asked && stopped()) return settings.listener?.unplayed?.(trial);
      const address = { run, suite: plan.position, trial: trial.key };
      const journal = resumption ? await store.trials.calls(address) : [];
      // A recording needs the whole conversation, so it is played again from the journal, which holds all its answers. A
      // replay is played again from its tape.
      const keep = isPlayed(trial.key) && plan.mode.kind === "live";
      const played = keep ? (await store.trials.find(address))?.transcript : undefined;
      suite.running += 1;
      const account = budget.begin();
      const onRecord = (record: CallRecord) => {
        account.add(record.answer.cost);
        if (record.answer.cost !== undefined) suite.cost = (suite.cost ?? 0) + record.answer.cost;
        suite.answered = (suite.answered ?? 0) + 1;
        void store.write({ type: "call", ...address, record, pass: 1 });
      };
      const around = {
        redactor,
        journal,
        onRecord,
        onSent: () => {
          suite.calls.live += 1;
        },
        seed: options.seed,
        timeoutMs: options.timeoutMs,
        signal: settings.abort,
        onLate: (complaint: string, status: LateTrial["status"] = "failed") =>
          void late.push({ ...address, complaint, status, tape: () => tapeLate(plan, trial, complaint) }),
        network,
        elsewhere: isApart || suspects.has(markOf(address)) ? settings.elsewhere : undefined,
      };
      try {
        const finished = await inFlight.with(address, (blame) =>
          runTrial({ store, run, plan, trial, around, played, blame }),
        );
        if (options.bail && finished.status !== "passed" && finished.status !== "skipped") bail();
        finished.synced.catch((error: unknown) => settings.listener?.unplayed?.(trial, error));
        await unsynced.add(finished.synced, () => {
          note(suite, finished);
          settings.listener?.finished?.(suite, finished, run);
        });
      } catch (error) {
        settings.listener?.unplayed?.(trial, error);
        // Dropped by the second Ctrl-C, or with the whole run: it has no result and stays pending.
        if (!settings.abort.aborted) throw error;
      } finally {
        suite.running -= 1;
        account.end();
      }
    },
  });
  await unsynced.settled();
}

function note(suite: SuiteProgress, finished: FinishedTrial): void {
  count(suite.tally, finished.status);
  if (suite.plan.standIn === undefined) suite.tapes.add(finished.tape);
  const warnings = suite.warnings;
  for (const warning of finished.records.flatMap(({ answer }) => answer.warnings ?? [])) {
    warnings?.set(warning, (warnings.get(warning) ?? 0) + 1);
  }
  if (finished.live) {
    suite.calls.reused += finished.live.reused;
    suite.calls.repeated += finished.live.dropped;
  } else suite.calls.replayed += finished.records.length;
}

function startingProgress(plan: SuitePlan, done: Resumption["suites"][number]["done"] | undefined): SuiteProgress {
  const tally = emptyTally(plan.planned);
  for (const status of done?.values() ?? []) count(tally, status);
  const calls = { live: 0, replayed: 0, reused: 0, repeated: 0 };
  const { waits } = plan.models;
  const tapes = new TapeNotes();
  return { plan, tally, running: 0, calls, answered: 0, cost: undefined, tapes, warnings: new Map(), waits };
}

async function result(
  run: string,
  progress: readonly SuiteProgress[],
  settings: RunSettings,
  { budgetExhausted, bailed }: { budgetExhausted: boolean; bailed: boolean },
): Promise<RunResult> {
  const interrupted = settings.stop.aborted ? (settings.interruptedBy?.() ?? "SIGINT") : undefined;
  const stored = await settings.store.runs.find(run);
  const suites: RunResult["suites"][number][] = [];
  for (const suite of progress) {
    const { plan, tally } = suite;
    assertSum(tally);
    const summaries = await readSummaries(settings.store, stored, suiteHeader(plan, settings.root));
    suites.push({ ...suite, summaries, decision: decide(summaries, plan.gate, { interrupted, bailed }) });
  }
  return { run, suites, budgetExhausted, exitCode: worst(suites.map(({ decision }) => decision)) };
}
