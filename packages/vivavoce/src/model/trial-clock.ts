import { type Clock, manualClock } from "../base/index.ts";
import type { CallRecord } from "../shape/index.ts";

/**
 * The time that an agent sees: it starts with the trial and moves to the end of each model call. It is the same live and
 * replayed, so a prompt that contains the time is the same on a replay.
 */
export function trialClock(start: number): Clock & { pass(record: Pick<CallRecord, "atMs" | "durationMs">): void } {
  const clock = manualClock(start);
  return {
    now: clock.now,
    pass({ atMs, durationMs = 0 }) {
      // Parallel calls are not counted twice.
      const taken = atMs === undefined ? durationMs : atMs + durationMs - (clock.now() - start);
      clock.advance(Math.max(0, taken));
    },
  };
}
