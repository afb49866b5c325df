import { type Clock, manualClock } from "../base/index.ts";
import type { CallRecord } from "./call-record.ts";

/**
 * The time an agent sees: it begins when the trial does and moves on to the end of each model call. Live and replayed
 * it tells the same times, so a prompt that holds the time is the same prompt on a replay.
 */
export function trialClock(start: number): Clock & { pass(record: Pick<CallRecord, "atMs" | "durationMs">): void } {
  const clock = manualClock(start);
  return {
    now: clock.now,
    pass({ atMs, durationMs = 0 }) {
      // Calls made side by side are not counted twice.
      const taken = atMs === undefined ? durationMs : atMs + durationMs - (clock.now() - start);
      clock.advance(Math.max(0, taken));
    },
  };
}
