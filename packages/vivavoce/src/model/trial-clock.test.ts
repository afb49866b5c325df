import { expect, test } from "vitest";
import { trialClock } from "./trial-clock.ts";

test("the time stands still until a call has been answered", () => {
  const clock = trialClock(1_000);
  expect(clock.now()).toBe(1_000);
  clock.pass({ atMs: 5, durationMs: 20 });
  expect(clock.now()).toBe(1_025);
});

test("calls made side by side are not counted twice", () => {
  const clock = trialClock(0);
  clock.pass({ atMs: 0, durationMs: 100 });
  clock.pass({ atMs: 0, durationMs: 80 });
  expect(clock.now()).toBe(100);
});

test("a call without a start is added by its duration, one without a duration takes no time", () => {
  const clock = trialClock(0);
  clock.pass({ durationMs: 7 });
  clock.pass({});
  expect(clock.now()).toBe(7);
});
