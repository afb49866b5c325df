import { expect, test } from "vitest";
import { Pulses } from "./run-watch.ts";

function pulsesAt() {
  const clock = { now: 0 };
  return { clock, pulses: new Pulses(() => clock.now) };
}

test("a run without an owner is not waited for", () => {
  expect(pulsesAt().pulses.isAlive("r", { owner: undefined, updatedAt: Date.now() })).toBe(false);
});

test("a run whose sign of life stays the same for half a minute has lost its owner", () => {
  const { clock, pulses } = pulsesAt();
  const pulse = { owner: "1@a", updatedAt: Date.now() };
  expect(pulses.isAlive("r", pulse)).toBe(true);
  clock.now = 29_000;
  expect(pulses.isAlive("r", pulse)).toBe(true);
  clock.now = 31_000;
  expect(pulses.isAlive("r", pulse)).toBe(false);
  expect(pulses.isAlive("r", { ...pulse, updatedAt: pulse.updatedAt + 1 })).toBe(true);
});

test("where the clocks of two machines differ, the second sign of life counts", () => {
  const { clock, pulses } = pulsesAt();
  const longAgo = Date.now() - 600_000;
  expect(pulses.isAlive("r", { owner: "1@a", updatedAt: longAgo })).toBe(false);
  clock.now = 2_000;
  expect(pulses.isAlive("r", { owner: "1@a", updatedAt: longAgo })).toBe(false);
  expect(pulses.isAlive("r", { owner: "1@a", updatedAt: longAgo + 2_000 })).toBe(true);
});
