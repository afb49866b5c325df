import type { AgentFailure } from "../agent/index.ts";
import { type Clock, contextSlot, Members, trialDate } from "../base/index.ts";
import type { Exchange, SaidLine, Transcript } from "../shape/index.ts";
import type { ExchangeRecorder } from "./exchange-recorder.ts";
import type { ModelActivity } from "./model-activity.ts";
import type { ReplyTimer } from "./reply-timer.ts";

/** The trial that code belongs to, found by its async context. */
interface RunningTrial {
  readonly caseId: string;
  readonly repeat: number;
  /**
   * Records the trial as failed with this message, if its agent is about to end the process. Returns false if its
   * conversation was over and already recorded.
   */
  readonly fail?: ((reason: AgentFailure["reason"], message: string) => boolean) | undefined;
  /** Notes that this trial, and no other running one, ends the process. */
  readonly blame?: (() => void) | undefined;
  /** The conversation so far, with the agent as failed; available once it has begun. */
  soFar?: ((reason: AgentFailure["reason"], message: string) => Transcript) | undefined;
}

/** How long code of a trial has certainly blocked the event loop. */
export interface BlockedTime {
  milliseconds: number;
}

/** What belongs to one exchange, however late it comes: work without an `await` goes on after the reply. */
export interface ExchangeScope {
  readonly number: number;
  /** Left out if the agent speaks first. */
  readonly line: SaidLine | undefined;
  /** The conversation it is part of. */
  readonly owner: object;
  /** For how long the agent's own code blocked the event loop, in all exchanges. */
  readonly blocked: BlockedTime;
  readonly recorder: ExchangeRecorder;
  readonly activity: ModelActivity;
  readonly timer: ReplyTimer;
  /** What was begun in this exchange and has not ended, by async id. */
  readonly begun: Map<number, object>;
  cutOff?: (() => void) | undefined;
  /** The user interrupts the reply after this many words. */
  readonly interruptedAfter: number | undefined;
  onText?: (() => void) | undefined;
  /** Whether a connection was opened, or a process started, in it. */
  connected: boolean;
  /** What it took and changed, once nothing more can come from it. */
  spent?: Omit<Exchange, "number" | "user" | "items" | "quiet" | "notes">;
}

interface Context {
  trial: RunningTrial | undefined;
  /** Left out if Viva's own code runs for the trial, because it shares things such as connections. */
  scope?: ExchangeScope | undefined;
}

/** Code that runs this long without a pause has blocked the others. */
const blockingMs = 100;

const contexts = contextSlot<Context>();
const underWay = new Members<RunningTrial>();

/** The trial whose code is running; undefined for code that belongs to none. */
export function runningTrial(): RunningTrial | undefined {
  return contexts.get()?.trial;
}

export function trialsUnderWay(): Iterable<RunningTrial> {
  return underWay;
}

/** Runs work so that everything that it does or starts belongs to this trial. */
export async function inTrial<T>(trial: RunningTrial, work: () => T | Promise<T>): Promise<T> {
  underWay.add(trial);
  try {
    return await contexts.run({ trial }, work);
  } finally {
    underWay.delete(trial);
  }
}

/** Runs code of the agent, so that everything that it does or starts belongs to this exchange, at this time of the trial. */
export function within<T>(scope: ExchangeScope, work: () => T, date?: Clock): T {
  return contexts.run({ trial: runningTrial(), scope }, work, ...(date ? [trialDate.of(date)] : []));
}

/** Runs Viva's own code on behalf of a trial: it belongs to no single exchange, such as a connection for all of them. */
export function outside<T>(work: () => T): T {
  return contexts.run({ trial: runningTrial() }, work);
}

/** The exchange in which the running code began. */
export function currentScope(): ExchangeScope | undefined {
  return contexts.get()?.scope;
}

/** Runs code of the agent, and notes for how long it blocks the event loop. */
export function asBlocker<T>(blocked: BlockedTime, work: () => T): T {
  const before = blocked.milliseconds;
  const begun = performance.now();
  try {
    return work();
  } finally {
    // Nothing else can have run until it returned.
    const took = performance.now() - begun;
    if (took >= blockingMs) blocked.milliseconds = Math.max(blocked.milliseconds, before + took);
  }
}
