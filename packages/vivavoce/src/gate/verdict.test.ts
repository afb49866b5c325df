import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ExitCode, exitCodes } from "../base/index.ts";
import { draws } from "../seed.test-helper.ts";
import {
  type Circumstances,
  type Decision,
  type GatePolicy,
  gatePolicySchema,
  type MetricSummary,
  type Tally,
} from "../shape/index.ts";
import { worst } from "./decision.ts";
import { seen, summaryOf, tallyOf } from "./results.test-helper.ts";
import { decide } from "./verdict.ts";

type Parts = Partial<Omit<Tally, "planned">>;

function decideOn(parts: Parts, policy: GatePolicy = {}, circumstances: Circumstances = {}): Decision {
  return decide([summaryOf(tallyOf(parts))], policy, circumstances);
}

/** The same with a metric of zero tolerance that was missed in so many cases. */
function decideWithHits(missed: number, parts: Parts, policy: GatePolicy = {}, circumstances: Circumstances = {}) {
  const safety: Partial<MetricSummary> & { name: string } = { name: "safety", zeroTolerance: true, missed };
  return decide([summaryOf(tallyOf(parts), [safety])], policy, circumstances);
}

/** The sums of a metric, without those of the one that gates in `summaryOf`. */
function metricIn(metric: Partial<MetricSummary> & { name: string }): MetricSummary {
  const found = summaryOf(tallyOf({ skipped: 100 }), [metric]).metrics.find(({ name }) => name === metric.name);
  if (!found) throw new Error(`there is no metric ${metric.name}`);
  return found;
}

describe("the decision on a run", () => {
  test("every trial passed", () => {
    expect(decideOn({ passed: 3 })).toMatchObject({ verdict: "pass", exitCode: 0, reason: "every gate was met" });
  });

  test("one trial failed", () => {
    expect(decideOn({ passed: 25, failed: 1 })).toMatchObject({
      verdict: "fail",
      exitCode: 1,
      reason: "1 trial failed",
    });
    expect(decideOn({ failed: 2 }).reason).toBe("2 trials failed");
  });

  test("one trial errored: nothing is said about the agent, even if others failed", () => {
    expect(decideOn({ passed: 99, errored: 1 })).toMatchObject({
      verdict: "error",
      exitCode: 3,
      reason: "1 trial errored, which says nothing about the agent",
    });
    expect(decideOn({ failed: 5, errored: 1 })).toMatchObject({
      exitCode: 3,
      reason: "1 trial errored, which says nothing about the agent; 5 trials failed",
    });
  });

  test("trials are pending: the budget ran out", () => {
    expect(decideOn({ passed: 3, pending: 2 })).toMatchObject({ exitCode: 3, reason: "2 trials still pending" });
    expect(decideOn({ failed: 3, pending: 2 }).exitCode).toBe(3);
  });

  test.each(["skipped", "unscored"] as const)(
    "nothing was decided, every trial was %s: that is not a pass",
    (status) => {
      const decision = decideOn({ [status]: 3 }, { maxUnscored: 1, maxSkipped: 1 });
      expect(decision).toMatchObject({ verdict: "error", exitCode: 3 });
      expect(decision.reason).toContain("no trial was decided");
    },
  );

  test("nothing was planned: that is not a pass either", () => expect(decideOn({}).exitCode).toBe(3));

  test("a safety hit fails the run, whatever else happened", () => {
    expect(decideWithHits(1, { passed: 25, failed: 1 }, { passRate: 0.5 })).toMatchObject({
      verdict: "fail",
      exitCode: 1,
      reason: "safety hit in 1 of 26 cases",
      safetyHit: true,
    });
    expect(decideWithHits(1, { failed: 1, errored: 10, pending: 5 }).exitCode).toBe(1);
    expect(decideWithHits(1, { failed: 1, unscored: 10 })).toMatchObject({ exitCode: 1, safetyHit: true });
    expect(decideWithHits(2, { failed: 2 }).reason).toBe("safety hit in 2 of 2 cases");
  });

  test("every kind of reason is named with its count, the one that decides first", () => {
    const metrics = [
      { name: "safety", zeroTolerance: true, missed: 1 },
      { name: "tone", missed: 1 },
      { name: "criteria", missed: 3 },
      { name: "words", missed: 4, gating: false },
    ];
    const tally = tallyOf({ passed: 20, failed: 4, errored: 2, unscored: 1 });
    expect(decide([summaryOf(tally, metrics)], {}).reason).toBe(
      "safety hit in 1 of 27 cases; 4 trials failed (criteria in 3 cases, tone in 1); " +
        "2 trials errored, which says nothing about the agent; 1 trial unscored",
    );
    const both = [
      summaryOf(tallyOf({ failed: 2 }), [{ name: "tone", missed: 2 }]),
      summaryOf(tallyOf({ failed: 1 }), [{ name: "tone", missed: 1 }]),
    ];
    expect(decide(both, {}).reason).toBe("3 trials failed (tone in 3 cases, counted for each variant)");
  });

  test("what is only reported is not a safety hit", () => {
    const watched = { name: "watch", zeroTolerance: true, gating: false, missed: 1 };
    expect(decide([summaryOf(tallyOf({ passed: 3 }), [watched])], {}).verdict).toBe("pass");
  });

  test("an interruption comes before everything", () => {
    const interrupted = { interrupted: "SIGINT" as const };
    expect(decideWithHits(3, { failed: 1, errored: 1, pending: 3 }, {}, interrupted)).toMatchObject({
      verdict: "error",
      exitCode: 130,
      reason: "interrupted with 3 of 5 pending",
    });
    expect(decideOn({ passed: 1 }, {}, { interrupted: "SIGTERM" }).exitCode).toBe(143);
  });

  test("of several variants, one that is bad is enough", () => {
    const good = summaryOf(tallyOf({ passed: 100 }));
    const decideBoth = (bad: Parts, policy: GatePolicy = {}) => decide([good, summaryOf(tallyOf(bad))], policy);
    expect(decideBoth({ passed: 9, failed: 1 }).exitCode).toBe(1);
    expect(decideBoth({ passed: 7, failed: 3 }, { passRate: 0.8 }).exitCode).toBe(1);
    expect(decideBoth({ passed: 7, unscored: 3 }).exitCode).toBe(3);
    expect(decideBoth({ skipped: 3 }).reason).toContain("no trial was decided under one of the variants");
  });
});

describe("the decision on a shard", () => {
  const shard = { index: 2, count: 5 };

  test("what is certain for the whole run is said: a hit, a failed trial that no floor allows", () => {
    expect(decideWithHits(1, { passed: 3, failed: 1 }, { passRate: 0.5 }, { shard })).toMatchObject({
      verdict: "fail",
      exitCode: 1,
      safetyHit: true,
    });
    const failed = decideOn({ passed: 3, failed: 1 }, {}, { shard });
    expect(failed).toMatchObject({ verdict: "fail", exitCode: 1 });
    expect(failed.reason).toBe("1 trial failed; this is shard 2/5, and the whole run fails with it");
  });

  test("rates, means and shares of missing values are left to the merge", () => {
    for (const [parts, policy] of [
      [{ passed: 1, failed: 9 }, { passRate: 0.5 }],
      [{ passed: 4 }, { floors: { safety: 0.9 } }],
      [{ passed: 1, unscored: 3 }, {}],
      [{ skipped: 4 }, {}],
      [{}, {}],
    ] satisfies [Parts, GatePolicy][]) {
      const decided = decideOn(parts, policy, { shard });
      expect(decided).toMatchObject({ verdict: "inconclusive", exitCode: 0 });
      expect(decided.reason).toContain("viva merge decides");
    }
  });

  test("an outage is one", () => {
    expect(decideOn({ passed: 3, errored: 1 }, {}, { shard })).toMatchObject({ verdict: "error", exitCode: 3 });
    expect(decideOn({ passed: 3, pending: 1 }, {}, { shard })).toMatchObject({ verdict: "error", exitCode: 3 });
  });

  test("never passes, and never fails what passes when it is merged", () => {
    const parts = fc.record({ passed: fc.nat(9), failed: fc.nat(2), unscored: fc.nat(2), errored: fc.nat(1) });
    const policies = fc.constantFrom<GatePolicy>({}, { passRate: 0.5 }, { maxUnscored: 1 });
    fc.assert(
      fc.property(parts, parts, policies, (own, other, policy) => {
        const alone = decideOn(own, policy, { shard });
        expect(alone.verdict).not.toBe("pass");
        const sum = (part: keyof typeof own) => own[part] + other[part];
        const both = {
          passed: sum("passed"),
          failed: sum("failed"),
          unscored: sum("unscored"),
          errored: sum("errored"),
        };
        if (decideOn(both, policy).verdict === "pass") expect(alone.exitCode).toBe(0);
      }),
    );
  });
});

describe("maxUnscored", () => {
  test("two in a hundred by default: exactly at the limit passes, one more does not", () => {
    expect(decideOn({ passed: 98, unscored: 2 }).exitCode).toBe(0);
    expect(decideOn({ passed: 97, unscored: 3 })).toMatchObject({
      exitCode: 3,
      reason: "3 trials of 100 unscored, more than the 2 % that gate.maxUnscored allows",
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
      reason: "an observed pass rate of 0.80 over 10 cases is under the floor of 0.9",
    });
  });

  test("a rate that only looks like the floor is shown in full", () => {
    expect(decideOn({ passed: 899, failed: 101 }, { passRate: 0.9 }).reason).toContain(
      "an observed pass rate of 0.899 over 1,000",
    );
  });

  test("a floor of 0 lets everything through, a floor of 1 nothing but passes", () => {
    expect(decideOn({ failed: 5 }, { passRate: 0 }).exitCode).toBe(0);
    expect(decideOn({ passed: 99, failed: 1 }, { passRate: 1 }).exitCode).toBe(1);
    expect(decideOn({ passed: 99 }, { passRate: 1 }).exitCode).toBe(0);
  });

  test("skipped trials leave the divisor; unscored ones count 0", () => {
    expect(decideOn({ passed: 9, failed: 1, skipped: 90 }, { passRate: 0.9, maxSkipped: 1 }).exitCode).toBe(0);
    expect(decideOn({ passed: 9, failed: 1, unscored: 1 }, { passRate: 0.9, maxUnscored: 0.5 })).toMatchObject({
      exitCode: 1,
      reason: "an observed pass rate of 0.82 at worst over 11 cases is under the floor of 0.9; 1 trial unscored",
    });
  });
});

describe("floors under several variants", () => {
  const variant = (mean: number | undefined) =>
    summaryOf(tallyOf({ passed: 10 }), [{ name: "share", ...seen(mean), gating: false }]);
  const floors = { share: 0.8 };

  test("the lowest decides", () => {
    expect(decide([variant(0.9), variant(0.7)], { floors })).toMatchObject({ exitCode: 1 });
    expect(decide([variant(0.9), variant(0.85)], { floors })).toMatchObject({ exitCode: 0 });
  });

  test("one without a single value has no floor to stand on", () => {
    const { exitCode, reason } = decide([variant(0.9), variant(undefined)], { floors });
    expect(exitCode).toBe(3);
    expect(reason).toContain("no case has a value for share under one of the variants");
  });
});

describe("trials in which nothing was checked", () => {
  test("1 passed and 99 skipped does not pass, and the first of the cases are named", () => {
    expect(decideOn({ passed: 1, skipped: 99 })).toMatchObject({
      verdict: "error",
      exitCode: 3,
      reason:
        "no expectation was checked in 99 trials of 100, more than the 2 % that gate.maxSkipped allows: empty-1, empty-2, empty-3, empty-4, empty-5",
    });
  });

  test("a run of two cases, one of which expects nothing, does not pass", () => {
    expect(decideOn({ passed: 1, skipped: 1 })).toMatchObject({
      exitCode: 3,
      reason: expect.stringContaining("empty-1"),
    });
  });

  test("two in a hundred are allowed by default, and as many as gate.maxSkipped says", () => {
    expect(decideOn({ passed: 98, skipped: 2 }).exitCode).toBe(0);
    expect(decideOn({ passed: 97, skipped: 3 }).exitCode).toBe(3);
    expect(decideOn({ passed: 97, skipped: 3 }, { maxSkipped: 0.03 }).exitCode).toBe(0);
    expect(decideOn({ passed: 99, skipped: 1 }, { maxSkipped: 0 }).exitCode).toBe(3);
  });

  test("a suite that only reports is exempt from the share, and still has to decide something", () => {
    const reported = (parts: Parts) => {
      const summary = summaryOf(tallyOf(parts));
      return decide([{ ...summary, metrics: summary.metrics.map((metric) => ({ ...metric, gating: false })) }], {});
    };
    expect(reported({ failed: 1, skipped: 99 })).toMatchObject({ verdict: "fail", reason: "1 trial failed" });
    expect(reported({ skipped: 100 }).exitCode).toBe(3);
  });

  test("a suite that only reports is decided by its floors, even if no trial is", () => {
    const reported = { name: "tone", gating: false, ...seen(0.9) };
    const summary = { ...summaryOf(tallyOf({ skipped: 100 })), metrics: [metricIn(reported)] };
    expect(decide([summary], { floors: { tone: 0.9 } })).toMatchObject({ verdict: "pass", exitCode: 0 });
    expect(decide([summary], { floors: { tone: 0.91 } })).toMatchObject({ verdict: "fail", exitCode: 1 });
  });

  test("a floor is not enough where a single metric of a single variant decides trials", () => {
    const reported = { name: "tone", gating: false, ...seen(0.9) };
    const deciding = { ...summaryOf(tallyOf({ skipped: 100 }), [reported]) };
    const reporting = { ...deciding, metrics: [metricIn(reported)] };
    for (const summaries of [[deciding], [reporting, deciding], [deciding, reporting]]) {
      expect(decide(summaries, { floors: { tone: 0.5 } })).toMatchObject({ verdict: "error", exitCode: 3 });
    }
    const few = { ...summaryOf(tallyOf({ passed: 1, skipped: 99 }), [reported]) };
    expect(decide([few], { floors: { tone: 0.5 } })).toMatchObject({ verdict: "error", exitCode: 3 });
    expect(decide([{ ...few, metrics: [] }], {})).toMatchObject({ verdict: "error", exitCode: 3 });
  });

  test("values that a metric without a floor lacks keep no run from passing", () => {
    const summary = summaryOf(tallyOf({ passed: 10 }), [{ name: "tone", missing: 10 }]);
    expect(decide([summary], {}).verdict).toBe("pass");
    expect(decide([summary], { floors: { contains: 0.5 } }).verdict).toBe("pass");
    expect(decide([summary], { floors: { tone: 0 } }).verdict).toBe("error");
  });

  test("where no trial was decided, the reason names the cases that expect nothing, or says that they are unscored", () => {
    const idle = (parts: Parts) => decideOn(parts).reason;
    expect(idle({ skipped: 2 })).toBe("no trial was decided: nothing is expected in empty-1, empty-2");
    expect(decideOn({ unscored: 1, skipped: 1 }, { maxUnscored: 1 }).reason).toBe(
      "no trial was decided: every one was skipped or unscored",
    );
    const under = (...all: Parts[]) =>
      decide(
        all.map((parts) => summaryOf(tallyOf(parts))),
        { maxUnscored: 1 },
      ).reason;
    expect(under({ passed: 1 }, { skipped: 1 })).toBe(
      "no trial was decided under one of the variants: nothing is expected in empty-1",
    );
    expect(under({ passed: 1 }, { unscored: 1 }, { skipped: 1 })).toBe(
      "no trial was decided under one of the variants: every one was skipped or unscored",
    );
  });
});

describe("the reasons beside a safety hit", () => {
  const reasons = (failed: number, missed: number, more: (Partial<MetricSummary> & { name: string })[] = []) => {
    const safety = { name: "safety", zeroTolerance: true, missed };
    return decide([summaryOf(tallyOf({ passed: 5, failed }), [safety, ...more])], {}).reasons.map(({ kind }) => kind);
  };

  test("do not repeat the trials that failed by it", () => {
    expect(reasons(2, 2)).toEqual(["hit"]);
    expect(reasons(1, 2)).toEqual(["hit"]);
    expect(reasons(2, 1, [{ name: "canary", zeroTolerance: true, missed: 1 }])).toEqual(["hit", "hit"]);
  });

  test("name trials that failed by something else", () => {
    expect(reasons(3, 2)).toEqual(["hit", "failed"]);
    expect(reasons(2, 2, [{ name: "rubric", missed: 1 }])).toEqual(["hit", "failed"]);
    expect(reasons(2, 2, [{ name: "rubric", gating: false, missed: 1 }])).toEqual(["hit"]);
  });
});

test("each reason is stored with its kind and its figures", () => {
  const kinds = (decided: Decision) => decided.reasons.map(({ kind, figures }) => ({ kind, figures }));
  const hit = { kind: "hit", figures: { metric: "safety", hits: 1, seen: 8 } };
  const errored = { kind: "errored", figures: { trials: 1 } };
  const unscored = { kind: "unscored", figures: { trials: 2 } };
  const pending = { kind: "pending", figures: { trials: 2 } };
  expect(kinds(decideWithHits(1, { passed: 2, failed: 1, unscored: 2, errored: 1, pending: 2 }))).toEqual([
    hit,
    errored,
    pending,
    unscored,
  ]);
  expect(kinds(decideOn({ passed: 1, pending: 2 }, {}, { interrupted: "SIGINT" }))).toEqual([
    { kind: "interrupted", figures: { signal: "SIGINT", pending: 2, planned: 3 } },
  ]);
  expect(kinds(decideOn({ failed: 1, pending: 2 }, {}, { bailed: true }))).toEqual([
    { kind: "failed", figures: { trials: 1 } },
    pending,
  ]);
  const shard = { index: 1, count: 3 };
  expect(kinds(decideOn({ passed: 1 }, {}, { shard }))).toEqual([{ kind: "shard", figures: shard }]);
  expect(kinds(decideOn({ passed: 1 }))).toEqual([{ kind: "met", figures: undefined }]);
  expect(kinds(decideOn({ skipped: 1 }))).toEqual([{ kind: "undecided", figures: undefined }]);
  expect(kinds(decideOn({ passed: 1, skipped: 3 }))).toEqual([
    { kind: "unchecked", figures: { skipped: 3, planned: 4, most: 0.02 } },
  ]);
  expect(kinds(decideOn({ passed: 1, unscored: 1 }))).toEqual([
    { kind: "values-missing", figures: { measure: "pass rate", missing: 1, trials: 2, most: 0.02 } },
  ]);
  expect(kinds(decideOn({ passed: 1 }, { floors: { a: 0.5, b: 0.5 } }))).toEqual([
    { kind: "values-missing", figures: { metrics: "a, b" } },
  ]);
});

test("a pass says how many trials are unscored by the policy's leave", () => {
  expect(decideOn({ passed: 99, unscored: 1 }).reason).toBe(
    "every gate was met, with 1 trial unscored, which gate.maxUnscored allows",
  );
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
      reason: "995 trials still pending; 1 trial unscored",
    });
  });

  test("has failed by the trial it stopped at, whatever floors and shards would say of the whole", () => {
    for (const pending of [1, 90]) {
      expect(decideOn({ passed: 9, failed: 1, pending }, { passRate: 0.8 }, bailed).exitCode).toBe(1);
      const shard = { index: 1, count: 2 };
      expect(decideOn({ passed: 9, failed: 1, pending }, { passRate: 0.8 }, { ...bailed, shard }).exitCode).toBe(1);
    }
    expect(decideOn({ passed: 1, failed: 1, pending: 90 }, {}, bailed).reason).toBe(
      "1 trial failed; --bail left 90 trials out",
    );
  });

  test("leaves a suite that it never reached undecided if it stopped at a failed trial, and pending if not", () => {
    expect(decideOn({ pending: 3 }, {}, bailed)).toMatchObject({ exitCode: 3, reason: "3 trials still pending" });
    const elsewhere = decide([summaryOf(tallyOf({ pending: 3 }))], {}, { ...bailed, failedElsewhere: true });
    expect(elsewhere).toMatchObject({ verdict: "inconclusive", exitCode: 0, reason: "--bail left 3 trials out" });
    const broken = decide([summaryOf(tallyOf({ errored: 1, pending: 3 }))], {}, { ...bailed, failedElsewhere: true });
    expect(broken.exitCode).toBe(3);
  });

  test("has passed where nothing was left to stop for", () => {
    expect(decideOn({ passed: 10 }, {}, bailed).exitCode).toBe(0);
  });

  test("is decided by its floors where the trial that failed was the last one", () => {
    expect(decideOn({ passed: 9, failed: 1 }, { passRate: 0.9 }, bailed).exitCode).toBe(0);
    expect(decideOn({ passed: 8, failed: 2 }, { passRate: 0.9 }, bailed).exitCode).toBe(1);
    expect(decideOn({ passed: 8, failed: 2 }, { passRate: 0.9 }, bailed).reasons).toMatchObject([{ kind: "floor" }]);
  });
});

describe("over all combinations", () => {
  const few = fc.nat(3);
  const tally = fc
    .record({ passed: few, failed: few, unscored: few, errored: few, skipped: few, pending: few })
    .map((parts) => tallyOf(parts));
  const circumstances = fc.record<Circumstances>({
    interrupted: fc.constantFrom(undefined, "SIGINT" as const, "SIGTERM" as const),
    bailed: fc.boolean(),
  });
  const policy = fc.record<GatePolicy>(
    {
      maxUnscored: fc.constantFrom(0, 0.02, 0.5, 1),
      maxSkipped: fc.constantFrom(0, 0.5, 1),
      passRate: fc.constantFrom(0, 0.5, 1),
    },
    { requiredKeys: [] },
  );
  const hits = fc.nat(1).map((missed) => [{ name: "safety", zeroTolerance: true, missed }]);

  test("a pass means that the run is complete, without an outage, and that something was decided", () => {
    fc.assert(
      fc.property(tally, hits, policy, circumstances, (given, safety, gate, how) => {
        const { verdict } = decide([summaryOf(given, safety)], gate, how);
        if (verdict !== "pass") return;
        expect(how.interrupted).toBeUndefined();
        expect([safety[0]?.missed, given.pending, given.errored]).toEqual([0, 0, 0]);
        expect(given.passed + given.failed).toBeGreaterThan(0);
        expect(given.skipped / given.planned).toBeLessThanOrEqual(gate.maxSkipped ?? 0.02);
        expect(given.unscored / (given.planned - given.skipped)).toBeLessThanOrEqual(gate.maxUnscored ?? 0.02);
        if (gate.passRate === undefined) expect(given.failed).toBe(0);
      }),
      draws(2_000),
    );
  });

  test("verdict and exit code agree, and there is always a reason", () => {
    const codes = { pass: [0], fail: [1], inconclusive: [2], error: [3, 130, 143] };
    fc.assert(
      fc.property(tally, hits, policy, circumstances, (given, safety, gate, how) => {
        const { verdict, exitCode, reason } = decide([summaryOf(given, safety)], gate, how);
        expect(codes[verdict]).toContain(exitCode);
        expect(reason).not.toBe("");
      }),
      draws(500),
    );
  });
});

describe("the policy", () => {
  test.each([
    ["maxUnscored", 1.5],
    ["maxUnscored", -0.1],
    ["passRate", 2],
    ["maxSkipped", 1.5],
    ["margin", 0],
    ["margin", 1],
    ["guard", 1],
    ["guard", 0],
    ["scope", "those"],
    ["inconclusive", "maybe"],
    ["passrate", 0.5],
  ])("%s: %s is refused", (field, value) => {
    expect(gatePolicySchema.safeParse({ [field]: value }).success).toBe(false);
  });

  test("all of it may be left out", () => expect(gatePolicySchema.parse({})).toEqual({}));
});

describe("the worst of several suites", () => {
  const decision = (exitCode: ExitCode, safetyHit = false) => ({ exitCode, safetyHit });
  /** From the mildest to the worst, as the documentation has it, read backwards. */
  const order = [
    decision(exitCodes.pass),
    decision(exitCodes.inconclusive),
    decision(exitCodes.fail),
    decision(exitCodes.infrastructure),
    decision(exitCodes.fail, true),
    decision(exitCodes.terminated),
    decision(exitCodes.interrupted),
    decision(exitCodes.usage),
  ];

  test("where nothing was decided there is nothing to pass", () => expect(worst([])).toBe(3));

  test("of any two, the one further up wins, whichever comes first", () => {
    for (const [low, mild] of order.entries()) {
      for (const bad of order.slice(low)) {
        expect(worst([mild, bad])).toBe(bad.exitCode);
        expect(worst([bad, mild])).toBe(bad.exitCode);
      }
    }
  });

  test("a safety hit outranks an outage elsewhere, a common failure does not", () => {
    expect(worst([decision(exitCodes.infrastructure), decision(exitCodes.fail, true)])).toBe(1);
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
