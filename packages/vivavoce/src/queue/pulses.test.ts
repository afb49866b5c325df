import { expect, test } from "vitest";
import { pulseReader } from "./run-watch.ts";

function pulsesAt() {
  const clock = { now: 0 };
  return { clock, isAlive: pulseReader(() => clock.now) };
}

test("a run without an owner is not waited for", () => {
  expect(pulsesAt().isAlive("r", { owner: undefined, updatedAt: Date.now() })).toBe(false);
});

test("a run whose sign of life stays the same for half a minute has lost its owner", () => {
  const { clock, isAlive } = pulsesAt();
  const pulse = { owner: "1@a", updatedAt: Date.now() };
  expect(isAlive("r", pulse)).toBe(true);
  clock.now = 29_000;
  expect(isAlive("r", pulse)).toBe(true);
  clock.now = 31_000;
  expect(isAlive("r", pulse)).toBe(false);
  expect(isAlive("r", { ...pulse, updatedAt: pulse.updatedAt + 1 })).toBe(true);
});

test("where the clocks of two machines differ, the second sign of life counts", () => {
  const { clock, isAlive } = pulsesAt();
  const longAgo = Date.now() - 600_000;
  expect(isAlive("r", { owner: "1@a", updatedAt: longAgo })).toBe(false);
  clock.now = 2_000;
  expect(isAlive("r", { owner: "1@a", updatedAt: longAgo })).toBe(false);
  expect(isAlive("r", { owner: "1@a", updatedAt: longAgo + 2_000 })).toBe(true);
});
