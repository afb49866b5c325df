import { describe, expect, test } from "vitest";
import { leastUnits } from "./non-inferior-mean.ts";
import { plan, planFromOneRun } from "./plan.ts";

function flips(n: number, wins: number, losses: number): number[] {
  return Array.from({ length: n }, (_, index) => (index < wins ? 1 : index < wins + losses ? -1 : 0));
}

describe("plan", () => {
  test("30 cases with 4 flips: 436 cases, 220 to 694; without a flip 105, 59 to 258", () => {
    expect(plan(flips(30, 2, 2), { margin: 0.05 })).toMatchObject({ cases: 436, from: 220, to: 694 });
    expect(plan(flips(30, 0, 0), { margin: 0.05 })).toMatchObject({ cases: 105, from: 59, to: 258 });
  });

  test("never promises fewer than can pass", () => {
    for (const margin of [0.02, 0.05, 0.2]) {
      expect(plan(flips(2, 0, 0), { margin })).toMatchObject({ from: leastUnits(margin) });
    }
  });

  test("a smaller change and more noise both need more", () => {
    const cases = [
      plan(flips(30, 1, 1), { detect: 0.2 }),
      plan(flips(30, 1, 1), { detect: 0.1 }),
      plan(flips(30, 3, 3), { detect: 0.1 }),
    ].map((planned) => ("cases" in planned ? planned.cases : Number.NaN));
    expect(cases).toEqual(cases.toSorted((a, b) => a - b));
    expect(new Set(cases).size).toBe(3);
  });

  test("a run that got worse by the margin is not helped by more cases", () => {
    expect(plan(flips(20, 0, 1), { margin: 0.05 })).toEqual({ reason: expect.stringContaining("rather show a fail") });
    expect(plan(flips(20, 0, 1), { detect: 0.05 })).toHaveProperty("cases");
  });

  test("instead of a number there is the reason: enough cases, too many needed, clusters, nothing compared", () => {
    expect(plan(flips(500, 1, 1), { margin: 0.05 })).toEqual({
      reason: "500 cases should be enough: about 70 are needed",
    });
    expect(plan(flips(30, 10, 10), { margin: 0.01 })).toEqual({ reason: "more than 10,000 cases would be needed" });
    expect(plan(flips(4, 0, 0), { margin: 0.05, clusters: ["a", "a", "b", undefined] })).toEqual({
      reason: expect.stringContaining("clusters"),
    });
    expect(plan([], { margin: 0.05 })).toEqual({ reason: "no cases were compared" });
    expect(plan([], { margin: 0.05, noun: "trials" })).toEqual({ reason: "no trials were compared" });
  });

  test("clusters of one change nothing", () => {
    expect(plan(flips(3, 0, 0), { margin: 0.05, clusters: ["a", "b", null] })).toEqual(
      plan(flips(3, 0, 0), { margin: 0.05 }),
    );
  });

  test("a margin of 0 is never passed without an improvement", () => {
    const reason = "with a margin of 0, no number of cases passes if nothing changed";
    expect(plan([0, 0, 1], { margin: 0 })).toEqual({ reason });
    expect(planFromOneRun([[1], [1]], { margin: 0 })).toEqual({ reason });
  });

  test("a margin or a change of 1, or a change of 0, is refused", () => {
    expect(() => plan([0], { margin: 1 })).toThrow("plan: margin is 1");
    expect(() => plan([0], { detect: 0 })).toThrow("plan: detect is 0");
    expect(() => plan([0], { detect: 1 })).toThrow("plan: detect is 1");
  });
});

describe("planFromOneRun", () => {
  test("repeats show the noise: at least so many, and more repeats need fewer cases", () => {
    const rows = Array.from({ length: 20 }, (_, index) => (index < 4 ? [1, 0] : [1, 1]));
    const twice = planFromOneRun(rows, { margin: 0.05 });
    // σ² = 4 × ½ over 20 degrees of freedom, and 2σ²/K with K = 2.
    expect(twice).toMatchObject({ variance: expect.closeTo(0.1, 12), to: undefined });
    expect(planFromOneRun(rows, { margin: 0.05, planned: 4 })).toMatchObject({ variance: expect.closeTo(0.05, 12) });
    expect(twice).toMatchObject({ from: 323 });
  });

  test("without repeats: from the least that can pass to what a rate of that kind allows", () => {
    const rows = Array.from({ length: 18 }, (_, index) => [index < 17 ? 1 : 0]);
    expect(planFromOneRun(rows, { margin: 0.1 })).toMatchObject({ variance: expect.closeTo(0.18, 12), from: 29 });
    expect(planFromOneRun([[1], [1], [0], [1]], { margin: 0.1 })).toMatchObject({ from: 29, to: 314 });
  });

  test("steady repeats still need the least", () => {
    expect(
      planFromOneRun(
        [
          [1, 1],
          [0, 0],
        ],
        { margin: 0.05 },
      ),
    ).toEqual({ variance: 0, from: 59, to: undefined });
  });

  test("nothing played, and too many", () => {
    expect(planFromOneRun([], { margin: 0.05 })).toEqual({ reason: "no cases were played" });
    expect(planFromOneRun([[1], [0]], { margin: 0.01 })).toEqual({ reason: "more than 10,000 cases would be needed" });
  });
});
