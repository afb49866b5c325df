import { describe, expect, test } from "vitest";
import type { ExitCode } from "../base/index.ts";
import type { Decision, GatePolicy } from "../shape/index.ts";
import { worseOf } from "./comparison.ts";
import { worst } from "./decision.ts";
import { after, casesOf, compared, resultOf, seen, summaryOf, tallyOf } from "./results.test-helper.ts";
import { decide } from "./verdict.ts";

/** The decision of a comparison by so much, at a margin of 0.05. */
const against = (shift: number, inconclusive?: GatePolicy["inconclusive"]) => {
  const side = (value: number) => casesOf(20, () => ({ values: { m: value } }));
  return compared(resultOf(side(0.5)), after(side(0.5 + shift)), { primary: "m", inconclusive }).decision;
};
const shifts = { pass: 0.4, fail: -0.4, inconclusive: 0 };

/** Each is decided once, by the first test that asks for it. */
const decided = new Map<string, Decision>();
function decisionsOf({ comparison, inconclusive }: Pick<Combination, "comparison" | "inconclusive">): Decision[] {
  if (comparison === "none") return [];
  const name = `${comparison} ${inconclusive}`;
  const decision = decided.get(name) ?? against(shifts[comparison], inconclusive);
  decided.set(name, decision);
  return [decision];
}

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
  // What is unscored counts 0 in the pass rate.
  const missed =
    one.passRate === "no floor" ? one.failed > 0 : one.passRate === "floor missed" && one.failed + one.unscored > 0;
  if (missed || one.floor === "floor missed" || one.comparison === "fail") return 1;
  if (one.comparison !== "inconclusive") return 0;
  return one.inconclusive === "fail" ? 1 : one.inconclusive === "pass" ? 0 : 2;
}

function decisionOn(one: Combination): Decision {
  const { interrupted, safety, errored, unscored, pending, failed, floor } = one;
  const passed = 100 - errored - unscored - pending - failed;
  const summary = summaryOf(tallyOf({ passed, failed, unscored, errored, pending }), [
    { name: "m", ...seen(floor === "floor missed" ? 0.79 : 0.8) },
    { name: "safety", zeroTolerance: true, missed: safety === "hit" ? 1 : 0 },
  ]);
  return worseOf(decide([summary], policyOf(one), { interrupted }), decisionsOf(one));
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
    const wrong = all.filter((one) => decisionOn(one).exitCode !== expected(one));
    expect(wrong).toEqual([]);
  });

  test("comes with the verdict that belongs to it", () => {
    const verdicts = new Map<string, Set<ExitCode>>();
    for (const one of all) {
      const { verdict, exitCode } = decisionOn(one);
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
    for (const comparison of ["pass", "fail", "inconclusive"] as const) {
      expect(decisionsOf({ comparison, inconclusive: undefined })).toMatchObject([{ verdict: comparison }]);
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
      return decisionOn(plain);
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
