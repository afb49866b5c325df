import type { Clock } from "../base/index.ts";

/** How long the time of a replay stands still after an answer before it goes on. */
const standingMs = 250;

/** The time that an agent sees. A silence moves it, although nobody waits. */
export interface TrialClock extends Clock {
  /** Milliseconds of silence so far. */
  readonly silentMs: number;
  silence(milliseconds: number): void;
}

/** Live: real time from a start, by the milliseconds that have really passed since. */
export function liveClock(start: number, passedMs: () => number): TrialClock {
  let silentMs = 0;
  return {
    now: () => start + passedMs() + silentMs,
    get silentMs() {
      return silentMs;
    },
    silence(milliseconds) {
      silentMs += milliseconds;
    },
  };
}

/**
 * On a replay it stands at the time of the recording for a moment, so that code that was as fast as then sees the same
 * time. Then it goes on in real time, so that code that waits for a time does not wait for ever.
 */
export function replayClock(
  start: number,
  real: () => number = () => performance.now(),
): TrialClock & { standAt(sinceStart: number): void } {
  let since = real();
  let stands = 0;
  let silentMs = 0;
  const sinceStart = () => stands + Math.max(0, Math.floor(real() - since) - standingMs);
  return {
    now: () => start + sinceStart() + silentMs,
    get silentMs() {
      return silentMs;
    },
    silence(milliseconds) {
      silentMs += milliseconds;
    },
    /** Never moves back. Silences are not counted. */
    standAt(moment) {
      stands = Math.max(sinceStart(), moment);
      since = real();
    },
  };
}
