import type { Clock } from "../base/index.ts";

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
