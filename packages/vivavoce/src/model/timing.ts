import { type Clock, type Random, timeLimit } from "../base/index.ts";
import { ModelError } from "./model-error.ts";

/** Waits. Rejects with the signal's reason as soon as it is aborted. */
type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** The source of time and random numbers for waits; tests use their own. */
export interface Timing {
  clock: Clock;
  random: Random;
  sleep: Sleep;
}

/** For waits, by a clock that nobody sets: if the system's clock is set back, a pause until then would last for years. */
const waitingClock: Clock = { now: () => performance.now() };

export const systemTiming: Timing = { clock: waitingClock, random: Math.random, sleep };

/** A sleep that an abort ends at once, leaving neither timer nor listener behind. */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Who is asked, how long that may take, and what cancels it. */
interface Deadline {
  /** The model's id, for the message. */
  id: string;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Runs work with a time limit. If the time is up or the caller cancels, the promise is rejected at once, even if the work
 * ignores its signal. Time in which the event loop was blocked does not count. No timer or listener outlives the call.
 */
export function withDeadline<T>(
  { id, timeoutMs = 120_000, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) return Promise.reject(cancelled(id, signal));
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    const settle = () => {
      limit.stop();
      signal?.removeEventListener("abort", cancel);
    };
    const end = (error: ModelError) => {
      settle();
      reject(error);
      controller.abort(error);
    };
    const cancel = () => end(cancelled(id, signal));
    const limit = timeLimit(timeoutMs, () => end(timedOut(id, timeoutMs)));
    signal?.addEventListener("abort", cancel, { once: true });
    work(controller.signal).then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}

/** `cause` is the earlier failure, if the call was being retried: it was then waiting because of an outage. */
export function cancelled(id: string, signal?: AbortSignal, cause: unknown = signal?.reason): ModelError {
  return new ModelError({ failure: "cancelled", message: `the call to ${id} was cancelled`, cause });
}

function timedOut(id: string, timeoutMs: number): ModelError {
  return new ModelError({
    failure: "timeout",
    message: `${id} gave no complete answer within ${timeoutMs / 1000} s`,
    remedy: `give the model more time with { model: "${id}", timeoutMs: … }`,
  });
}
