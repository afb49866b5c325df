import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallRecord } from "../shape/index.ts";
import { modelTimeOf } from "./trial-clock.ts";

const call = (atMs?: number, durationMs?: number): CallRecord => ({
  role: "agent",
  label: "",
  index: 0,
  answer: { text: "", toolCalls: [], finish: "stop" },
  atMs,
  durationMs,
});

describe("time spent waiting for models", () => {
  test("is the sum of calls that follow each other", () => {
    expect(modelTimeOf([call(0, 100), call(500, 50)])).toBe(150);
  });

  test("counts calls made side by side once", () => {
    expect(modelTimeOf([call(0, 100), call(10, 20), call(50, 100)])).toBe(150);
  });

  test("does not depend on the order of the records", () => {
    expect(modelTimeOf([call(50, 100), call(0, 100)])).toBe(150);
  });

  test("adds in full a call whose start is unknown", () => {
    expect(modelTimeOf([call(undefined, 30), call(undefined, 12)])).toBe(42);
    expect(modelTimeOf([call(undefined, 30), call(0, 100), call(0, 100)])).toBe(130);
  });

  test("is unknown, not zero, where no duration is", () => {
    expect(modelTimeOf([])).toBeUndefined();
    expect(modelTimeOf([call(), call(5)])).toBeUndefined();
  });

  test("is unknown where one call has no duration: the others alone would be too little", () => {
    expect(modelTimeOf([call(0, 10), call(5)])).toBeUndefined();
  });

  test("is never more than the sum and never less than the longest", () => {
    const span = fc.tuple(fc.nat(1000), fc.nat(1000));
    fc.assert(
      fc.property(fc.array(span, { minLength: 1 }), (spans) => {
        const latency = modelTimeOf(spans.map(([at, duration]) => call(at, duration))) ?? Number.NaN;
        const durations = spans.map(([, duration]) => duration);
        expect(latency).toBeLessThanOrEqual(durations.reduce((a, b) => a + b));
        expect(latency).toBeGreaterThanOrEqual(Math.max(...durations));
      }),
    );
  });
});
