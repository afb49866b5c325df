import { describe, expect, test } from "vitest";
import type { ExitCode } from "../base/index.ts";
import { decideAgainstBaseline } from "./decide-comparison.ts";
import type { GatePolicy } from "./policy.ts";
import { after, casesOf, compared, resultOf } from "./results.test-helper.ts";
import { emptyTally } from "./trial-status.ts";
import { type RunFacts, worst } from "./verdict.ts";

/** Comparisons that come out as their names say, at a margin of 0.05. */
const side = (shift: (index: number) => number) => casesOf(20, (index) => ({ values: { m: 0.5 + shift(index) } }));
const against = (shift: (index: number) => number) =>
  compared(resultOf(side(() => 0)), after(side(shift)), { primary: "m" });
const comparisons = {
  none: [],
  pass: [against(() => 0)],
  fail: [against((index) => -0.3 + index / 100)],
  inconclusive: [against((index) => (index % 2 === 0 ? 0.4 : -0.42))],
};

const choices = {
  interrupted: [undefined, "SIGINT", "SIGTERM"],
  safety: ["none", "hit"],
  errored: [0, 1],
  /** Of about 100 trials: none, as many as the default of 2 % allows, more. */
  unscored: [0, 2, 5],
  pending: [0, 3],
  failed: [0, 10],
  passRate: ["no floor", "floor met", "floor missed"],
  floor: ["no floor", "floor met", "floor missed"],
  comparison: ["none", "pass", "fail", "inconclusive"],
  inconclusive: [undefined, "fail", "pass"],
} as const;
type Combination = { [Name in keyof typeof choices]: (typeof choices)[Name][number] };

function* combinations(names = Object.keys(choices)): Generator<Partial<Combination>> {
  const [first, ...rest] = names;
  if (first === undefined) return yield {};
  for (const others of combinations(rest)) {
    for (const value of choices[first as keyof typeof choices]) yield { ...others, [first]: value };
  }
}

/** The list of the design, highest first; 64 is wrong usage, which ends before there is anything to decide. */
function expected(one: Combination): ExitCode {
  if (one.interrupted === "SIGINT") return 130;
  if (one.interrupted === "SIGTERM") return 143;
  if (one.safety === "hit") return 1;
  if (one.errored > 0 || one.unscored > 2 || one.pending > 0) return 3;
  const missed = one.passRate === "no floor" ? one.failed > 0 : one.passRate === "floor missed" && one.failed > 0;
  if (missed || one.floor === "floor missed" || one.comparison === "fail") return 1;
  if (one.comparison !== "inconclusive") return 0;
  return one.inconclusive === "fail" ? 1 : one.inconclusive === "pass" ? 0 : 2;
}

function factsOf({ interrupted, safety, errored, unscored, pending, failed, floor }: Combination): RunFacts {
  const passed = 100 - errored - unscored - pending - failed;
  const tally = { ...emptyTally(100), passed, failed, unscored, errored, pending };
  const means = { m: floor === "floor missed" ? 0.79 : 0.8 };
  return { tally, safetyHits: safety === "hit" ? 1 : 0, interrupted, means };
}

function policyOf({ passRate, floor, inconclusive }: Combination): GatePolicy {
  return {
    primary: "m",
    inconclusive,
    ...(passRate === "no floor" ? {} : { passRate: passRate === "floor met" ? 0.8 : 1 }),
    ...(floor === "no floor" ? {} : { floors: { m: 0.8 } }),
  };
}

describe("the exit code of a run", () => {
  const all = [...combinations()] as Combination[];

  test("is what the design says, for every combination of outcomes", () => {
    expect(all).toHaveLength(3 * 2 * 2 * 3 * 2 * 2 * 3 * 3 * 4 * 3);
    const wrong = all.filter((one) => {
      const decision = decideAgainstBaseline(factsOf(one), comparisons[one.comparison], policyOf(one));
      return decision.exitCode !== expected(one);
    });
    expect(wrong).toEqual([]);
  });

  test("comes with the verdict that belongs to it", () => {
    const verdicts = new Map<string, Set<ExitCode>>();
    for (const one of all) {
      const { verdict, exitCode } = decideAgainstBaseline(factsOf(one), comparisons[one.comparison], policyOf(one));
      verdicts.set(verdict, (verdicts.get(verdict) ?? new Set()).add(exitCode));
    }
    const sorted = [...verdicts].map(([verdict, codes]) => [verdict, [...codes].sort((a, b) => a - b)]).sort();
    expect(sorted).toEqual([
      ["error", [3, 130, 143]],
      ["fail", [1]],
      ["inconclusive", [0, 1, 2]],
      ["pass", [0]],
    ]);
  });

  test("every comparison of this table is what it is called", () => {
    const passed: RunFacts = { tally: { ...emptyTally(1), passed: 1, pending: 0 }, safetyHits: 0 };
    for (const name of ["pass", "fail", "inconclusive"] as const) {
      expect(decideAgainstBaseline(passed, comparisons[name], { primary: "m" }).verdict).toBe(name);
    }
  });

  test("of several suites is the highest", () => {
    const code = (more: Partial<Combination>) => {
      const plain: Combination = {
        interrupted: undefined,
        safety: "none",
        errored: 0,
        unscored: 0,
        pending: 0,
        failed: 0,
        passRate: "no floor",
        floor: "no floor",
        comparison: "none",
        inconclusive: undefined,
        ...more,
      };
      const facts = factsOf(plain);
      return {
        ...decideAgainstBaseline(facts, comparisons[plain.comparison], policyOf(plain)),
        safetyHits: facts.safetyHits,
      };
    };
    const order = [
      code({}),
      code({ comparison: "inconclusive" }),
      code({ comparison: "fail" }),
      code({ errored: 1 }),
      code({ safety: "hit" }),
      code({ interrupted: "SIGTERM" }),
      code({ interrupted: "SIGINT" }),
    ];
    for (const [low, mild] of order.entries()) {
      for (const bad of order.slice(low)) {
        expect(worst([mild, bad])).toBe(bad.exitCode);
        expect(worst([bad, mild])).toBe(bad.exitCode);
      }
    }
  });
});
