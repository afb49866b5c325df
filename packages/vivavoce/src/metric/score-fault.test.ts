import { describe, expect, test } from "vitest";
import type { Check, Score } from "../shape/index.ts";
import { defineMetric } from "./define-metric.ts";
import { scoreSafely } from "./score-checked.ts";
import { caseOf, noJudge, transcriptOf } from "./testing-transcript.test-helper.ts";
import type { Metric } from "./types.ts";

/** What is found wrong with the score of a metric that somebody wrote without defineMetric. */
async function scoreFault(given: unknown): Promise<string | undefined> {
  const score: Metric["score"] = async () => given as Score;
  const own = { ...defineMetric({ name: "own", score: () => ({ status: "skipped", reason: "" }) }), score };
  const found = await scoreSafely(own, transcriptOf([["Hello"]]), caseOf(), noJudge);
  if (found.status !== "errored" || Object(given).status === "errored") return undefined;
  return /returned no valid score: ([\s\S]*)\. A metric that/.exec(found.reason)?.[1] ?? found.reason;
}

const common = { metric: "own", judged: false, gating: true };
const check: Check = {
  id: "c1",
  label: "greets",
  verdict: "yes",
  ok: true,
  value: 1,
  reason: "it greets",
  evidence: [{ text: "Hello", exchange: 1, source: "reply" }],
};
const scored: Score = {
  ...common,
  status: "scored",
  value: 0.5,
  threshold: 0.7,
  passed: false,
  checks: [check],
  native: { value: 3, min: 1, max: 5 },
  detail: { raw: ["{"] },
};
const skipped: Score = { ...common, status: "skipped", reason: "nothing to see" };
const unscored: Score = { ...common, status: "unscored", reason: "no answer", detail: [1] };

describe("a score is taken as it is", () => {
  test.each([scored, skipped, unscored, { ...common, status: "errored", reason: "broke" }])(
    "$status",
    async (score) => {
      expect(await scoreFault(score)).toBeUndefined();
    },
  );

  test("with what may be left out left out", async () => {
    const { native: _native, detail: _detail, ...plain } = scored;
    const { value: _value, ...bare } = check;
    expect(await scoreFault({ ...plain, checks: [{ ...bare, evidence: [{ text: "Hello", source: "fact" }] }] })).toBe(
      undefined,
    );
    expect(await scoreFault({ ...plain, native: undefined, detail: undefined })).toBeUndefined();
  });
});

describe("what is wrong is said, and where", () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ["another status", { ...skipped, status: "fine" }, /^status: /],
    ["no status", { ...common }, /^status: /],
    ["no reason", { ...skipped, reason: undefined }, /^reason: expected string, received undefined$/],
    ["a value that is not a number", { ...scored, value: "1" }, /^value: expected number, received string$/],
    ["a value off the scale", { ...scored, value: 7 }, /^value: /],
    ["NaN", { ...scored, value: Number.NaN }, /^value: .*NaN/],
    ["no threshold", { ...scored, threshold: undefined }, /^threshold: /],
    ["passed in words", { ...scored, passed: "yes" }, /^passed: expected boolean/],
    ["no checks", { ...scored, checks: undefined }, /^checks: expected array/],
    ["a check that is not an object", { ...scored, checks: ["ok"] }, /^checks\.0: expected object/],
    ["a check without a verdict", { ...scored, checks: [check, { ...check, ok: 1 }] }, /^checks\.1\.ok: /],
    ["a check without evidence", { ...scored, checks: [{ ...check, evidence: undefined }] }, /^checks\.0\.evidence: /],
    [
      "a BigInt for evidence",
      { ...scored, checks: [{ ...check, evidence: [{ text: 12n, source: "reply" }] }] },
      /^checks\.0\.evidence\.0\.text: expected string, received bigint$/,
    ],
    [
      "evidence from nowhere",
      { ...scored, checks: [{ ...check, evidence: [{ text: "x", source: "dream" }] }] },
      /^checks\.0\.evidence\.0\.source: /,
    ],
    ["a date for a reason", { ...scored, checks: [{ ...check, reason: new Date(0) }] }, /^checks\.0\.reason: /],
    ["half a scale", { ...scored, native: { value: 3, min: 1 } }, /^native\.max: /],
  ])("%s", async (_name, score, fault) => {
    const said = await scoreFault(score);
    expect(said).toMatch(fault);
    expect(said).not.toContain("\n");
  });

  test("a field that throws when it is read is a fault, never a throw", async () => {
    const trap = {
      get id() {
        throw new Error("do not touch");
      },
    };
    expect(await scoreFault({ ...scored, checks: [trap] })).toContain("do not touch");
  });
});
