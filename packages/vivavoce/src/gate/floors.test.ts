import { describe, expect, test } from "vitest";
import { type GatePolicy, gatePolicySchema } from "../shape/index.ts";
import { seen, summaryOf, tallyOf } from "./results.test-helper.ts";
import { decide } from "./verdict.ts";

/** The sums of ten trials, with the means of metrics. */
const sums = (means: Record<string, number | undefined>, failed = 0) => {
  const metrics = Object.entries(means).map(([name, mean]) => ({ name, ...seen(mean) }));
  return [summaryOf(tallyOf({ passed: 10 - failed, failed }), metrics)];
};
const floors = (least: Record<string, number>): GatePolicy => ({ floors: least });

describe("a floor under the mean of a metric", () => {
  test("is met from there on", () => {
    expect(decide(sums({ criteria: 0.8 }), floors({ criteria: 0.8 })).verdict).toBe("pass");
    expect(decide(sums({ criteria: 0.79 }), floors({ criteria: 0.8 }))).toMatchObject({
      verdict: "fail",
      exitCode: 1,
      reason: "criteria of 0.79 observed on average is under its floor of 0.8",
    });
  });

  test("is not missed by what rounding leaves", () => {
    expect(decide(sums({ criteria: (0.1 + 0.2 + 0.6) / 3 }), floors({ criteria: 0.3 })).verdict).toBe("pass");
  });

  test("names every metric that is under its own", () => {
    const { reason } = decide(sums({ a: 0.1, b: 0.9, c: 0.2 }), floors({ a: 0.5, b: 0.5, c: 0.5 }));
    expect(reason).toBe(
      "a of 0.10 observed on average is under its floor of 0.5; c of 0.20 observed on average is under its floor of 0.5",
    );
  });

  test("under a metric that nothing was scored by is not met: fails closed", () => {
    for (const means of [{ criteria: undefined }, {}, { other: 1 }]) {
      expect(decide(sums(means), floors({ criteria: 0 }))).toMatchObject({
        exitCode: 3,
        reason: "no case has a value for criteria, which gate.floors names",
      });
    }
    expect(decide(sums({}), floors({ constructor: 0 })).exitCode).toBe(3);
  });

  test("is held by the lowest of several variants", () => {
    const both = [...sums({ criteria: 0.9 }), ...sums({ criteria: 0.4 })];
    expect(decide(both, floors({ criteria: 0.5 })).reason).toBe(
      "criteria of 0.40 observed on average is under its floor of 0.5",
    );
  });

  test("rests on enough values: one that more than 2 % of the trials lack decides nothing", () => {
    const [most] = [summaryOf(tallyOf({ failed: 7, passed: 3 }), [{ name: "criteria", ...seen(0.9), missing: 7 }])];
    expect(decide([most], { ...floors({ criteria: 0.2 }), passRate: 0 })).toMatchObject({
      exitCode: 3,
      reason: "7 trials of 10 without a value for criteria, more than the 2 % that gate.maxUnscored allows",
    });
  });

  test("does not excuse a trial that failed", () => {
    expect(decide(sums({ criteria: 1 }, 1), floors({ criteria: 0.5 })).reason).toBe("1 trial failed");
  });
});

describe("the policy's schema", () => {
  test("takes all of it", () => {
    const policy = {
      primary: "a",
      margin: 0.1,
      secondary: ["b"],
      guard: 0.2,
      scope: "these",
      maxSkipped: 0,
      floors: { c: 0.5 },
      maxUnscored: 0,
      passRate: 1,
    };
    expect(gatePolicySchema.parse({ ...policy, inconclusive: "fail" })).toEqual({ ...policy, inconclusive: "fail" });
  });

  test.each([
    { margin: 0 },
    { margin: 1 },
    { guard: 1 },
    { margin: -0.1 },
    { secondary: "b" },
    { floors: { c: 2 } },
    { floors: { c: -0.1 } },
    { inconclusive: "maybe" },
    { floor: {} },
  ])("refuses %o", (policy) => {
    expect(gatePolicySchema.safeParse(policy).success).toBe(false);
  });
});
