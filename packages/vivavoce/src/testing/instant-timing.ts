import type { Clock, Random } from "../base/index.ts";
import type { Timing } from "../model/index.ts";
import { manualClock } from "./manual-clock.ts";

interface InstantTiming extends Timing {
  clock: Clock & { advance(milliseconds: number): void };
  /** Every wait that was asked for, in milliseconds. */
  readonly waits: readonly number[];
}

/**
 * Time for tests: every sleep ends at once and moves the clock by its length. Random numbers are constant.
 *
 * @example openModel("compatible:any", { timing: instantTiming() })
 */
export function instantTiming({
  start = 0,
  random = () => 1,
}: {
  start?: number;
  random?: Random;
} = {}): InstantTiming {
  const clock = manualClock(start);
  const waits: number[] = [];
  return {
    clock,
    random,
    waits,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      waits.push(milliseconds);
      clock.advance(milliseconds);
    },
  };
}
