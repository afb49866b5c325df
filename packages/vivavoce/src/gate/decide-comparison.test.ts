import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nonInferiority, nonInferiorityCases } from "../stats/index.ts";
import { decideAgainstBaseline, decideComparison } from "./decide-comparison.ts";
import type { GatePolicy } from "./policy.ts";
import { after, caseOf, casesOf, compared, measureIn, metricOf, resultOf } from "./results.test-helper.ts";
import { emptyTally } from "./trial-status.ts";

/** 60 cases with a metric around 0.8 that differs from case to case and from run to run. */
function run(shift: (index: number) => number) {
  return casesOf(60, (index) => {
    const noise = ((index * 37) % 11) / 100 - 0.05;
    return { values: { criteria: Math.min(1, Math.max(0, 0.75 + noise + shift(index))) } };
  });
}

const policy: GatePolicy = { primary: "criteria", margin: 0.05 };
const baseline = resultOf(run(() => 0));

describe("a suite of 60 cases", () => {
  test("with a planted regression is failed", () => {
    const worse = compared(baseline, after(run((index) => (index % 2 === 0 ? -0.25 : 0))), policy);
    const decision = decideComparison(worse, policy);
    expect(decision).toMatchObject({ verdict: "fail", exitCode: 1 });
    expect(decision.moreCases).toBeUndefined();
    expect(decision.reason).toMatch(/^criteria −0\.1\d over 60 cases, at best −0\.\d\d: beyond the margin of 0\.05$/);
  });

  test("with a planted regression in the pass rate is failed", () => {
    const cases = (passes: (index: number) => boolean) => casesOf(60, (index) => ({ passed: passes(index) }));
    const worse = compared(resultOf(cases((index) => index % 10 !== 0)), after(cases((index) => index % 3 !== 0)));
    expect(decideComparison(worse, {}).verdict).toBe("fail");
  });

  test("against itself is passed", () => {
    const same = compared(baseline, after(run(() => 0)), policy);
    expect(decideComparison(same, policy)).toEqual({
      verdict: "pass",
      exitCode: 0,
      reason: "criteria ±0.00 over 60 cases, at worst ±0.00: within the margin of 0.05",
    });
    expect(decideComparison(compared(baseline, after(run(() => 0))), {}).verdict).toBe("pass");
  });

  test("that got better is passed", () => {
    const better = compared(baseline, after(run((index) => (index % 3) / 20)), policy);
    expect(decideComparison(better, policy).verdict).toBe("pass");
  });

  test("with a difference too small for its noise is inconclusive, with the number of cases still needed", () => {
    const noisy = compared(baseline, after(run((index) => (index % 2 === 0 ? 0.2 : -0.22))), policy);
    const { variance = 0 } = measureIn(noisy, "criteria");
    const needed = Math.ceil(nonInferiorityCases({ margin: 0.05, omega2: variance })) - 60;
    const decision = decideComparison(noisy, policy);
    expect(needed).toBeGreaterThan(0);
    expect(decision).toMatchObject({ verdict: "inconclusive", exitCode: 2, moreCases: needed });
    expect(decision.reason).toMatch(new RegExp(`^${needed} more cases needed: criteria −0\\.01 over 60 cases, from −`));
  });

  test("near the margin: as many cases as settle it if the difference stays what it is", () => {
    const near = compared(baseline, after(run((index) => (index % 2 === 0 ? -0.02 : -0.075))), policy);
    const { difference = 0, variance = 0 } = measureIn(near, "criteria");
    expect(nonInferiorityCases({ margin: 0.05, omega2: variance })).toBeLessThan(60);
    const decision = decideComparison(near, policy);
    const settled = Math.ceil(nonInferiorityCases({ margin: Math.abs(difference + 0.05), omega2: variance }));
    expect(decision).toMatchObject({ verdict: "inconclusive", moreCases: settled - 60 });
  });

  test("a difference that is the margin itself is never settled, and no number is made up", () => {
    const at = compared(baseline, after(run((index) => (index % 2 === 0 ? -0.04 : -0.06))), policy);
    const decision = decideComparison(at, policy);
    expect(decision.verdict).toBe("inconclusive");
    expect(decision.moreCases).toBeUndefined();
    expect(decision.reason).toMatch(/^more cases needed: /);
  });
});

describe("too little to say anything", () => {
  test("one case", () => {
    const decision = decideComparison(compared(resultOf([caseOf("a", true)]), after([caseOf("a", true)])), {});
    expect(decision).toMatchObject({ verdict: "inconclusive", exitCode: 2 });
    expect(decision.reason).toContain("one case says nothing about others");
  });

  test("one cluster", () => {
    const cases = casesOf(40, () => ({ cluster: "the same" }));
    const decision = decideComparison(compared(resultOf(cases), after(cases)), {});
    expect(decision.reason).toContain("one cluster says nothing about others");
  });

  test("no case with a value of the metric that decides", () => {
    const cases = casesOf(3, () => ({}));
    const metrics = [metricOf("criteria")];
    const decision = decideComparison(
      compared(resultOf(cases, { metrics }), after(cases, { metrics }), policy),
      policy,
    );
    expect(decision).toMatchObject({ verdict: "inconclusive", reason: "no case has criteria in both runs" });
  });
});

describe("the policy", () => {
  const slight = compared(baseline, after(run((index) => (index % 2 === 0 ? -0.1 : 0.02))), policy);

  test("margin: what is within a wide one is beyond a narrow one", () => {
    expect(decideComparison(slight, { ...policy, margin: 0.2 }).verdict).toBe("pass");
    expect(decideComparison(slight, { ...policy, margin: 0.01 }).verdict).toBe("fail");
  });

  test("margin: 0.05 where none is given", () => {
    const { margin: _margin, ...without } = policy;
    expect(decideComparison(slight, without)).toEqual(decideComparison(slight, policy));
  });

  test.each([
    ["fail", 1],
    ["pass", 0],
    [undefined, 2],
  ] as const)("inconclusive: %s returns %i, and the verdict stays", (inconclusive, exitCode) => {
    const one = compared(resultOf([caseOf("a", true)]), after([caseOf("a", true)]));
    const decision = decideComparison(one, { inconclusive });
    expect(decision).toMatchObject({ verdict: "inconclusive", exitCode });
    expect(decision.reason.includes("gate.inconclusive")).toBe(inconclusive !== undefined);
  });

  test("the verdict is that of the non-inferiority test with t", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 3, maxLength: 15 }), (shifts) => {
        const values = (shift: (index: number) => number) =>
          casesOf(shifts.length, (index) => ({ values: { criteria: 0.5 + shift(index) / 100 } }));
        const both = compared(resultOf(values(() => 0)), after(values((index) => shifts[index] ?? 0)), policy);
        const { difference: diff = 0, se, df } = measureIn(both, "criteria");
        expect(decideComparison(both, policy).verdict).toBe(nonInferiority({ diff, se, df, margin: 0.05 }).verdict);
      }),
    );
  });
});

describe("secondary metrics", () => {
  const side = (drops: number) => casesOf(40, (index) => ({ values: { criteria: 1, tone: index < drops ? 0 : 1 } }));
  const before = resultOf(side(0));
  const withTone: GatePolicy = { ...policy, secondary: ["tone"] };

  test("one that is significantly worse fails the comparison", () => {
    const worse = compared(before, after(side(12)), withTone);
    expect(decideComparison(worse, withTone)).toEqual({
      verdict: "fail",
      exitCode: 1,
      reason: "tone −0.30, p < 0.001 after Holm",
    });
    expect(decideComparison(compared(before, after(side(12)), policy), policy).verdict).toBe("pass");
  });

  test("one that may be worse by chance does not, nor one that is better", () => {
    expect(decideComparison(compared(before, after(side(3)), withTone), withTone).verdict).toBe("pass");
    const better = compared(resultOf(side(12)), after(side(0)), withTone);
    expect(decideComparison(better, withTone).verdict).toBe("pass");
  });

  test("Holm holds: what one metric alone would fail, ten together do not", () => {
    const names = Array.from({ length: 10 }, (_, index) => `m${index}`);
    const many = (drops: number) =>
      casesOf(40, (index) => ({
        values: {
          criteria: 1,
          ...Object.fromEntries(names.map((name) => [name, name === "m0" && index < drops ? 0 : 1])),
        },
      }));
    const alone: GatePolicy = { ...policy, secondary: ["m0"] };
    const all: GatePolicy = { ...policy, secondary: names };
    const [first, later] = [resultOf(many(0)), after(many(7))];
    expect(decideComparison(compared(first, later, alone), alone).verdict).toBe("fail");
    expect(decideComparison(compared(first, later, all), all).verdict).toBe("pass");
  });

  test("one that could not be compared leaves the verdict open", () => {
    const metrics = (identity: string) => [metricOf("criteria"), metricOf("tone", { identities: [identity] })];
    const open = compared(
      resultOf(side(0), { metrics: metrics("1") }),
      after(side(0), { metrics: metrics("2") }),
      withTone,
    );
    expect(decideComparison(open, withTone)).toMatchObject({ verdict: "inconclusive", exitCode: 2 });
    const unknown = { ...policy, secondary: ["charm"] };
    expect(decideComparison(compared(before, after(side(0)), unknown), unknown).reason).toContain(
      "neither run has this metric",
    );
  });
});

describe("a run and its baseline", () => {
  const passed = { tally: { ...emptyTally(60), passed: 60, pending: 0 }, safetyHits: 0 };
  const worse = compared(baseline, after(run(() => -0.2)), policy);
  const same = compared(baseline, after(run(() => 0)), policy);

  test("without a comparison it is what it is by itself", () => {
    expect(decideAgainstBaseline(passed, [], policy)).toEqual({
      verdict: "pass",
      exitCode: 0,
      reason: "every gate was met",
    });
  });

  test("one that passes by itself says why the comparison passed", () => {
    expect(decideAgainstBaseline(passed, [same], policy).reason).toContain("within the margin");
  });

  test("two reasons to fail are both told", () => {
    const failed = { tally: { ...emptyTally(60), passed: 59, failed: 1, pending: 0 }, safetyHits: 0 };
    expect(decideAgainstBaseline(failed, [worse], policy).reason).toMatch(/^1 trial failed; criteria −0\.20/);
  });

  test("of several variants the worst counts", () => {
    expect(decideAgainstBaseline(passed, [same, worse], policy).verdict).toBe("fail");
  });
});
