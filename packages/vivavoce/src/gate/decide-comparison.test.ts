import { describe, expect, test } from "vitest";
import type { GatePolicy } from "../shape/index.ts";
import { nonInferiorMean } from "../stats/index.ts";
import { worseOf } from "./comparison.ts";
import {
  after,
  caseOf,
  casesOf,
  compared,
  metricOf,
  repeatsOf,
  resultOf,
  summaryOf,
  tallyOf,
  trialOf,
} from "./results.test-helper.ts";
import { decide } from "./verdict.ts";

/** So many cases, of which the first are won, the next are lost and the others stay passed. */
function flips(count: number, wins: number, losses: number, cluster?: (index: number) => string) {
  const side = (passed: (index: number) => boolean) =>
    casesOf(count, (index) => ({ passed: passed(index), ...(cluster ? { cluster: cluster(index) } : {}) }));
  return [
    resultOf(side((index) => index >= wins)),
    after(side((index) => index < wins || index >= wins + losses)),
  ] as const;
}

const passRateOf = (before: ReturnType<typeof resultOf>, later: ReturnType<typeof after>, policy: GatePolicy = {}) => {
  const comparison = compared(before, later, policy);
  const [rate] = comparison.measures;
  if (!rate) throw new Error("there is no pass rate");
  return { ...rate, reason: comparison.decision.reason };
};

describe("pass or fail over single trials, at a margin of 0.05", () => {
  test.each([
    [5, 0, 0, -0.453, 0.453, "inconclusive"],
    [59, 0, 0, -0.0498, 0.0498, "pass"],
    [100, 2, 1, -0.033, 0.054, "pass"],
    [20, 0, 8, -0.606, -0.138, "fail"],
    [5, 0, 5, -1, -0.094, "fail"],
  ] as const)("%i cases, %i won, %i lost: from %d to %d, %s", (count, wins, losses, lower, upper, verdict) => {
    for (const scope of ["these", "like-these"] as const) {
      const rate = passRateOf(...flips(count, wins, losses), { scope });
      expect(rate.verdict).toBe(verdict);
      expect(Math.abs(rate.lower - lower)).toBeLessThan(0.0006);
      expect(Math.abs(rate.upper - upper)).toBeLessThan(0.0006);
    }
  });

  test("a cluster of 30 beside nine of one case: it widens the interval by itself", () => {
    const lopsided = flips(39, 2, 9, (index) => (index < 30 ? "big" : `c${index}`));
    const rate = passRateOf(...lopsided, { scope: "like-these" });
    expect(rate).toMatchObject({ verdict: "inconclusive", units: 10 });
    expect(rate.lower).toBeCloseTo(-0.81, 2);
    expect(rate.upper).toBeCloseTo(0.77, 2);
  });

  test("one case is called this case", () => {
    const reason = (scope: "these" | "like-these") => passRateOf(...flips(1, 0, 0), { scope }).reason;
    expect(reason("these")).toContain("on this case (1 trial)");
    expect(reason("like-these")).toContain("on cases like this one");
  });

  test("what is shown: the difference, its 95 % interval, and at worst or at best", () => {
    const pass = passRateOf(...flips(100, 2, 1));
    expect(pass.reason).toBe(
      "pass rate +0.01 on these 100 cases (100 trials), at worst −0.03: within the margin of 0.05",
    );
    expect(pass.lo).toBeLessThan(pass.lower);
    const fail = passRateOf(...flips(20, 0, 8));
    expect(fail.reason).toBe("pass rate −0.40 on these 20 cases (20 trials), at best −0.14: beyond the margin of 0.05");
  });
});

describe("the least number of trials", () => {
  test.each([
    [0.05, 59],
    [0.1, 29],
    [0.2, 14],
    [0.3, 9],
  ])("at a margin of %d nothing passes under %i without an improvement", (margin, least) => {
    expect(passRateOf(...flips(least, 0, 0), { margin }).verdict).toBe("pass");
    const fewer = passRateOf(...flips(least - 1, 0, 0), { margin });
    expect(fewer.verdict).toBe("inconclusive");
    expect(fewer.reason).toContain(`at least ${least} are needed`);
  });

  test("an inconclusive verdict says how many are needed, the cheapest way there, and the margin in reach", () => {
    expect(passRateOf(...flips(20, 0, 0)).reason).toContain(
      "20 trials cannot show a change of 0.05; at least 59 are needed, such as --repeat 3 in both runs, or --margin 0.14, which 20 can settle",
    );
    expect(passRateOf(...flips(20, 0, 0), { scope: "like-these" }).reason).toContain(
      "20 cases cannot show a change of 0.05; at least 59 are needed, or --margin 0.14, which 20 can settle",
    );
  });

  test("two identical runs of 5 cases do not pass, nor does one case", () => {
    const values = casesOf(5, () => ({ values: { m: 0.9 } }));
    expect(compared(resultOf(values), after(values), { primary: "m" }).decision).toMatchObject({
      verdict: "inconclusive",
      exitCode: 2,
    });
    expect(passRateOf(...flips(1, 0, 0)).verdict).toBe("inconclusive");
  });
});

describe("the scope", () => {
  const thrice = (count: number, letters = "ppp") =>
    Array.from({ length: count }, (_, index) => repeatsOf(`case-${index + 1}`, letters));

  test("these cases: repeats count, so that 20 cases of 3 repeats are 60 trials and pass", () => {
    const { decision, scope } = compared(resultOf(thrice(20)), after(thrice(20)));
    expect(scope).toBe("these");
    expect(decision.verdict).toBe("pass");
    expect(decision.reason).toContain("on these 20 cases (60 trials)");
  });

  test("cases like these: repeats are averaged, and 20 cases are 20", () => {
    const { decision, measures } = compared(resultOf(thrice(20)), after(thrice(20)), { scope: "like-these" });
    expect(measures[0]?.units).toBe(20);
    expect(decision.verdict).toBe("inconclusive");
    expect(decision.reason).toContain("on cases like these 20");
  });

  test("on these cases clusters play no part; on cases like these they are the units", () => {
    const clustered = flips(60, 0, 0, (index) => `c${index % 5}`);
    expect(passRateOf(...clustered)).toMatchObject({ verdict: "pass", units: 60 });
    const like = passRateOf(...clustered, { scope: "like-these" });
    expect(like).toMatchObject({ verdict: "inconclusive", units: 5 });
    expect(like.reason).toContain("on cases like these 60 (5 clusters)");
  });

  test("repeat r before is paired with repeat r after", () => {
    const [before, later] = [resultOf([repeatsOf("a", "pf")]), after([repeatsOf("a", "fp")])];
    expect(passRateOf(before, later).differences).toEqual([-1, 1]);
    expect(passRateOf(before, later, { scope: "like-these" }).differences).toEqual([0]);
  });

  test("where the runs have more and fewer repeats, the first of them are paired and the others are not missing", () => {
    const [few, many] = [resultOf(thrice(30, "pp")), after(thrice(30, "ppppf"))];
    const rate = passRateOf(few, many);
    expect(rate).toMatchObject({ units: 60, verdict: "pass", missing: { before: 0, after: 0 }, difference: 0 });
    expect(passRateOf({ ...many, run: "b" }, { ...few, run: "a" })).toMatchObject({
      units: 60,
      missing: { before: 0, after: 0 },
    });
    const { before, after: later } = compared(few, many);
    expect([before.repeats, later.repeats]).toEqual([2, 5]);
  });
});

describe("secondary metrics", () => {
  const side = (count: number, drops: number, value = 0) =>
    casesOf(count, (index) => ({ values: { criteria: 1, tone: index < drops ? value : 1 } }));
  const policy: GatePolicy = { primary: "criteria", secondary: ["tone"] };
  const decided = (count: number, drops: number, more: GatePolicy = {}) =>
    compared(resultOf(side(count, 0)), after(side(count, drops)), { ...policy, ...more }).decision;

  test("one that collapsed everywhere is never a pass: inconclusive of 3 cases, failed of 100", () => {
    expect(decided(3, 3).verdict).toBe("inconclusive");
    expect(decided(100, 100)).toMatchObject({ verdict: "fail", exitCode: 1 });
    expect(decided(100, 100).reason).toMatch(/^tone \(secondary\) −1\.00 on these 100 cases/);
  });

  test("9 losses in 100 are inconclusive at the guard of 0.15; 8 pass", () => {
    expect(decided(100, 9).verdict).toBe("inconclusive");
    expect(decided(100, 8).verdict).toBe("pass");
  });

  test("the guard is three times the margin, at most 0.3, and never under the margin", () => {
    const marginOf = (more: GatePolicy) =>
      compared(resultOf(side(3, 0)), after(side(3, 0)), { ...policy, ...more }).measures.find(
        ({ name }) => name === "tone",
      )?.margin;
    expect(marginOf({ margin: 0.1 })).toBeCloseTo(0.3, 12);
    expect(marginOf({ margin: 0.2 })).toBe(0.3);
    expect(marginOf({ margin: 0.4 })).toBe(0.4);
    expect(marginOf({ margin: 0.1, guard: 0.05 })).toBe(0.1);
    expect(marginOf({ guard: 0.5 })).toBe(0.5);
  });

  test("the worst verdict counts, and each is told with its reason", () => {
    const { measures, verdict } = decided(100, 30);
    expect(measures.map(({ name, verdict: own }) => [name, own])).toEqual([
      ["criteria", "pass"],
      ["tone", "fail"],
    ]);
    expect(verdict).toBe("fail");
  });

  test("one that could not be compared is inconclusive, and so is one that nobody has", () => {
    const metrics = (identity: string) => [metricOf("criteria"), metricOf("tone", { identities: [identity] })];
    const [before, later] = [
      resultOf(side(100, 0), { metrics: metrics("1") }),
      after(side(100, 0), { metrics: metrics("2") }),
    ];
    expect(compared(before, later, policy).decision).toMatchObject({ verdict: "inconclusive", exitCode: 2 });
    const unknown = compared(before, later, { primary: "criteria", secondary: ["charm"] }).decision;
    expect(unknown).toMatchObject({ verdict: "inconclusive" });
    expect(unknown.reason).toContain("charm was not compared");
  });
});

describe("what is missing", () => {
  /** 100 cases, of which the first end otherwise; `values` of the others. */
  const hundred = (count: number, letters: string) =>
    Array.from({ length: 100 }, (_, index) => repeatsOf(`case-${index + 1}`, index < count ? letters : "p"));

  test.each([
    [1, "pass"],
    [2, "inconclusive"],
    [3, "error"],
  ] as const)("%i of 100 perfect cases unscored after: %s", (count, verdict) => {
    const { decision, measures } = compared(resultOf(hundred(0, "")), after(hundred(count, "u")));
    expect(decision.verdict).toBe(verdict);
    if (count === 1) expect(measures[0]?.pNotWorse).toBeCloseTo(0.0373, 4);
  });

  test.each(["u", "s"])("counts on either side (%s): before it is taken as passed", (letter) => {
    const failing = hundred(2, "f");
    const decision = (count: number) => compared(resultOf(hundred(count, letter)), after(failing)).decision;
    expect(compared(resultOf(hundred(2, "f")), after(failing)).decision.verdict).toBe("pass");
    expect(decision(2).verdict).toBe("inconclusive");
    expect(decision(3).verdict).toBe("error");
  });

  test("skipped in both runs applies to neither: it leaves the divisor", () => {
    const half = hundred(40, "s");
    const [rate] = compared(resultOf(half), after(half)).measures;
    expect(rate).toMatchObject({ cases: 60, planned: { before: 60, after: 60 }, missing: { before: 0, after: 0 } });
    const other = compared(resultOf(half), after(hundred(0, ""))).decision;
    expect(other.verdict).toBe("error");
  });

  test("counts for each measure by itself: a trial that failed by code may lack its judged value", () => {
    const side = (known: number) =>
      casesOf(10, (index) => ({ passed: false, values: index < known ? { criteria: 1, tool: 0 } : { tool: 0 } }));
    const metrics = [metricOf("criteria", { judged: true }), metricOf("tool")];
    const [before, later] = [resultOf(side(10), { metrics }), after(side(3), { metrics })];
    const judged = compared(before, later, { primary: "criteria", maxUnscored: 0.02 }).decision;
    expect(judged).toMatchObject({ verdict: "error", exitCode: 3 });
    expect(judged.reason).toContain("7 of 10 trials of run 22222222 have no value for criteria");
    const secondary = compared(before, later, { primary: "tool", secondary: ["criteria"] }).decision;
    expect(secondary.verdict).toBe("error");
  });

  test("a run of which 7 of 10 trials errored does not pass on the 3 that are left", () => {
    const side = (errored: number) =>
      casesOf(10, (index) => ({ trials: [trialOf(index < errored ? "errored" : "passed")] }));
    for (const margin of [0.05, 0.9]) {
      const { decision } = compared(resultOf(side(0)), after(side(7)), { margin });
      expect(decision).toMatchObject({ verdict: "error", exitCode: 3 });
      expect(decision.reason).toContain("7 trials of run 22222222 errored");
    }
  });

  test("while a trial is errored or pending the comparison returns 3, and says what it would be otherwise", () => {
    const one = compared(resultOf(hundred(0, "")), after(hundred(1, "e"))).decision;
    expect(one).toMatchObject({ verdict: "error", exitCode: 3 });
    expect(one.reason).toMatch(/^1 trial of run 22222222 errored, .*; apart from that: pass, pass rate/);
    const pending = compared(resultOf(hundred(0, "")), after(hundred(0, "").slice(1), { planned: 100 })).decision;
    expect(pending).toMatchObject({ verdict: "error", exitCode: 3 });
    expect(pending.reason).toContain("1 trial of run 22222222 still pending");
    expect(compared(resultOf(hundred(1, "e")), after(hundred(0, ""))).decision.exitCode).toBe(3);
  });

  test("cases that nobody has come to are missing too", () => {
    const few = hundred(0, "").slice(0, 40);
    const [rate] = compared(resultOf(few, { planned: 100 }), after(few, { planned: 100 })).measures;
    expect(rate).toMatchObject({
      verdict: "error",
      missing: { before: 60, after: 60 },
      planned: { before: 100, after: 100 },
    });
  });

  test("a safety hit stays a failure, whatever is missing", () => {
    const cases = hundred(10, "e").with(
      99,
      caseOf("case-100", false, { trials: [trialOf("failed", { hits: ["safety"] })] }),
    );
    const { decision, safetyHits } = compared(resultOf(hundred(0, "")), after(cases));
    expect(decision).toMatchObject({ verdict: "fail", exitCode: 1, safetyHit: true });
    expect(decision.reason).toBe("safety hit in 1 case of the new run, such as case-100");
    expect(safetyHits).toEqual([{ caseId: "case-100", metrics: ["safety"] }]);
  });
});

describe("cases that differ", () => {
  const passed = (count: number, more: (index: number) => object = () => ({})) => casesOf(count, more);

  /** 100 cases of which the first 10 are left out later; so many of these had passed. */
  const tenRemoved = (hadPassed: number) => {
    const before = resultOf(passed(100, (index) => ({ passed: index >= 10 - hadPassed })));
    return compared(before, after(before.cases.slice(10)));
  };

  test.each([
    [0, 0.006, "pass"],
    [1, 0.037, "pass"],
    [3, 0.26, "inconclusive"],
    [5, 0.62, "inconclusive"],
  ])("of 100 unchanged ones 10 removed, %i of which had passed: p %d, %s", (hadPassed, p, verdict) => {
    const lost = Array.from({ length: 100 }, (_, index) => (index < hadPassed ? -1 : 0));
    expect(nonInferiorMean(lost, { margin: 0.05 })?.pNotWorse).toBeCloseTo(p, p < 0.1 ? 3 : 2);
    expect(tenRemoved(hadPassed).decision.verdict).toBe(verdict);
  });

  test("removed ones are named, with what to do", () => {
    expect(tenRemoved(5).decision).toMatchObject({ verdict: "inconclusive", exitCode: 2 });
    expect(tenRemoved(5).decision.reason).toContain(
      "but without 10 cases that were removed or rewritten since the baseline (case-1, case-2, case-3, case-4, case-5 and 5 more); with their recorded results before, and failed now, it is −0.05",
    );
    expect(tenRemoved(5).decision.reason).toContain("put them back with retired: true, or set the baseline again");
    expect(tenRemoved(1).decision.reason).toContain("since the baseline (case-1, case-2");
  });

  test("rewritten ones were removed, and added ones decide nothing", () => {
    const rewritten = (count: number) => passed(100, (index) => (index < count ? { caseHash: "rewritten" } : {}));
    expect(compared(resultOf(passed(100)), after(rewritten(1))).decision.verdict).toBe("pass");
    expect(compared(resultOf(passed(100)), after(rewritten(5))).decision.verdict).toBe("inconclusive");
    expect(compared(resultOf(passed(100)), after(passed(150))).decision.verdict).toBe("pass");
  });

  test("a removed one to which the metric did not apply counts for nothing", () => {
    const scored = (count: number) =>
      casesOf(count, (index) => ({
        trials: [index < 60 ? trialOf("passed", { values: { m: 1 } }) : trialOf("passed", { skipped: ["m"] })],
      }));
    const more = { metrics: [metricOf("m", { gating: false })] };
    const sides = [resultOf(scored(80), more), after(scored(60), more)] as const;
    expect(compared(...sides, { primary: "m" }).decision.verdict).toBe("pass");
    expect(compared(...sides).decision.verdict).toBe("inconclusive");
  });

  test("where nothing was sampled, a drop by the whole margin does not pass if nobody saw it", () => {
    const exactly = (count: number) =>
      casesOf(count, () => ({ trials: [trialOf("passed", { answers: { origin: "hand-written" } })] }));
    const tried = { tried: { plays: 60, differed: [] } };
    const verdict = (count: number) => compared(resultOf(exactly(20), tried), after(exactly(count), tried));
    expect(verdict(20).exact).toBe(true);
    expect([20, 19].map((count) => verdict(count).decision.verdict)).toEqual(["pass", "inconclusive"]);
  });

  test("do not better a failure", () => {
    const worse = passed(120, (index) => ({ passed: index >= 60 }));
    expect(compared(resultOf(passed(100)), after(worse)).decision.verdict).toBe("fail");
  });

  test("that were not selected are none of these: the verdict names the selection", () => {
    const { decision, cases } = compared(
      resultOf(passed(200)),
      after(passed(100), { selection: "selected by --tag smoke" }),
    );
    expect(cases.onlyBefore).toEqual([]);
    expect(decision.verdict).toBe("pass");
    expect(decision.reason).toContain("on these 100 cases (100 trials, selected by --tag smoke)");
  });

  test("that were chosen by hand are named as such, of how many", () => {
    const chosen = { how: "by hand", of: 200 } as const;
    const reason = (policy: GatePolicy) =>
      compared(resultOf(passed(200)), after(passed(100), { chosen }), policy).decision.reason;
    expect(reason({})).toContain("pass rate ±0.00 on 100 of 200 cases, chosen by hand (100 trials), at worst");
    expect(reason({ scope: "like-these" })).toContain("on cases like 100 of 200 cases, chosen by hand, at worst");
  });
});

describe("the policy", () => {
  test.each([
    ["fail", 1],
    ["pass", 0],
    [undefined, 2],
  ] as const)("inconclusive: %s returns %i, and the verdict stays", (inconclusive, exitCode) => {
    const { decision } = compared(...flips(1, 0, 0), { inconclusive });
    expect(decision).toMatchObject({ verdict: "inconclusive", exitCode });
    expect(decision.reason.includes("gate.inconclusive")).toBe(inconclusive !== undefined);
  });

  test("margin: what is within a wide one is beyond a narrow one, and 0.05 where none is given", () => {
    const drop = flips(100, 0, 10);
    expect(passRateOf(...drop, { margin: 0.3 }).verdict).toBe("pass");
    expect(passRateOf(...drop, { margin: 0.01 }).verdict).toBe("fail");
    expect(passRateOf(...drop)).toEqual(passRateOf(...drop, { margin: 0.05 }));
  });
});

describe("a run and its baseline", () => {
  const passing = () => decide([summaryOf(tallyOf({ passed: 60 }))], {});
  const worse = () => compared(...flips(60, 0, 30)).decision;
  const same = () => compared(...flips(60, 0, 0)).decision;

  test("without a comparison it is what it is by itself", () => {
    const own = passing();
    expect(worseOf(own, [])).toBe(own);
  });

  test("one that passes by itself says why the comparison passed", () => {
    expect(worseOf(passing(), [same()]).reason).toContain("within the margin");
  });

  test("two reasons to fail are both told", () => {
    const failed = decide([summaryOf(tallyOf({ passed: 59, failed: 1 }))], {});
    expect(worseOf(failed, [worse()]).reason).toMatch(/^1 trial failed; pass rate −0\.50/);
  });

  test("of several variants the worst counts", () =>
    expect(worseOf(passing(), [same(), worse()]).verdict).toBe("fail"));

  test("an outage of the run itself is told before the comparison, a safety hit before both", () => {
    const outage = decide([summaryOf(tallyOf({ passed: 59, errored: 1 }))], {});
    expect(worseOf(outage, [worse()])).toBe(outage);
    const hit = { verdict: "fail", exitCode: 1, reasons: [], reason: "hit", safetyHit: true } as const;
    expect(worseOf(outage, [hit])).toBe(hit);
  });
});
