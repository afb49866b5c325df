import { expect, test } from "vitest";
import { liveClock, replayClock } from "./trial-clock.ts";

test("live, the time goes on by what has really passed", () => {
  let passed = 0;
  const clock = liveClock(1_000, () => passed);
  passed = 25;
  expect(clock.now()).toBe(1_025);
});

test("on a replay it stands for 250 ms, then goes on", () => {
  let real = 0;
  const clock = replayClock(1_000, () => real);
  const at = [0, 249, 251, 1_250].map((moment) => {
    real = moment;
    return clock.now();
  });
  expect(at).toEqual([1_000, 1_000, 1_001, 2_000]);
});

test("it stands where it is told, and never goes back", () => {
  let real = 0;
  const clock = replayClock(0, () => real);
  clock.standAt(5_000);
  real = 200;
  expect(clock.now()).toBe(5_000);
  clock.standAt(40);
  real = 449;
  expect(clock.now()).toBe(5_000);
  real = 1_450;
  expect(clock.now()).toBe(6_000);
});

test("a silence moves both by its length", () => {
  const live = liveClock(0, () => 0);
  const replayed = replayClock(0, () => 0);
  for (const clock of [live, replayed]) clock.silence(600_000);
  replayed.standAt(30);
  expect([live.now(), replayed.now()]).toEqual([600_000, 600_030]);
});
