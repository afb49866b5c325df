import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Outcome, type Score, type Transcript, type TrialStatus, trialStatuses } from "../shape/index.ts";
import { assertSum, count, emptyTally, skippedReason, statusAgain, trialStatus } from "./trial-status.ts";

const common = { metric: "m", judged: false };
const scored = (passed: boolean, gating = true): Score => ({
  ...common,
  gating,
  status: "scored",
  value: passed ? 1 : 0,
  threshold: 1,
  passed,
  checks: [],
});
const without = (status: "skipped" | "unscored" | "errored", gating = true): Score => ({
  ...common,
  gating,
  status,
  reason: "because",
});

type Scored = Extract<Score, { status: "scored" }>;
const watching = (score: Score): Score => ({ ...score, watches: true });

const completed: Outcome = { kind: "completed" };
const failed: Outcome = { kind: "agent-failed", reason: "threw", message: "x", exchange: 1 };
const outage: Outcome = { kind: "infrastructure", message: "x" };

const of = (outcome: Outcome): Pick<Transcript, "outcome" | "exchanges"> => ({ outcome, exchanges: [] });

describe("an agent that goes its own way", () => {
  const hungUp: Outcome = { kind: "completed", ended: { by: "agent", unsaid: [] } };
  const quiet = {
    outcome: completed,
    exchanges: [{ number: 1, user: { content: "Hi" }, items: [], quiet: true, modelCalls: 0 }],
  };

  test("fails by hanging up or staying quiet where no metric has looked at that", () => {
    expect(trialStatus(of(hungUp), [scored(true)])).toBe("failed");
    expect(trialStatus(quiet, [scored(true)])).toBe("failed");
    expect(trialStatus(of({ kind: "completed", ended: { by: "user", unsaid: [] } }), [scored(true)])).toBe("passed");
  });

  test.each([
    [true, true, "passed"],
    [false, true, "failed"],
    [false, false, "passed"],
  ])("is judged by the metric `ending`, where it is there: passed %s, gating %s", (passed, gating, status) => {
    expect(trialStatus(of(hungUp), [scored(true), { ...scored(passed, gating), metric: "ending" }])).toBe(status);
  });
});

describe("what a trial is", () => {
  test.each<[string, Outcome, Score[], TrialStatus]>([
    ["all gating scores passed", completed, [scored(true), scored(true)], "passed"],
    ["one passed, the others did not apply", completed, [scored(true), without("skipped")], "passed"],
    ["one missed its threshold", completed, [scored(true), scored(false)], "failed"],
    ["a miss outweighs what is unscored", completed, [without("unscored"), scored(false)], "failed"],
    ["one has no score", completed, [scored(true), without("unscored")], "unscored"],
    ["what is unscored outweighs what is skipped", completed, [without("skipped"), without("unscored")], "unscored"],
    ["no metric applied", completed, [without("skipped"), without("skipped")], "skipped"],
    ["there are no metrics", completed, [], "skipped"],
    ["a metric broke", completed, [scored(true), without("errored")], "errored"],
    ["a broken metric outweighs a miss", completed, [scored(false), without("errored")], "errored"],
    ["the agent failed, whatever the scores say", failed, [scored(true)], "failed"],
    ["the agent failed and nothing was scored", failed, [], "failed"],
    ["the agent failed and no metric applied", failed, [without("skipped"), without("unscored")], "failed"],
    ["the agent failed and a metric broke", failed, [without("errored")], "errored"],
    ["an outage", outage, [], "errored"],
    ["an outage, whatever the scores say", outage, [scored(true)], "errored"],
  ])("%s", (_name, outcome, scores, status) => expect(trialStatus(of(outcome), scores)).toBe(status));

  test.each<[string, Score[], TrialStatus]>([
    ["a miss", [scored(true), scored(false, false)], "passed"],
    ["no score", [scored(true), without("unscored", false)], "passed"],
    ["a pass, where nothing else applied", [without("skipped"), scored(true, false)], "skipped"],
    ["a pass, where there is nothing else", [scored(true, false)], "skipped"],
    ["a pass beside a miss that counts", [scored(true, false), scored(false)], "failed"],
  ])("a metric that only reports decides nothing: %s", (_name, scores, status) =>
    expect(trialStatus(of(completed), scores)).toBe(status),
  );

  test.each<[string, Score, Score]>([
    ["only watches", watching(scored(true)), watching(scored(false))],
    ["accepts every value", { ...(scored(true) as Scored), threshold: 0 }, scored(false)],
  ])("a metric that %s makes no trial pass by itself, and can still fail one", (_, passing, failing) => {
    expect(trialStatus(of(completed), [passing])).toBe("skipped");
    expect(trialStatus(of(completed), [passing, without("skipped")])).toBe("skipped");
    expect(trialStatus(of(completed), [passing, scored(true)])).toBe("passed");
    expect(trialStatus(of(completed), [passing, failing, scored(true)])).toBe("failed");
  });

  test("a metric that only watches and has no score leaves the trial unscored", () => {
    expect(trialStatus(of(completed), [watching(without("unscored")), scored(true)])).toBe("unscored");
  });

  test("a metric that only reports and breaks is a fault all the same", () => {
    expect(trialStatus(of(completed), [scored(true), without("errored", false)])).toBe("errored");
  });

  test("the order of the scores never matters", () => {
    const score = fc.oneof(
      fc.tuple(fc.boolean(), fc.boolean()).map(([passed, gating]) => scored(passed, gating)),
      fc
        .tuple(fc.constantFrom("skipped", "unscored", "errored"), fc.boolean())
        .map(([status, gating]) => without(status as "skipped", gating)),
    );
    fc.assert(
      fc.property(fc.array(score), fc.constantFrom(completed, failed, outage), (scores, outcome) => {
        expect(trialStatus(of(outcome), scores.toReversed())).toBe(trialStatus(of(outcome), scores));
      }),
    );
  });
});

describe("why a trial was skipped", () => {
  const named = (metric: string, score: Score): Score => ({ ...score, metric });

  test("names each metric that decides and had nothing to check, with its reason", () => {
    expect(skippedReason([named("contains", without("skipped")), named("rubric", without("skipped"))])).toBe(
      "nothing expected (contains: because; rubric: because)",
    );
  });

  test("does not name metrics that have a score, only report or only watch", () => {
    const others = [scored(true), without("skipped", false), watching(without("skipped"))];
    expect(skippedReason([...others, named("contains", without("skipped"))])).toBe(
      "nothing expected (contains: because)",
    );
    expect(skippedReason(others)).toBe("nothing expected");
  });
});

describe("the status of a stored trial, derived again", () => {
  const pass = { status: "scored", passed: true };
  const miss = { status: "scored", passed: false };

  test.each(["passed", "skipped"] as const)("%s holds where the scores agree", (stored) => {
    expect(statusAgain(stored, "completed", [pass, { status: "skipped" }])).toBe(stored);
    expect(statusAgain(stored, "completed", [])).toBe(stored);
  });

  test.each([
    ["a score missed its threshold", "completed", [pass, miss], "failed"],
    ["the agent failed", "agent-failed", [pass], "failed"],
    ["the agent failed and a score missed", "agent-failed", [miss], "failed"],
    ["a score is missing", "completed", [pass, { status: "unscored" }], "unscored"],
    ["a miss outweighs a score that is missing", "completed", [{ status: "unscored" }, miss], "failed"],
    ["a metric broke", "completed", [pass, { status: "errored" }], "errored"],
    ["a broken metric outweighs a miss", "completed", [miss, { status: "errored" }], "errored"],
    ["there was an outage", "infrastructure", [pass], "errored"],
    ["an outage outweighs a miss", "infrastructure", [miss], "errored"],
  ] as const)("passed does not hold where %s", (_, outcome, scores, status) => {
    expect(statusAgain("passed", outcome, scores)).toBe(status);
    expect(statusAgain("skipped", outcome, scores)).toBe(status);
  });

  test("a trial that was stored as failed, errored or unscored stays that, whatever its scores say", () => {
    for (const stored of ["failed", "errored", "unscored"] as const) {
      for (const scores of [[pass], [{ status: "unscored" }], [miss], [{ status: "errored" }]]) {
        expect(statusAgain(stored, "completed", scores)).toBe(stored);
      }
    }
  });

  test("only a score can miss: what else is stored beside a metric without one does not count", () => {
    expect(statusAgain("passed", "completed", [pass, { status: "skipped", passed: false }])).toBe("passed");
  });
});

describe("the tally", () => {
  test("everything planned is pending at first", () => {
    expect(emptyTally(3)).toEqual({
      planned: 3,
      passed: 0,
      failed: 0,
      unscored: 0,
      errored: 0,
      skipped: 0,
      pending: 3,
    });
  });

  test("the sum holds after every trial, in whatever order they end", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...trialStatuses)), fc.nat(5), (statuses, left) => {
        const tally = emptyTally(statuses.length + left);
        for (const status of statuses) {
          count(tally, status);
          assertSum(tally);
        }
        expect(tally.pending).toBe(left);
        for (const status of trialStatuses) expect(tally[status]).toBe(statuses.filter((one) => one === status).length);
      }),
    );
  });

  test("a sum that does not hold is reported as a bug in Viva", () => {
    expect(() => assertSum({ ...emptyTally(3), passed: 1 })).toThrow(/adds up to 4\. This is a bug in Viva/);
    expect(() => assertSum({ ...emptyTally(3), pending: 2 })).toThrow("the sum does not hold");
  });

  test("one trial counted twice does not go unnoticed", () => {
    const tally = emptyTally(1);
    count(tally, "passed");
    count(tally, "passed");
    expect(() => assertSum(tally)).toThrow("the sum does not hold");
  });
});
