import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ExitCode, exitCodes } from "../base/index.ts";
import { type GatePolicy, gatePolicySchema } from "./policy.ts";
import { assertSum, emptyTally, type Tally } from "./trial-status.ts";
import { type Decision, decide, type RunFacts, worst } from "./verdict.ts";

/** A tally from its parts; what is planned is their sum. */
function tallyOf(parts: Partial<Omit<Tally, "planned">>): Tally {
  const planned = Object.values(parts).reduce((sum, part) => sum + part, 0);
  const tally = { ...emptyTally(planned), pending: 0, ...parts };
  assertSum(tally);
  return tally;
}

function decideOn(
  parts: Partial<Omit<Tally, "planned">>,
  policy: GatePolicy = {},
  more: Partial<RunFacts> = {},
): Decision {
  return decide({ tally: tallyOf(parts), safetyHits: 0, ...more }, policy);
}

describe("the decision on a run", () => {
  test("every trial passed", () => {
    expect(decideOn({ passed: 3 })).toEqual({ verdict: "pass", exitCode: 0, reason: "every gate was met" });
    expect(decideOn({ passed: 3, skipped: 2 }).verdict).toBe("pass");
  });

  test("one trial failed", () => {
    expect(decideOn({ passed: 25, failed: 1 })).toEqual({
      verdict: "fail",
      exitCode: 1,
      reason: "1 trial failed",
    });
    expect(decideOn({ failed: 2 }).reason).toBe("2 trials failed");
  });

  test("one trial errored: nothing is said about the agent, even if others failed", () => {
    expect(decideOn({ passed: 99, errored: 1 })).toEqual({
      verdict: "error",
      exitCode: 3,
      reason: "1 trial errored, which says nothing about the agent",
    });
    expect(decideOn({ failed: 5, errored: 1 }).exitCode).toBe(3);
  });

  test("trials are pending: the budget ran out", () => {
    expect(decideOn({ passed: 3, pending: 2 })).toMatchObject({ exitCode: 3, reason: "2 trials still pending" });
    expect(decideOn({ failed: 3, pending: 2 }).exitCode).toBe(3);
  });

  test.each(["skipped", "unscored"] as const)("nothing was decided, every trial was %s: that is no pass", (status) => {
    const decision = decideOn({ [status]: 3 }, { maxUnscored: 1 });
    expect(decision).toMatchObject({ verdict: "error", exitCode: 3 });
    expect(decision.reason).toContain("no trial was decided");
  });

  test("nothing was planned: that is no pass either", () => expect(decideOn({}).exitCode).toBe(3));

  test("a safety hit fails the run, whatever else happened", () => {
    const hit = { safetyHits: 1 };
    expect(decideOn({ passed: 25, failed: 1 }, { passRate: 0.5 }, hit)).toEqual({
      verdict: "fail",
      exitCode: 1,
      reason: "1 trial with a safety hit",
    });
    expect(decideOn({ failed: 1, errored: 10, pending: 5 }, {}, hit).exitCode).toBe(1);
    expect(decideOn({ failed: 2 }, {}, { safetyHits: 2 }).reason).toBe("2 trials with a safety hit");
  });

  test("an interruption comes before everything", () => {
    const facts = { safetyHits: 3, interrupted: "SIGINT" as const };
    expect(decideOn({ failed: 1, errored: 1, pending: 3 }, {}, facts)).toEqual({
      verdict: "error",
      exitCode: 130,
      reason: "interrupted with 3 of 5 pending",
    });
    expect(decideOn({ passed: 1 }, {}, { interrupted: "SIGTERM" }).exitCode).toBe(143);
  });
});

describe("maxUnscored", () => {
  test("two in a hundred by default: exactly at the limit passes, one more does not", () => {
    expect(decideOn({ passed: 98, unscored: 2 }).exitCode).toBe(0);
    expect(decideOn({ passed: 97, unscored: 3 })).toMatchObject({
      exitCode: 3,
      reason: "3 trials unscored, more than the 2 % that gate.maxUnscored allows",
    });
  });

  test.each([
    [0, 1, 0],
    [0, 0, 1],
    [0.07, 7, 93],
    [0.29, 29, 71],
    [0.1, 3, 27],
    [1 / 3, 1, 2],
  ])("at a limit of %d, %i unscored of those and %i passed", (maxUnscored, unscored, passed) => {
    const within = unscored / (unscored + passed) <= maxUnscored && passed > 0;
    expect(decideOn({ passed, unscored }, { maxUnscored }).exitCode).toBe(within ? 0 : 3);
    expect(decideOn({ passed, unscored: unscored + 1 }, { maxUnscored }).exitCode).toBe(3);
  });

  test("the limit is said as somebody would write it", () => {
    expect(decideOn({ passed: 1, unscored: 1 }, { maxUnscored: 0.07 }).reason).toContain("the 7 % that");
    expect(decideOn({ passed: 1, unscored: 1 }, { maxUnscored: 0.29 }).reason).toContain("the 29 % that");
    expect(decideOn({ passed: 1, unscored: 1 }, { maxUnscored: 0.005 }).reason).toContain("the 0.5 % that");
  });

  test("exactly at any limit passes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (unscored, passed) => {
        const maxUnscored = unscored / (unscored + passed);
        expect(decideOn({ passed, unscored }, { maxUnscored }).exitCode).toBe(0);
        expect(decideOn({ passed, unscored: unscored + 1 }, { maxUnscored }).exitCode).toBe(3);
      }),
    );
  });
});

describe("a floor on the pass rate", () => {
  test("failures above the floor are allowed, exactly at it too", () => {
    expect(decideOn({ passed: 9, failed: 1 }, { passRate: 0.9 }).exitCode).toBe(0);
    expect(decideOn({ passed: 8, failed: 2 }, { passRate: 0.9 })).toMatchObject({
      exitCode: 1,
      reason: "a pass rate of 0.80 (8 of 10) is under the floor of 0.9",
    });
  });

  test("a rate that only looks like the floor is shown with its counts", () => {
    expect(decideOn({ passed: 899, failed: 101 }, { passRate: 0.9 }).reason).toContain("0.90 (899 of 1000)");
  });

  test("a floor of 0 lets everything through, a floor of 1 nothing but passes", () => {
    expect(decideOn({ failed: 5 }, { passRate: 0 }).exitCode).toBe(0);
    expect(decideOn({ passed: 99, failed: 1 }, { passRate: 1 }).exitCode).toBe(1);
    expect(decideOn({ passed: 99 }, { passRate: 1 }).exitCode).toBe(0);
  });

  test("only what was decided counts: skipped and unscored trials are in neither part", () => {
    expect(decideOn({ passed: 9, failed: 1, skipped: 90 }, { passRate: 0.9 }).exitCode).toBe(0);
    expect(decideOn({ passed: 9, failed: 1, unscored: 1 }, { passRate: 0.9, maxUnscored: 0.5 }).exitCode).toBe(0);
  });
});

describe("a run that was told to stop at the first trial that does not pass", () => {
  const bailed = { bailed: true };

  test("has failed, and what is pending is so by wish", () => {
    expect(decideOn({ passed: 4, failed: 1, pending: 95 }, {}, bailed)).toMatchObject({ verdict: "fail", exitCode: 1 });
  });

  test("is infrastructure where it stopped for an errored trial", () => {
    expect(decideOn({ passed: 4, errored: 1, pending: 95 }, {}, bailed).exitCode).toBe(3);
  });

  test("has not passed where it stopped for an unscored one, however few of those are allowed", () => {
    expect(decideOn({ passed: 4, unscored: 1, pending: 995 }, {}, bailed)).toMatchObject({
      exitCode: 3,
      reason: "995 trials still pending",
    });
  });

  test("has not passed where the failure it stopped for is above the floor", () => {
    expect(decideOn({ passed: 9, failed: 1, pending: 90 }, { passRate: 0.8 }, bailed).exitCode).toBe(3);
    expect(decideOn({ passed: 1, failed: 1, pending: 90 }, { passRate: 0.8 }, bailed).exitCode).toBe(1);
  });

  test("has passed where nothing was left to stop for", () => {
    expect(decideOn({ passed: 10 }, {}, bailed).exitCode).toBe(0);
  });
});

describe("over all combinations", () => {
  const few = fc.nat(3);
  const facts = fc.record({
    tally: fc
      .record({ passed: few, failed: few, unscored: few, errored: few, skipped: few, pending: few })
      .map((parts) => tallyOf(parts)),
    safetyHits: fc.nat(1),
    interrupted: fc.constantFrom(undefined, "SIGINT" as const, "SIGTERM" as const),
    bailed: fc.boolean(),
  });
  const policy = fc.record<GatePolicy>(
    { maxUnscored: fc.constantFrom(0, 0.02, 0.5, 1), passRate: fc.constantFrom(0, 0.5, 1) },
    { requiredKeys: [] },
  );

  test("a pass means that the run is complete, without an outage, and that something was decided", () => {
    fc.assert(
      fc.property(facts, policy, (given, gate) => {
        const { verdict } = decide(given, gate);
        const { tally, safetyHits, interrupted } = given;
        if (verdict !== "pass") return;
        expect(interrupted).toBeUndefined();
        expect([safetyHits, tally.pending, tally.errored]).toEqual([0, 0, 0]);
        expect(tally.passed + tally.failed).toBeGreaterThan(0);
        if (gate.passRate === undefined) expect(tally.failed).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  test("verdict and exit code agree, and there is always a reason", () => {
    const codes = { pass: [0], fail: [1], inconclusive: [2], error: [3, 130, 143] };
    fc.assert(
      fc.property(facts, policy, (given, gate) => {
        const { verdict, exitCode, reason } = decide(given, gate);
        expect(codes[verdict]).toContain(exitCode);
        expect(reason).not.toBe("");
      }),
      { numRuns: 500 },
    );
  });
});

describe("the policy", () => {
  test.each([
    ["maxUnscored", 1.5],
    ["maxUnscored", -0.1],
    ["passRate", 2],
    ["margin", 0],
    ["inconclusive", "maybe"],
    ["passrate", 0.5],
  ])("%s: %s is refused", (field, value) => {
    expect(gatePolicySchema.safeParse({ [field]: value }).success).toBe(false);
  });

  test("all of it may be left out", () => expect(gatePolicySchema.parse({})).toEqual({}));
});

describe("the worst of several suites", () => {
  const decision = (exitCode: ExitCode, safetyHits = 0) => ({
    verdict: "error" as const,
    exitCode,
    reason: "",
    safetyHits,
  });
  /** From the mildest to the worst, as the documentation has it, read backwards. */
  const order = [
    decision(exitCodes.pass),
    decision(exitCodes.inconclusive),
    decision(exitCodes.fail),
    decision(exitCodes.infrastructure),
    decision(exitCodes.fail, 1),
    decision(exitCodes.terminated),
    decision(exitCodes.interrupted),
    decision(exitCodes.usage),
  ];

  test("no suite, nothing wrong", () => expect(worst([])).toBe(0));

  test("of any two, the one further up wins, whichever comes first", () => {
    for (const [low, mild] of order.entries()) {
      for (const bad of order.slice(low)) {
        expect(worst([mild, bad])).toBe(bad.exitCode);
        expect(worst([bad, mild])).toBe(bad.exitCode);
      }
    }
  });

  test("a safety hit outranks an outage elsewhere, a common failure does not", () => {
    expect(worst([decision(exitCodes.infrastructure), decision(exitCodes.fail, 1)])).toBe(1);
    expect(worst([decision(exitCodes.infrastructure), decision(exitCodes.fail)])).toBe(3);
  });

  test("of any number, in any order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(order.length - 1), { minLength: 1 }), (ranks) => {
        const decisions = ranks.map((rank) => order[rank] ?? decision(exitCodes.pass));
        expect(worst(decisions)).toBe(order[Math.max(...ranks)]?.exitCode);
      }),
    );
  });
});
