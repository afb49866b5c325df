import { AsyncLocalStorage } from "node:async_hooks";
import type { AgentFailure } from "../agent/index.ts";
import type { Transcript } from "../transcript/index.ts";

/** The trial that code belongs to, found by its async context. */
export interface RunningTrial {
  readonly caseId: string;
  readonly repeat: number;
  /**
   * Writes the trial down as failed, with this message: for when its agent is about to take the process with it. False
   * where its conversation was over and is written down already.
   */
  readonly fail?: ((reason: AgentFailure["reason"], message: string) => boolean) | undefined;
  /** Notes that this trial, and no other under way, ends the process. */
  readonly blame?: (() => void) | undefined;
  /** The conversation so far, as one in which the agent has failed; from when it has begun. */
  soFar?: ((reason: AgentFailure["reason"], message: string) => Transcript) | undefined;
}

/** How long code of a trial has kept the event loop from turning, beyond doubt. */
export interface BlockedTime {
  milliseconds: number;
}

interface Context {
  trial: RunningTrial;
  /** Left out where Viva's own code runs for the trial: connections, for one, are shared. */
  blocked?: BlockedTime | undefined;
}

/** Code that ran for this long without a pause has blocked the others. */
const blockingMs = 100;

const storage = new AsyncLocalStorage<Context>();
const underWay = new Set<RunningTrial>();

/** The trial whose code is running; undefined for code that belongs to none. */
export function runningTrial(): RunningTrial | undefined {
  return storage.getStore()?.trial;
}

/** The trials that have begun and not ended. */
export function trialsUnderWay(): ReadonlySet<RunningTrial> {
  return underWay;
}

/** Runs work so that all it does, and all that follows from it, is known to be of this trial. */
export async function inTrial<T>(trial: RunningTrial, work: () => Promise<T>): Promise<T> {
  underWay.add(trial);
  try {
    return await storage.run({ trial }, work);
  } finally {
    underWay.delete(trial);
  }
}

/** Runs code of the trial's agent or world: where it keeps the event loop from turning, that is noted here. */
export function asBlocker<T>(blocked: BlockedTime, work: () => T): T {
  const trial = runningTrial();
  const before = blocked.milliseconds;
  const begun = performance.now();
  try {
    return trial ? storage.run({ trial, blocked }, work) : work();
  } finally {
    // Nothing else can have run before it returned.
    const took = performance.now() - begun;
    if (took >= blockingMs) blocked.milliseconds = Math.max(blocked.milliseconds, before + took);
  }
}

/** Runs Viva's own code on behalf of a trial. */
export function notAsBlocker<T>(work: () => T): T {
  const trial = runningTrial();
  return trial ? storage.run({ trial }, work) : work();
}

/** Where the time goes that the running code takes, if that is known. */
export function currentBlocker(): BlockedTime | undefined {
  return storage.getStore()?.blocked;
}
