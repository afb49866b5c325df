import { describe, expect, test } from "vitest";
import type { GatePolicy, MeasureSummary, MetricSummary } from "../shape/index.ts";
import { earlyPlan, rankOf, unitOf } from "./measure-gathering.ts";
import { after, casesOf, compared, resultOf, seen, summaryOf, tallyOf } from "./results.test-helper.ts";
import { decide } from "./verdict.ts";

type Metric = Partial<MetricSummary> & { name: string };

/** A run that was stopped after 100 of 500 cases. */
function stopped(interval: Partial<MeasureSummary>, policy: GatePolicy, metrics: Metric[] = [], failed = 5) {
  const summary = summaryOf(tallyOf({ passed: 100 - failed, failed }), metrics);
  const early = { played: 100, cases: 500 };
  return decide([{ ...summary, early, passRate: { ...summary.passRate, ...interval } }], policy);
}

describe("the decision on a run that was stopped early", () => {
  test("the interval decides, not the rate", () => {
    expect(stopped(seen(0.95, 0.901, 0.98), { passRate: 0.9 })).toMatchObject({ verdict: "pass", exitCode: 0 });
    expect(stopped(seen(0.95, 0.899, 0.98), { passRate: 0.9 })).toMatchObject({ verdict: "inconclusive", exitCode: 2 });
    expect(stopped(seen(0.95, 0.7, 0.899), { passRate: 0.9 })).toMatchObject({ verdict: "fail", exitCode: 1 });
  });

  test("a sample does not show that every trial passes, or that nothing is ever hit", () => {
    expect(stopped(seen(0.95, 0.99, 1), {}, [], 0).verdict).toBe("inconclusive");
    expect(stopped(seen(0.95, 0.99, 1), {}, [], 1).verdict).toBe("fail");
    const safety = { name: "safety", zeroTolerance: true, missed: 0 };
    const safe = stopped(seen(0.95, 0.99, 1), { passRate: 0.5 }, [safety], 0);
    expect(safe.reason).toContain("safety must hold in every case");
    expect(safe.verdict).toBe("inconclusive");
    expect(stopped(seen(0.95, 0.99, 1), { passRate: 0.5 }, [{ ...safety, missed: 1 }])).toMatchObject({
      verdict: "fail",
      safetyHit: true,
    });
  });

  test("the floor of a metric is decided by that metric's interval", () => {
    const policy = { passRate: 0.5, floors: { tone: 0.8 } };
    const decided = (lo: number, hi: number) =>
      stopped(seen(0.95, 0.9, 1), policy, [{ name: "tone", ...seen(0.85, lo, hi) }]).verdict;
    expect([decided(0.81, 0.9), decided(0.79, 0.9), decided(0.6, 0.79)]).toEqual(["pass", "inconclusive", "fail"]);
  });
});

test("the order depends on the seed and the names alone, and clusters are units", () => {
  const cases = [{ caseId: "a", cluster: "x" }, { caseId: "b", cluster: "x" }, { caseId: "x" }];
  expect(earlyPlan(cases, 4)).toEqual({ seed: 4, cases: 3, units: 2, largest: 2 });
  expect(new Set(cases.map(unitOf)).size).toBe(2);
  expect(rankOf("a", { seed: 1 })).not.toBe(rankOf("a", { seed: 2 }));
});

describe("a comparison with a run that was stopped early", () => {
  const before = resultOf(casesOf(300, () => ({ passed: true })));
  const early = { cases: 300, largest: 1 };
  const selection = "stopped early after 60 of 300 cases";

  test("is about cases like these, by wider bounds, and the cases that were not played count neither way", () => {
    const sixty = casesOf(60, () => ({ passed: true }));
    const plain = compared(before, after(sixty, { selection }));
    const looked = compared(before, after(sixty, { selection, early }));
    expect(looked).toMatchObject({ scope: "like-these", anytime: true, exact: false, paired: 60 });
    expect(plain.anytime).toBe(false);
    const lower = ({ measures }: typeof plain) => measures[0]?.lower ?? 0;
    expect(lower(looked)).toBeLessThan(lower(compared(before, after(sixty, { selection }), { scope: "like-these" })));
    expect(looked.cases.notSelected).toHaveLength(240);
  });

  test("passes with enough equal cases, and fails if many got worse", () => {
    const of = (count: number, worse: number) =>
      compared(
        before,
        after(
          casesOf(count, (index) => ({ passed: index >= worse })),
          { selection, early },
        ),
      );
    expect(of(200, 0).decision.verdict).toBe("pass");
    expect(of(20, 0).decision.verdict).toBe("inconclusive");
    expect(of(100, 50).decision.verdict).toBe("fail");
  });
});
