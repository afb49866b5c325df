import { describe, expect, test } from "vitest";
import type { Limits } from "../case/index.ts";
import { questionsIn } from "./limits/measures.ts";
import { limits } from "./limits.ts";
import { call, caseOf, exchange, scoredOf, scoreOf, transcriptOf } from "./testing-transcript.test-helper.ts";

const usage = { inputTokens: 100, outputTokens: 20 };
const measured = transcriptOf([
  exchange(["Which one? And when?", call("find")], { modelCalls: 2, latencyMs: 400, cost: 0.01, usage }),
  exchange(["One two three four five."], { modelCalls: 1, latencyMs: 100, cost: 0.02, usage }),
]);
/** As from a hand-written tape: nothing was measured. */
const unmeasured = transcriptOf([["Hello."]]);

describe("each limit", () => {
  test.each<[keyof Limits, number]>([
    ["latencyMs", 500],
    ["tokens", 240],
    ["cost", 0.03],
    ["modelCalls", 3],
    ["toolCalls", 1],
    ["wordsPerReply", 5],
    ["questionsPerReply", 2],
  ])("%s is kept at %d and broken below", async (name, taken) => {
    expect(await scoredOf(limits({ [name]: taken }), measured)).toMatchObject({ value: 1, passed: true });
    const broken = await scoredOf(limits({ [name]: taken * 0.9 }), measured);
    expect(broken).toMatchObject({ value: 0, passed: false });
    expect(broken.checks).toMatchObject([{ id: name, ok: false, verdict: "over" }]);
  });

  test("the reason says how much was taken and allowed", async () => {
    const { checks } = await scoredOf(limits({ latencyMs: 450, tokens: 1000 }), measured);
    expect(checks.map(({ reason }) => reason)).toEqual([
      "500 ms, at most 450 allowed",
      "240 tokens, at most 1000 allowed",
    ]);
  });

  test("the value is the share of limits kept, against the threshold", async () => {
    const options = { latencyMs: 450, tokens: 1000 };
    expect(await scoredOf(limits(options), measured)).toMatchObject({ value: 1 / 2, passed: false });
    expect(await scoredOf(limits({ ...options, threshold: 0.5 }), measured)).toMatchObject({ passed: true });
  });
});

describe("what was not recorded", () => {
  test("is never 0: its check is not decided", async () => {
    const { value, checks } = await scoredOf(limits({ latencyMs: 1, wordsPerReply: 5 }), unmeasured);
    expect(value).toBe(1);
    expect(checks[0]).toMatchObject({
      id: "latencyMs",
      verdict: "unknown",
      ok: true,
      reason: "latency was not recorded",
    });
    expect(checks[0]).not.toHaveProperty("value");
  });

  test("leaves nothing to decide where it is all that was limited", async () => {
    expect(await scoreOf(limits({ latencyMs: 1, cost: 1, tokens: 1 }), unmeasured)).toMatchObject({
      status: "skipped",
      reason: "nothing was recorded of latency, tokens, cost",
    });
  });

  test("in part is unknown, unless what is known is already too much", async () => {
    const partly = transcriptOf([exchange(["a"], { latencyMs: 400 }), exchange(["b"])]);
    expect(await scoreOf(limits({ latencyMs: 500 }), partly)).toMatchObject({ status: "skipped" });
    const { value, checks } = await scoredOf(limits({ latencyMs: 300 }), partly);
    expect(value).toBe(0);
    expect(checks[0]?.reason).toBe("at least 400 ms, at most 300 allowed");
  });
});

describe("where limits come from", () => {
  test("without any the metric is skipped and says what was measured", async () => {
    expect(await scoreOf(limits(), measured)).toMatchObject({
      status: "skipped",
      reason:
        "no limit is set; measured: 500 ms, 240 tokens, $0.03, 3 model calls, 1 tool call, 5 words in a reply, 2 questions in a reply",
    });
  });

  test("a case's own win, one by one", async () => {
    const metric = limits({ latencyMs: 10, tokens: 10 });
    const { checks } = await scoredOf(metric, measured, caseOf({ limits: { latencyMs: 1000 } }));
    expect(checks.map(({ id, ok }) => [id, ok])).toEqual([
      ["latencyMs", true],
      ["tokens", false],
    ]);
  });

  test("a case alone can set one", async () => {
    expect(await scoredOf(limits(), measured, caseOf({ limits: { toolCalls: 0 } }))).toMatchObject({ value: 0 });
  });

  test("what is no limit is refused when the metric is made", () => {
    expect(() => limits({ latencyMs: -5 })).toThrow(/limits: latencyMs/);
    expect(() => limits({ latency: 5 } as Limits)).toThrow(/latency/);
  });
});

test("the figures are kept, unknown ones as null", async () => {
  const { detail } = await scoredOf(limits({ wordsPerReply: 9 }), unmeasured);
  expect(detail).toEqual({
    latencyMs: null,
    tokens: null,
    cost: null,
    modelCalls: 1,
    toolCalls: 0,
    wordsPerReply: 1,
    questionsPerReply: 0,
  });
});

test("questions are counted in prose", () => {
  expect(questionsIn("What? Really?! No.")).toBe(2);
  expect(questionsIn("See https://example.org/?a=1 and `a ? b : c`.\n```\nx?\n```")).toBe(0);
  expect(questionsIn("什么？")).toBe(1);
});

test("its limits are part of its identity", () => {
  const hashes = [{}, { tokens: 5 }, { tokens: 6 }, { cost: 5 }, { threshold: 0.5 }, { name: "own" }].map(
    (one) => limits(one).identity.hash,
  );
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(limits({ report: true }).gating).toBe(false);
});
