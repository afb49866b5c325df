import { expect, test } from "vitest";
import { instantTiming } from "./instant-timing.ts";

test("an hour is over at once, and the clock has moved by it", async () => {
  const timing = instantTiming({ start: 1000 });
  await timing.sleep(3_600_000);
  await timing.sleep(5);
  expect(timing.clock.now()).toBe(3_601_005);
  expect(timing.waits).toEqual([3_600_000, 5]);
});

test("chance is what was given, 1 otherwise", () => {
  expect(instantTiming().random()).toBe(1);
  expect(instantTiming({ random: () => 0.25 }).random()).toBe(0.25);
});

test("a sleep with an aborted signal ends at once", async () => {
  const timing = instantTiming();
  await expect(timing.sleep(10, AbortSignal.abort("stop"))).rejects.toBe("stop");
  expect([timing.waits, timing.clock.now()]).toEqual([[], 0]);
});
