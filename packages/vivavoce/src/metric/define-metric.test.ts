import { describe, expect, test } from "vitest";
import { InfrastructureError, InputError, type JsonValue } from "../base/index.ts";
import { Unscored } from "../judge/index.ts";
import { ModelError } from "../model/index.ts";
import { type Case, scoreSchema, type Transcript } from "../shape/index.ts";
import { defineMetric, type MetricDefinition } from "./define-metric.ts";
import { caseOf, scoredOf, scoreOf, transcriptOf } from "./testing-transcript.test-helper.ts";
import { type MetricResult, scored, skipped, unscored } from "./types.ts";

const empty = transcriptOf([["hello"]]);
const metricOf = (result: () => MetricResult | Promise<MetricResult>, more: Partial<MetricDefinition> = {}) =>
  defineMetric({ name: "own", score: result, ...more });

test("no threshold but 0 is reached by 0, however low it is", async () => {
  const score = (value: number, threshold: number) =>
    scoredOf(
      metricOf(() => scored(value, []), { threshold }),
      empty,
    );
  expect(await score(0, 1e-12)).toMatchObject({ passed: false });
  expect(await score(1 - 1e-12, 1)).toMatchObject({ passed: true });
});

test("a threshold off the scale, and a value that passed under its threshold, are errors", async () => {
  for (const extra of [{ threshold: -1 }, { threshold: 2 }, { passed: true }]) {
    const metric = metricOf(() => scored(0, [], extra));
    expect(await scoreOf(metric, empty)).toMatchObject({ status: "errored" });
  }
  const missed = metricOf(() => scored(1, [], { passed: false }));
  expect(await scoredOf(missed, empty)).toMatchObject({ passed: false });
});

describe("the frame fills in", () => {
  test("name, judged and gating", async () => {
    const plain = await scoreOf(
      metricOf(() => scored(1, [])),
      empty,
    );
    expect(plain).toMatchObject({ metric: "own", judged: false, gating: true });
    const judged = await scoreOf(
      metricOf(() => scored(1, []), { judged: true, report: true }),
      empty,
    );
    expect(judged).toMatchObject({ judged: true, gating: false });
  });

  test("every status is a valid score", async () => {
    const results = [
      () => scored(0.5, [], { native: { value: 3, min: 1, max: 5 }, detail: { a: 1 } }),
      () => skipped("nothing to judge"),
      () => unscored("no valid answer", { raw: "{" }),
      () => {
        throw new Error("broke");
      },
    ];
    for (const result of results) expect(scoreSchema.parse(await scoreOf(metricOf(result), empty))).toBeTruthy();
  });

  test("a reason and a detail come through", async () => {
    expect(
      await scoreOf(
        metricOf(() => skipped("no claim")),
        empty,
      ),
    ).toMatchObject({ status: "skipped", reason: "no claim" });
    expect(
      await scoreOf(
        metricOf(() => unscored("bad", { raw: "{" })),
        empty,
      ),
    ).toMatchObject({ reason: "bad", detail: { raw: "{" } });
  });
});

describe("the threshold", () => {
  test("passes at its value, whatever floats do", async () => {
    const metric = metricOf(() => scored(0.1 + 0.2, []), { threshold: 0.3 });
    expect((await scoredOf(metric, empty)).passed).toBe(true);
    expect(
      (
        await scoredOf(
          metricOf(() => scored(0.29, []), { threshold: 0.3 }),
          empty,
        )
      ).passed,
    ).toBe(false);
    expect(
      (
        await scoredOf(
          metricOf(() => scored(0.7 - 1e-10, []), { threshold: 0.7 }),
          empty,
        )
      ).passed,
    ).toBe(true);
  });

  test("is 1 by default, and 0.7 if a judge decides", async () => {
    expect(
      (
        await scoredOf(
          metricOf(() => scored(0.99, [])),
          empty,
        )
      ).threshold,
    ).toBe(1);
    expect(
      (
        await scoredOf(
          metricOf(() => scored(0.99, []), { judged: true }),
          empty,
        )
      ).threshold,
    ).toBe(0.7);
  });

  test("a case's own threshold wins", async () => {
    const metric = metricOf(() => scored(0.6, [], { threshold: 0.5 }), { threshold: 0.9 });
    expect(await scoredOf(metric, empty)).toMatchObject({ threshold: 0.5, passed: true });
  });

  test("a floor can fail what the threshold would pass", async () => {
    expect(
      await scoredOf(
        metricOf(() => scored(0.9, [], { passed: false }), { threshold: 0.5 }),
        empty,
      ),
    ).toMatchObject({ value: 0.9, passed: false });
  });

  test("a suite's default reaches only a metric without its own", async () => {
    const without = metricOf(() => scored(0.65, []));
    const fallback = without.withDefaultThreshold?.(0.6) ?? without;
    expect(await scoredOf(fallback, empty)).toMatchObject({ threshold: 0.6, passed: true });
    expect(fallback.identity.hash).not.toBe(without.identity.hash);
    const own = metricOf(() => scored(0.65, []), { threshold: 0.8 });
    expect(own.withDefaultThreshold?.(0.6)).toBe(own);
  });

  test("one off the scale is refused when the metric is made", () => {
    for (const threshold of [-0.1, 1.1, 70, Number.NaN])
      expect(() => metricOf(() => scored(1, []), { threshold })).toThrow(InputError);
  });
});

describe("a value off the scale is an error, never a score", () => {
  test.each([1.5, -0.2, Number.NaN, Number.POSITIVE_INFINITY])("%d", async (value) => {
    const score = await scoreOf(
      metricOf(() => scored(value, [])),
      empty,
    );
    expect(score).toMatchObject({ status: "errored", reason: expect.stringContaining(`returned the value ${value}`) });
  });

  test("a tiny excess over 1 is float noise", async () => {
    expect(
      (
        await scoredOf(
          metricOf(() => scored(1 + 1e-12, [])),
          empty,
        )
      ).value,
    ).toBe(1);
    expect(
      (
        await scoredOf(
          metricOf(() => scored(-1e-12, [])),
          empty,
        )
      ).value,
    ).toBe(0);
  });
});

describe("something that is not a result is an error of the metric, never a score and never a throw", () => {
  const junk = (result: unknown) => scoreOf(defineMetric({ name: "own", score: () => result as MetricResult }), empty);
  const check = { id: "c1", label: "greets", verdict: "yes", ok: true, reason: "it greets", evidence: [] };
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;

  test.each<[string, unknown, string]>([
    ["nothing", undefined, "own returned undefined"],
    ["null", null, "own returned null"],
    ["a text", "good", "own returned the text “good”"],
    ["a number", 1, "own returned 1"],
    ["a promise of junk", Promise.resolve(true), "own returned true"],
    ["another status", { status: "fine" }, "own returned no valid score: status: "],
    [
      "a dimension on another scale",
      scored(1, [{ ...check, dimension: "tone", value: 5 }]),
      "own returned no valid score: the check c1 has the value 5, and a dimension is from 0 to 1",
    ],
    ["a score without checks", { status: "scored", value: 1 }, "own returned no valid score: checks: "],
    ["a value in words", { status: "scored", value: "1", checks: [] }, "own returned the value the text “1”"],
    ["a BigInt for a value", { status: "scored", value: 1n, checks: [] }, "own returned the value 1n"],
    ["a threshold in words", scored(1, [], { threshold: "high" as never }), "threshold: expected number"],
    ["passed in words", scored(1, [], { passed: "yes" as never }), "passed: expected boolean"],
    ["a BigInt as evidence", scored(1, [{ ...check, evidence: [{ text: 1n, source: "reply" }] } as never]), "bigint"],
    ["a function for a reason", scored(1, [{ ...check, reason: () => "because" } as never]), "checks.0.reason"],
    ["a circle in the detail", scored(1, [], { detail: cycle as never }), "cannot be written as JSON"],
    ["a BigInt in the detail", unscored("no answer", { count: 1n } as never), "cannot be written as JSON"],
    ["skipped for no reason", skipped(undefined as never), "reason: expected string"],
  ])("%s", async (_name, result, said) => {
    const score = await junk(result);
    expect(score).toMatchObject({
      metric: "own",
      gating: true,
      status: "errored",
      reason: expect.stringContaining(said),
    });
    expect(scoreSchema.safeParse(score).success).toBe(true);
  });

  test("it says what a metric returns", async () => {
    expect(await junk(undefined)).toMatchObject({
      reason: expect.stringContaining(
        "scored(value, checks) with a value from 0 to 1, skipped(reason) or unscored(reason)",
      ),
    });
  });

  test("nor does an Unscored with a detail that is not JSON get through", async () => {
    const thrown = defineMetric({
      name: "own",
      judged: true,
      score: () => {
        throw new Unscored("no answer", { count: 1n } as never);
      },
    });
    expect(await scoreOf(thrown, empty)).toMatchObject({ status: "errored" });
  });
});

describe("a throw", () => {
  const throwing = (error: unknown, judged = false) =>
    scoreOf(
      metricOf(
        () => {
          throw error;
        },
        { judged },
      ),
      empty,
    );

  test("is an errored score, so the row is not lost", async () => {
    expect(await throwing(new Error("no such field"))).toMatchObject({ status: "errored", reason: "no such field" });
    expect(await throwing("a text")).toMatchObject({ status: "errored", reason: "a text" });
    expect(
      await scoreOf(
        metricOf(() => Promise.reject(new Error("later"))),
        empty,
      ),
    ).toMatchObject({ reason: "later" });
  });

  test("of Unscored is an unscored score with what was answered", async () => {
    const detail: JsonValue = { raw: ["{"] };
    expect(await throwing(new Unscored("two verdicts for item 3", detail), true)).toMatchObject({
      status: "unscored",
      reason: "two verdicts for item 3",
      detail,
    });
  });

  test("for an outage leaves a judged metric unscored and breaks a deterministic one", async () => {
    const outage = new InfrastructureError({ message: "503 from the provider" });
    expect(await throwing(outage, true)).toMatchObject({ status: "unscored", reason: expect.stringContaining("503") });
    expect(await throwing(outage)).toMatchObject({ status: "errored" });
    expect(await throwing(new ModelError({ message: "timed out", failure: "timeout" }), true)).toMatchObject({
      status: "unscored",
    });
  });

  test("for a missing or differing tape is an error of the recording, not an outage", async () => {
    for (const failure of ["no-tape", "tape-differs"] as const) {
      expect(await throwing(new ModelError({ message: failure, failure }), true)).toMatchObject({ status: "errored" });
    }
  });

  test("for any other reason breaks a judged metric too", async () => {
    expect(await throwing(new TypeError("a fault in the metric"), true)).toMatchObject({ status: "errored" });
  });
});

describe("identity", () => {
  const hashOf = (more: Partial<MetricDefinition>) => metricOf(() => scored(1, []), more).identity.hash;

  test("changes with name, version, parts and threshold", () => {
    const hashes = [
      hashOf({}),
      hashOf({ name: "other" }),
      hashOf({ version: 2 }),
      hashOf({ parts: { limit: 1 } }),
      hashOf({ parts: { limit: 2 } }),
      hashOf({ threshold: 0.4 }),
      hashOf({ parts: { check: () => true } }),
      hashOf({ parts: { check: () => false } }),
      hashOf({ parts: { pattern: /a/ } }),
      hashOf({ parts: { pattern: /a/i } }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test("does not change with what decides no score, nor with the order of parts", () => {
    expect(hashOf({ report: true })).toBe(hashOf({}));
    expect(hashOf({ parts: { a: 1, b: undefined, c: [1] } })).toBe(hashOf({ parts: { c: [1], a: 1 } }));
  });

  test("says what went into it", () => {
    const { identity } = metricOf(() => scored(1, []), { parts: { limit: 3 }, threshold: 0.5 });
    expect(identity).toMatchObject({ name: "own", version: 1, parts: { limit: 3, threshold: 0.5 } });
  });
});

test("one instance over a thousand concurrent cases gives a thousand scores of their own", async () => {
  const shareOfCase = async (transcript: Transcript, testCase: Case): Promise<MetricResult> => {
    const index = Number(testCase.id.slice(1));
    for (let turn = 0; turn < index % 7; turn += 1) await Promise.resolve();
    return scored(index / 1000, [
      { id: testCase.id, label: transcript.case, verdict: "", ok: true, reason: "", evidence: [] },
    ]);
  };
  const metric = defineMetric({ name: "shared", score: shareOfCase });
  const ids = Array.from({ length: 1000 }, (_, index) => `c${index}`);
  const scores = await Promise.all(ids.map((id) => scoredOf(metric, { ...empty, case: id }, caseOf({}, { id }))));
  for (const [index, score] of scores.entries()) {
    expect(score.value).toBe(index / 1000);
    expect(score.checks[0]).toMatchObject({ id: `c${index}`, label: `c${index}` });
  }
});
