import { describe, expect, test } from "vitest";
import { emptyTally } from "../gate/index.ts";
import { seen, summaryOf } from "../gate/results.test-helper.ts";
import type { VariantRepeats, VariantSummary } from "../shape/index.ts";
import { beyondRates, summaryWords } from "./measure-text.ts";

const repeats = (more: Partial<VariantRepeats> = {}): VariantRepeats => ({
  k: 3,
  passHat: seen(0.5, 0.2, 0.8),
  passAt: 1,
  undecided: 0,
  flaky: [],
  variance: undefined,
  ...more,
});
const summary = (more: Partial<VariantSummary>): VariantSummary => ({
  ...summaryOf({ ...emptyTally(2), passed: 2, pending: 0 }),
  metrics: [],
  ...more,
});

describe("what repeats tell", () => {
  test("pass^k with its interval, pass@k beside it, and cases with undecided repeats", () => {
    const words = (more = {}) => summaryWords(summary({ repeats: repeats(more) }), "live").reliability;
    expect(words()).toBe("pass^3 0.50 [0.20, 0.80] (pass@3 1.00)");
    expect(words({ undecided: 2 })).toContain("(pass@3 1.00, without 2 cases with undecided repeats)");
    expect(words({ passHat: seen(undefined) })).toBeUndefined();
  });

  test("flaky cases, cut where there are many", () => {
    const flaky = Array.from({ length: 10 }, (_, index) => ({ caseId: `c${index}`, passes: 1, decided: 3 }));
    const [line] = beyondRates(summary({ repeats: repeats({ flaky }) }));
    expect(line).toContain("10 flaky cases: c0 (1 of 3), c1 (1 of 3)");
    expect(line).toMatch(/c7 \(1 of 3\) and 2 more$/);
  });

  test("how many users got there, in place of a flaky case, and how many of them were different people", () => {
    const flaky = [{ caseId: "call", passes: 4, decided: 5 }];
    const users = [
      { caseId: "call", passed: 4, planned: 5, undecided: 0, different: 5 },
      { caseId: "other", passed: 3, planned: 5, undecided: 2, different: 1 },
    ];
    expect(beyondRates(summary({ repeats: repeats({ flaky, users }) }))).toEqual([
      "call: 4 of 5 users got there",
      "other: 3 of 3 users got there (2 of 5 not decided, every user said the same)",
    ]);
    const many = Array.from({ length: 10 }, (_, index) => ({ ...users[0], caseId: `c${index}` }) as (typeof users)[0]);
    expect(beyondRates(summary({ repeats: repeats({ users: many }) })).at(-1)).toBe("… and the users of 2 more cases");
  });

  test("where the variance comes from, with the judge's part where it was sampled", () => {
    const variance = { measure: "m", case: 3, agent: 1, judge: undefined, advice: "more cases" } as const;
    expect(beyondRates(summary({ repeats: repeats({ variance }) }))).toEqual([
      "variance of m: 75 % the case, 25 % chance within a case; more cases would narrow the interval most",
    ]);
    const chance = { ...variance, case: 1, agent: 3, advice: "more repeats" } as const;
    expect(beyondRates(summary({ repeats: repeats({ variance: chance }) }))[0]).toMatch(
      /; more repeats would reduce the largest part, and more cases would narrow the interval most$/,
    );
    const judged = repeats({ variance: { ...variance, case: 2, judge: 1 } });
    expect(beyondRates(summary({ repeats: judged }))[0]).toContain("50 % the case, 25 % the agent, 25 % the judge");
  });
});

test("how far never reaches is said of metrics of zero tolerance that decide, and of no others", () => {
  const [metric] = summaryOf(emptyTally(0)).metrics;
  if (!metric) throw new Error("there is no metric");
  const safety = { ...metric, name: "safety", zeroTolerance: true, gating: true, cases: 37, seen: 37, missed: 0 };
  const linesOf = (one: typeof safety & Pick<typeof metric, "reach">) => beyondRates(summary({ metrics: [one] }));
  expect(linesOf(safety)).toEqual(["safety: hit in 0 of 37 cases, so ≤ 0.08 of all with 95 % confidence"]);
  // What was not watched says nothing about never.
  expect(linesOf({ ...safety, seen: 3 })).toEqual([
    "safety: hit in 0 of 3 cases, so ≤ 0.64 of all with 95 % confidence",
  ]);
  // Cases of a cluster resemble each other: ten of them are not ten times the evidence.
  expect(linesOf({ ...safety, reach: { units: 2, atMost: 0.7764 } })).toEqual([
    "safety: hit in 0 of 37 cases (2 clusters), so ≤ 0.78 of all with 95 % confidence",
  ]);
  expect(linesOf({ ...safety, missed: 2 })).toEqual(["safety: hit in 2 of 37 cases"]);
  expect(linesOf({ ...safety, gating: false })).toEqual([]);
  expect(linesOf({ ...safety, zeroTolerance: false })).toEqual([]);
});

test("a metric that was skipped in every trial is named: a limit that nothing measured is not a limit", () => {
  const [metric] = summaryOf(emptyTally(0)).metrics;
  if (!metric) throw new Error("there is no metric");
  const lines = beyondRates(summary({ metrics: [{ ...metric, name: "limits", cases: 0, ...seen(undefined) }] }));
  expect(lines).toEqual(["skipped in every trial, so never checked: limits"]);
});

test("a tally names only what there is", () => {
  const tally = { ...emptyTally(1200), passed: 1100, failed: 100, pending: 0 };
  expect(summaryWords(summary({ tally }), "live").tally).toBe("1,100 passed, 100 failed of 1,200");
});

test("cases that are in none of the figures are told", () => {
  expect(beyondRates(summary({ withoutTape: 1, withoutTranscript: 20 }))).toEqual([
    "left out, because there is no tape: 1 case",
    "not scored, because there is no transcript: 20 cases",
  ]);
  expect(beyondRates(summary({}))).toEqual([]);
});
