import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Wait, watchSilence } from "./failures.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(isAnswering: () => boolean = () => false) {
  const struck: Wait[] = [];
  const silence = watchSilence({ first: 100, idle: 50 }, isAnswering, (wait) => struck.push(wait));
  return { silence, struck };
}

test("the first event has a limit of its own", () => {
  const { struck } = watched();
  vi.advanceTimersByTime(99);
  expect(struck).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(struck).toEqual(["first"]);
});

test("each event begins the wait for the next anew", () => {
  const { silence, struck } = watched();
  for (let nth = 0; nth < 10; nth++) {
    vi.advanceTimersByTime(49);
    silence.broken();
  }
  expect(struck).toEqual([]);
  vi.advanceTimersByTime(51);
  expect(struck).toEqual(["idle"]);
});

test("while Viva answers, no silence is the command's", () => {
  let answering = true;
  const { struck } = watched(() => answering);
  vi.advanceTimersByTime(10_000);
  expect(struck).toEqual([]);
  answering = false;
  vi.advanceTimersByTime(100);
  expect(struck).toEqual(["first"]);
});

test("after the end nothing strikes", () => {
  const { silence, struck } = watched();
  silence.end();
  vi.advanceTimersByTime(1_000);
  expect(struck).toEqual([]);
});
