import { describe, expect, test } from "vitest";
import { judgeOf } from "./judged/testing-judged.test-helper.ts";
import { checkingScore, giveScore } from "./score-checked.ts";
import { caseOf, transcriptOf } from "./testing-transcript.test-helper.ts";

const metric = { name: "own", judged: true, gating: false };
const checkedScore = (given: unknown) => checkingScore(metric, () => given)(transcriptOf([]), caseOf(), judgeOf({}));

describe("what a metric gave", () => {
  test("is a score of that metric, whatever it says of itself", async () => {
    const given = { metric: "other", judged: false, gating: true, status: "skipped", reason: "nothing to see" };
    expect(await checkedScore(given)).toEqual({
      metric: "own",
      judged: true,
      gating: false,
      status: "skipped",
      reason: "nothing to see",
    });
  });

  test.each<[unknown, string]>([
    [undefined, "own returned undefined"],
    [null, "own returned null"],
    [1, "own returned 1"],
    ["good", "own returned the text “good”"],
    [12n, "own returned 12n"],
    [[1], "own returned a list"],
    [() => 1, "own returned a function"],
    [{}, "own returned no valid score: status: "],
    [{ status: "scored", value: 1 }, "own returned no valid score: threshold: "],
  ])("%o is an error of the metric that says what it returns", async (given, said) => {
    const score = await checkedScore(given);
    expect(score).toMatchObject({ metric: "own", judged: true, gating: false, status: "errored" });
    if (score.status !== "errored") return;
    expect(score.reason).toContain(said);
    expect(score.reason).toMatch(/scored\(value, checks\).*from 0 to 1, skipped\(reason\) or unscored\(reason\)$/);
  });

  const fine = { status: "scored", value: 1, threshold: 1, passed: true, checks: [] };
  const check = { id: "a", label: "a", verdict: "yes", ok: true, reason: "", evidence: [] };

  test.each<[string, object]>([
    ["a list with holes", { ...fine, checks: new Array(3) }],
    ["holes in the evidence", { ...fine, checks: [{ ...check, evidence: new Array(2) }] }],
    ["a check that is something else as JSON", { ...fine, checks: [{ ...check, toJSON: () => 1 }] }],
    ["a score that is nothing as JSON", { ...fine, toJSON: () => null }],
    ["a circle", Object.assign({ ...fine }, { detail: circle() })],
  ])("%s is an error too: what counts is what can be stored", async (_name, given) => {
    expect(await checkedScore(given)).toMatchObject({ status: "errored" });
  });

  test.each<[string, object, string]>([
    ["a BigInt in the detail", { ...fine, detail: { count: 12n } }, "cannot be written as JSON (Do not know how"],
    ["a circle in the detail", { ...fine, detail: circle() }, "cannot be written as JSON (Converting circular"],
    ["a BigInt where nobody looks", { ...fine, checks: [{ ...check, more: 12n }] }, "cannot be written as JSON"],
  ])("%s is named", async (_name, given, said) => {
    expect(await checkedScore(given)).toMatchObject({ status: "errored", reason: expect.stringContaining(said) });
  });

  test("is kept as it was: a later change does not reach it", async () => {
    const detail = { seen: [1] };
    const score = await checkedScore({ ...fine, detail });
    detail.seen.push(2);
    expect(score).toMatchObject({ status: "scored", detail: { seen: [1] } });
  });
});

function circle(): object {
  const self: Record<string, unknown> = {};
  self.self = self;
  return self;
}

describe("a metric that checks its own score", () => {
  const own = { ...metric, identity: { name: "own", version: 1, parts: null, hash: "" } };
  const asked = [{}, {}, {}] as unknown as Parameters<typeof giveScore> extends [unknown, ...infer Rest] ? Rest : never;

  test("gives it unchecked to a caller that checks every score", async () => {
    const made = { ...own, score: checkingScore(metric, async () => "not a score") };
    expect(await made.score(...asked)).toMatchObject({ metric: "own", status: "errored" });
    expect(await giveScore(made, ...asked)).toBe("not a score");
  });

  test("but not if somebody has put another function in its place", async () => {
    const made = { ...own, score: checkingScore(metric, async () => "not a score") };
    const wrapped = { ...made, score: async () => ({ ...(await made.score(...asked)), reason: "wrapped" }) as never };
    expect(await giveScore(wrapped, ...asked)).toMatchObject({ status: "errored", reason: "wrapped" });
  });
});
