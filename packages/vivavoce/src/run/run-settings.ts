import type { Redactor } from "../base/index.ts";
import type { AnswerShelf } from "../model/index.ts";
import type { Reference } from "../results/index.ts";
import type { CallRecord, RunHeader } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import type { Budget } from "./budget.ts";
import type { InFlight } from "./in-flight.ts";
import type { RunOptions } from "./options.ts";
import type { PlannedTrial, SuitePlan } from "./plan.ts";
import type { SuiteProgress } from "./progress.ts";
import type { Resumption } from "./resume.ts";
import type { Elsewhere } from "./trial/play-elsewhere.ts";
import type { FinishedTrial, LateTrial } from "./trial/run.ts";

/** What a run is made of. */
export interface RunSettings {
  /** The project's folder: files are named relative to it. */
  root: string;
  store: Store;
  plans: readonly SuitePlan[];
  options: RunOptions;
  header: RunHeader;
  redactor: Redactor;
  /** Answers of earlier runs; left out: every call is made. */
  cache?: AnswerShelf | undefined;
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
  /** Who plays the trials: this process, or workers that take them from a queue. */
  play?: SuitePlayer | undefined;
  /** What the run is compared with when it is over, or to stop early. */
  reference?: Reference | undefined;
  /** Whether the reference is no longer what it was before the first trial. */
  baselineChanged?: (() => Promise<boolean>) | undefined;
  /** Plays trials of the finished run again, and notes in its plans what came out. */
  again?: ((run: string, progress: readonly SuiteProgress[]) => Promise<void>) | undefined;
  listener?: RunListener | undefined;
  /** Aborted by the first Ctrl-C: trials under way are finished. */
  stop: AbortSignal;
  /** Aborted by the second: trials under way are dropped and stay pending. */
  abort: AbortSignal;
  /** Which signal it was, for the exit code. */
  interruptedBy?: () => "SIGINT" | "SIGTERM" | undefined;
}

interface RunListener {
  suiteStarted?(progress: SuiteProgress): void;
  /** A trial is safe on disk. */
  finished?(progress: SuiteProgress, trial: FinishedTrial, run: string): void;
  /** The counts are new: other processes play the trials. */
  moved?(progress: SuiteProgress): void;
  suiteDone?(progress: SuiteProgress): void;
  /** A requested trial has no result: the cost limit was reached first, or, with an error, the run broke. */
  unplayed?(trial: PlannedTrial, error?: unknown): void;
  /** An agent went on after its conversation, so its trial is failed. */
  late?(complaint: string, status: "failed" | "errored"): void;
  /** These trials were being played when an earlier process of this run was ended: each gets a process of its own. */
  suspected?(caseIds: readonly string[]): void;
}

/** One suite of a run, to be played as far as it is not done. */
export interface SuiteWork {
  suite: SuiteProgress;
  /** Where trials are noted whose agents went on after their conversations. */
  late: LateTrial[];
  network: { used: boolean };
  inFlight: InFlight;
  run: string;
  settings: RunSettings;
  budget: Budget;
  stopped(): boolean;
  /** What keeps the store from being written at the moment, if anything does. */
  trouble?: (() => string | undefined) | undefined;
  /** The trials in the order in which they are played, the finished ones included. */
  trials(): Generator<PlannedTrial>;
  /** How many may be begun and not finished; any number if it is left out. */
  ahead?: (() => number) | undefined;
  isDone(key: string): boolean;
  isPlayed(key: string): boolean;
  bail(): void;
}

/** Plays the trials of a suite that are not done; resolves when all results are safe, or when the run was stopped. */
export type SuitePlayer = (work: SuiteWork) => Promise<void>;
