import { wallTime } from "./trial-date.ts";

/** A source of time. A trial that is replayed from a tape uses the tape's time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** The real time, also inside a trial. */
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
