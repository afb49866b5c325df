import { describe, expect, test } from "vitest";
import type { Limits } from "../../shape/index.ts";
import { questionsIn } from "../../spoken/index.ts";
import { call, caseOf, exchange, scoredOf, scoreOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { limits } from "./limits.ts";

const usage = { inputTokens: 100, outputTokens: 20 };
const measured = transcriptOf([
  exchange(["Which one? And when?", call("find")], {
    ...{ modelCalls: 2, firstWordMs: 250, replyMs: 450, modelMs: 400, cost: 0.01, usage },
  }),
  exchange(["One two three four five."], {
    ...{ modelCalls: 1, firstWordMs: 80, replyMs: 120, modelMs: 100, cost: 0.02, usage },
  }),
]);
/** As from a hand-written tape: nothing was measured. */
const unmeasured = transcriptOf([["Hello."]]);

describe("each limit", () => {
  test.each<[keyof Limits, number]>([
    ["firstWordMs", 250],
    ["replyMs", 450],
    ["latencyMs", 570],
    ["modelMs", 500],
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
    const { checks } = await scoredOf(limits({ replyMs: 400, tokens: 1000 }), measured);
    expect(checks.map(({ reason }) => reason)).toEqual([
      "450 ms for a reply, at most 400 allowed",
      "240 tokens, at most 1000 allowed",
    ]);
  });

  test("the value is the share of limits kept, against the threshold", async () => {
    const options = { replyMs: 400, tokens: 1000 };
    expect(await scoredOf(limits(options), measured)).toMatchObject({ value: 1 / 2, passed: false });
    expect(await scoredOf(limits({ ...options, threshold: 0.5 }), measured)).toMatchObject({ passed: true });
  });
});

describe("what was not measured", () => {
  test("is skipped and shown as such; the others make the value", async () => {
    const { value, checks } = await scoredOf(limits({ replyMs: 1, wordsPerReply: 5 }), unmeasured);
    expect(value).toBe(1);
    expect(checks).toMatchObject([
      {
        id: "replyMs",
        status: "skipped",
        verdict: "skipped",
        reason: "not measured: no time is recorded in 1 of 1 exchange",
      },
      { id: "wordsPerReply", verdict: "kept", value: 1 },
    ]);
    expect(checks[0]).not.toHaveProperty("value");
    expect(checks[1]).not.toHaveProperty("status");
    const tight = await scoredOf(limits({ replyMs: 1, wordsPerReply: 0.5 }), unmeasured);
    expect(tight).toMatchObject({ value: 0, passed: false });
  });

  test("leaves the metric skipped where it is all that was limited, and the reason says what", async () => {
    expect(await scoreOf(limits({ latencyMs: 1, cost: 1, tokens: 1 }), unmeasured)).toMatchObject({
      status: "skipped",
      reason:
        "latency not measured: no time is recorded in 1 of 1 exchange; tokens not measured: a model call has no token count in 1 of 1 exchange; cost not measured: a model call has no cost in 1 of 1 exchange",
    });
  });

  test.each(["firstWordMs", "replyMs", "latencyMs", "modelMs", "tokens", "cost"] as const)(
    "%s: one exchange without it leaves it unknown, unless the rest is already too much",
    async (name) => {
      const known = { firstWordMs: 400, replyMs: 400, modelMs: 400, cost: 400 };
      const one = exchange(["a"], { ...known, usage: { inputTokens: 300, outputTokens: 100 } });
      const partly = transcriptOf([one, exchange(["b"])]);
      expect(await scoreOf(limits({ [name]: 500 }), partly)).toMatchObject({ status: "skipped" });
      const { value, checks } = await scoredOf(limits({ [name]: 300 }), partly);
      expect(value).toBe(0);
      expect(checks[0]?.reason).toMatch(/^at least .*400.*, at most 300 allowed$/);
    },
  );

  test.each(["modelMs", "tokens", "cost", "modelCalls"] as const)(
    "%s of an agent whose model calls Viva does not see",
    async (name) => {
      const ownClient = transcriptOf([exchange(["Hello."], { modelCalls: 0, replyMs: 900 })]);
      expect(await scoreOf(limits({ [name]: 5 }), ownClient)).toMatchObject({
        status: "skipped",
        reason: expect.stringContaining("not measured: no model call went through Viva"),
      });
    },
  );

  test("an exchange that asked no model takes nothing away from those that did", async () => {
    const canned = exchange(["Leave the house now."], { modelCalls: 0, replyMs: 1 });
    const asked = exchange(["Hello."], { modelCalls: 1, modelMs: 100, replyMs: 110, usage, cost: 0.01 });
    const options = { modelMs: 100, tokens: 120, cost: 0.01, modelCalls: 1 };
    expect(await scoredOf(limits(options), transcriptOf([canned, asked]))).toMatchObject({ value: 1 });
  });

  test("words and questions where nothing was said", async () => {
    const silent = transcriptOf([[call("find")], ["  "]]);
    expect(await scoreOf(limits({ wordsPerReply: 5, questionsPerReply: 1 }), silent)).toMatchObject({
      status: "skipped",
      reason: "words per reply not measured: no reply has text; questions per reply not measured: no reply has text",
    });
  });
});

describe("the first word", () => {
  test("of an agent that never streams is not measured", async () => {
    const whole = transcriptOf([exchange(["Hello."], { replyMs: 100 })]);
    expect(await scoreOf(limits({ firstWordMs: 500 }), whole)).toMatchObject({
      status: "skipped",
      reason: "time to the first word not measured: no reply is recorded as streamed",
    });
  });

  test("of a reply that came whole was heard at its end, where the agent streams others", async () => {
    const mixed = transcriptOf([
      exchange(["Let me see. It is noon."], { firstWordMs: 100, replyMs: 900 }),
      exchange(["Goodbye."], { replyMs: 300 }),
      exchange([call("hang_up")], { replyMs: 2000 }),
    ]);
    expect(await scoredOf(limits({ firstWordMs: 300 }), mixed)).toMatchObject({ value: 1 });
    expect(await scoredOf(limits({ firstWordMs: 299 }), mixed)).toMatchObject({ value: 0 });
  });
});

describe("where limits come from", () => {
  test("without any the metric is skipped and says what was measured", async () => {
    expect(await scoreOf(limits(), measured)).toMatchObject({
      status: "skipped",
      reason:
        "no limit is set; measured: 250 ms to the first word, 450 ms for a reply, 570 ms for all replies, 500 ms for all model calls, 240 tokens, $0.03, 3 model calls, 1 tool call, 5 words in a reply, 2 questions in a reply",
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

  test("a wrong limit is refused when the metric is made", () => {
    expect(() => limits({ latencyMs: -5 })).toThrow(/limits: latencyMs/);
    expect(() => limits({ latency: 5 } as Limits)).toThrow(/latency/);
  });
});

test("the figures are kept, unknown ones as null", async () => {
  const { detail } = await scoredOf(limits({ wordsPerReply: 9 }), unmeasured);
  expect(detail).toEqual({
    firstWordMs: null,
    replyMs: null,
    latencyMs: null,
    modelMs: null,
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
