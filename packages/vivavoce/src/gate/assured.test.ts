import { describe, expect, test } from "vitest";
import type { GatePolicy, MetricSummary, VariantSummary } from "../shape/index.ts";
import { assuredMean } from "../stats/index.ts";
import { summaryOf, tallyOf } from "./results.test-helper.ts";
import { decide } from "./verdict.ts";

const values = (passed: number, failed: number) => [...Array<number>(passed).fill(1), ...Array<number>(failed).fill(0)];

const meansOf = (scores: number[]) => ({
  mean: scores.reduce((sum, score) => sum + score, 0) / scores.length,
  lo: 0,
  hi: 1,
  cases: scores.length,
});

type Metric = Partial<MetricSummary> & { name: string };

function runOf(passed: number, failed: number, metrics: Metric[] = [], anytime?: { largest: number }): VariantSummary {
  const summary = summaryOf(tallyOf({ passed, failed }), metrics);
  const assured = assuredMean(values(passed, failed), { anytime });
  return { ...summary, passRate: { ...summary.passRate, assured } };
}

const assured = (passed: number, failed: number, passRate: number, more: GatePolicy = {}) =>
  decide([runOf(passed, failed)], { assured: true, passRate, ...more });

describe("a floor that the agent must reach on cases like these", () => {
  test.each([
    ["0.95 seen for 0.90", 86, 4, 0.9],
    ["0.98 seen for 0.95", 152, 3, 0.95],
    ["all passed for 0.90", 29, 0, 0.9],
    ["all passed for 0.95", 59, 0, 0.95],
  ])("%s is settled by %i passed and %i failed", (_, passed, failed, floor) => {
    expect(assured(passed, failed, floor)).toMatchObject({ verdict: "pass", exitCode: 0 });
    expect(assured(passed - 5, failed, floor)).toMatchObject({ verdict: "inconclusive", exitCode: 2 });
  });

  test.each([
    ["0.95 seen for 0.90", 19, 1, 0.9, 107],
    ["0.98 seen for 0.95", 49, 1, 0.95, 157],
    ["all passed for 0.90", 10, 0, 0.9, 29],
    ["all passed for 0.95", 10, 0, 0.95, 59],
    ["0.80 seen for 0.90", 8, 2, 0.9, 37],
  ])("%s after %i passed and %i failed: the number of cases that would settle it is named", (...row) => {
    const [, passed, failed, floor, needed] = row;
    const { verdict, reason, reasons } = assured(passed, failed, floor);
    expect(verdict).toBe("inconclusive");
    expect(reasons).toMatchObject([{ kind: "unsettled", figures: { measure: "pass rate", floor, needed } }]);
    expect(reason).toContain(
      `which does not settle the floor of ${floor}; about ${needed} cases in all would settle it`,
    );
  });

  test("fails if it is surely under the floor, and says what was observed", () => {
    const { reason, ...decided } = assured(20, 20, 0.9);
    expect(decided).toMatchObject({
      verdict: "fail",
      exitCode: 1,
      reasons: [{ kind: "floor", figures: { floor: 0.9 } }],
    });
    expect(reason).toBe(
      "pass rate at most 0.639 on cases like these with 95 % confidence, 0.500 observed over 40 cases, under the floor of 0.9",
    );
  });

  test("at the floor itself no number of cases settles it", () => {
    expect(assured(90, 10, 0.9).reason).toContain("it is too close to the floor for 10,000 cases to settle it");
  });

  test("the same run passes when only what was observed is asked about, and the verdict says so", () => {
    expect(decide([runOf(19, 1)], { passRate: 0.9 })).toMatchObject({
      verdict: "pass",
      reason: "every gate was met; observed: pass rate of 0.95 over 20 cases (floor 0.9)",
    });
    expect(assured(100, 0, 0.9).reason).toBe(
      "every gate was met; assured: pass rate at least 0.970 on cases like these with 95 % confidence, 1.000 observed over 100 cases (floor 0.9)",
    );
  });

  test("gate.inconclusive sets the exit code, as for a comparison", () => {
    expect(assured(10, 0, 0.9, { inconclusive: "fail" })).toMatchObject({ verdict: "inconclusive", exitCode: 1 });
    expect(assured(10, 0, 0.9, { inconclusive: "pass" })).toMatchObject({ verdict: "inconclusive", exitCode: 0 });
  });

  test("every floor must hold: the pass rate's and each metric's, under each variant", () => {
    const metric = (scores: number[]): Metric => ({
      name: "tone",
      observed: meansOf(scores),
      atWorst: meansOf(scores),
      assured: assuredMean(scores),
    });
    const policy: GatePolicy = { assured: true, passRate: 0.9, floors: { tone: 0.7 } };
    const run = (scores: number[]) => runOf(40, 0, [metric(scores)]);
    const [sure, open, under] = [Array(40).fill(0.9), [0.9, 0.9, 0.9], Array(40).fill(0.4)] as number[][];
    const decided = (...scores: (number[] | undefined)[]) =>
      decide(
        scores.map((one = []) => run(one)),
        policy,
      ).verdict;
    expect([decided(sure), decided(open), decided(under)]).toEqual(["pass", "inconclusive", "fail"]);
    expect([decided(sure, open), decided(open, under)]).toEqual(["inconclusive", "fail"]);
  });

  test("without a floor, and with sums that have no bounds, nothing is assured", () => {
    expect(decide([runOf(100, 0)], { assured: true }).verdict).toBe("inconclusive");
    const summary = summaryOf(tallyOf({ passed: 100 }));
    expect(decide([summary], { assured: true, passRate: 0.5 }).verdict).toBe("inconclusive");
  });

  test("trials that failed, hits of zero tolerance and outages count as without it", () => {
    const policy: GatePolicy = { assured: true, floors: { contains: 0 } };
    expect(decide([runOf(99, 1)], policy)).toMatchObject({ verdict: "fail", reason: "1 trial failed" });
    const hit: Metric = { name: "safety", zeroTolerance: true, missed: 1 };
    expect(decide([runOf(100, 0, [hit])], { assured: true, passRate: 0.5 })).toMatchObject({ safetyHit: true });
    const errored = { ...runOf(100, 0), tally: tallyOf({ passed: 100, errored: 1 }) };
    expect(decide([errored], { assured: true, passRate: 0.5 }).exitCode).toBe(3);
    const bailed = { ...runOf(5, 1), tally: tallyOf({ passed: 5, failed: 1, pending: 94 }) };
    expect(decide([bailed], { assured: true, passRate: 0.1 }, { bailed: true }).verdict).not.toBe("pass");
  });
});

test("a run that was looked at while it was played needs bounds that allow for it, and more cases", () => {
  const early = { played: 60, cases: 500 };
  const policy: GatePolicy = { assured: true, passRate: 0.9 };
  const looked = (passed: number) => decide([{ ...runOf(passed, 0, [], { largest: 1 }), early }], policy);
  expect(looked(29).verdict).toBe("inconclusive");
  expect(looked(29).reason).toContain("about 36 cases in all would settle it");
  const sure = looked(100);
  expect(sure.verdict).toBe("pass");
  expect(sure.reason).not.toContain("of the plan");
});
