import { wallTime } from "./trial-date.ts";

/** Where time comes from; a trial replayed from a tape lives in the tape's time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** By the clock on the wall, also for what is asked inside a trial. */
export const systemClock: Clock = { now: wallTime };

/** A clock that stands still until it is moved. */
export function manualClock(start: number): Clock & { advance(milliseconds: number): void } {
  let time = start;
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}
