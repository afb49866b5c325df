import type { Clock, Random } from "../base/index.ts";

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
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
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
