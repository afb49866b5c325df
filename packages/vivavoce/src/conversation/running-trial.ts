import type { AgentFailure } from "../agent/index.ts";
import { contextSlot, Members } from "../base/index.ts";
import type { Transcript } from "../shape/index.ts";

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

interface Context {
  trial: RunningTrial;
  /** Left out if Viva's own code runs for the trial, because it shares things such as connections. */
  blocked?: BlockedTime | undefined;
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

/** Runs code of the trial's agent or world, and notes for how long it blocks the event loop. */
export function asBlocker<T>(blocked: BlockedTime, work: () => T): T {
  const trial = runningTrial();
  const before = blocked.milliseconds;
  const begun = performance.now();
  try {
    return trial ? contexts.run({ trial, blocked }, work) : work();
  } finally {
    // Nothing else can have run until it returned.
    const took = performance.now() - begun;
    if (took >= blockingMs) blocked.milliseconds = Math.max(blocked.milliseconds, before + took);
  }
}

/** Runs Viva's own code on behalf of a trial. */
export function notAsBlocker<T>(work: () => T): T {
  const trial = runningTrial();
  return trial ? contexts.run({ trial }, work) : work();
}

/** The counter for the running code's time, if known. */
export function currentBlocker(): BlockedTime | undefined {
  return contexts.get()?.blocked;
}
