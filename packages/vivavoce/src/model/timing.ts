import { type Clock, type Random, systemClock } from "../base/index.ts";

/** Waits, and rejects with the signal's reason as soon as that aborts. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Where waiting gets its time and its chance from; tests bring their own. */
export interface Timing {
  clock: Clock;
  random: Random;
  sleep: Sleep;
}

export const systemTiming: Timing = { clock: systemClock, random: Math.random, sleep };

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
