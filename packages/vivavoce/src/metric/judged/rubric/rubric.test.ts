import { describe, expect, test } from "vitest";
import { InfrastructureError } from "../../../base/index.ts";
import { type Case, scoreSchema } from "../../../shape/index.ts";
import { call, caseOf, exchange, noJudge, transcriptOf } from "../../testing-transcript.test-helper.ts";
import type { CodeDecision, Dimension, RubricOptions, RubricReply } from "./options.ts";
import { rubric } from "./rubric.ts";
import {
  allOf,
  answer,
  goodReply,
  oneReply,
  played,
  playedScored,
  promptOf,
  seven,
} from "./testing-rubric.test-helper.ts";

const phone = (more: Partial<RubricOptions> = {}) => rubric({ dimensions: seven(), threshold: 3.5, ...more });
const deciding = (decision: CodeDecision | undefined, more: Partial<Dimension> = {}) =>
  phone({ dimensions: seven({ brevity: { code: () => decision, ...more } }) });
const without = <Key extends string>(all: Record<Key, number>, ...keys: Key[]) =>
  Object.fromEntries(Object.entries<number>(all).filter(([key]) => !keys.includes(key as Key)));

describe("the value", () => {
  test.each([
    ["all 5", allOf(5), 5, 1, true],
    ["all 1", allOf(1), 1, 0, false],
    ["all 4 and forbidden_words 1", allOf(4, { forbidden_words: 1 }), 3.7, 0.675, true],
    ["all 3", allOf(3), 3, 0.5, false],
  ])(
    "of %s is the plain weighted mean, on its own scale and in [0, 1]",
    async (_name, scores, native, value, passed) => {
      const { score, model } = await playedScored(phone({ code: false }), answer(scores));
      expect(score.native?.value).toBeCloseTo(native, 12);
      expect(score.native).toMatchObject({ min: 1, max: 5 });
      expect(score.value).toBeCloseTo(value, 12);
      expect(score).toMatchObject({ passed, threshold: 0.625, judged: true });
      expect(model.calls).toHaveLength(1);
    },
  );

  test("at the threshold passes, whatever floats do", async () => {
    const halves: Dimension[] = ["a", "b"].map((id) => {
      return { id, weight: 0.5, description: "Text.", anchors: { 1: "bad", 5: "good" } };
    });
    const at = async (threshold: number) =>
      (await playedScored(phone({ dimensions: halves, threshold }), answer({ a: 3, b: 4 }))).score.passed;
    expect(await at(3.5)).toBe(true);
    expect(await at(3.5 + 1e-10)).toBe(true);
    expect(await at(3.5 + 1e-8)).toBe(false);
    const { score } = await playedScored(phone({ threshold: 3.7 }), answer(allOf(4, { forbidden_words: 1 })));
    expect(score).toMatchObject({ passed: true, threshold: 0.675 });
  });

  test("of another scale has that scale's ends", async () => {
    const dimensions = seven().map((one) => ({ ...one, anchors: { 0: "bad", 10: "good" } }));
    const metric = phone({ dimensions, scale: { min: 0, max: 10 }, threshold: 7 });
    const { score } = await playedScored(metric, answer(allOf(8)));
    expect(score).toMatchObject({ native: { min: 0, max: 10 }, threshold: 0.7, passed: true });
    expect(score.value).toBeCloseTo(0.8, 12);
  });

  test("is a valid score with one check for each dimension, in order, each with its quote", async () => {
    const { score } = await playedScored(phone(), answer(allOf(4, { brevity: 2 })));
    expect(scoreSchema.parse(score)).toEqual(score);
    expect(score.checks.map(({ id }) => id)).toEqual(seven().map(({ id }) => id));
    expect(score.checks[0]).toEqual({
      id: "brevity",
      label: "brevity",
      dimension: "brevity",
      verdict: "2",
      ok: false,
      value: 0.25,
      reason: "2 of 5: because of brevity",
      evidence: [{ text: goodReply, source: "reply", exchange: 1 }],
    });
    expect(score.checks[1]).toMatchObject({ verdict: "4", ok: true, value: 0.75, reason: "because of paraphrasing" });
  });

  test("comes with the scores of each dimension, and with what the judge answered", async () => {
    const { score } = await playedScored(phone(), answer(allOf(4)));
    expect(score.detail).toMatchObject({
      threshold: 3.5,
      underFloor: [],
      replies: [{ exchange: 1, score: 4, dimensions: allOf(4) }],
      judge: { calls: 1 },
    });
  });
});

describe("the threshold that was left out", () => {
  test("is 0.7 of the scale, or the suite's", async () => {
    const open = rubric({ dimensions: seven() });
    expect((await playedScored(open, answer(allOf(4)))).score).toMatchObject({ threshold: 0.7, passed: true });
    const lower = open.withDefaultThreshold?.(0.4) ?? open;
    expect((await playedScored(lower, answer(allOf(3)))).score).toMatchObject({ threshold: 0.4, passed: true });
    expect((await playedScored(open, answer(allOf(3)))).score.passed).toBe(false);
    expect(lower.identity.hash).not.toBe(open.identity.hash);
    expect(lower.calls).toBe(1);
  });

  test("is not touched by the suite's where there is one", () => {
    const own = phone();
    expect(own.withDefaultThreshold?.(0.4)).toBe(own);
  });
});

describe("a floor", () => {
  const compliant = phone({ dimensions: seven({ state_compliance: { floor: 3 } }) });

  test("fails the case whatever the mean: compliance 1 with fives elsewhere is 4.20", async () => {
    const { score } = await playedScored(compliant, answer(allOf(5, { state_compliance: 1 })));
    expect(score.native?.value.toFixed(2)).toBe("4.20");
    expect(score.passed).toBe(false);
    expect(score.detail).toMatchObject({ underFloor: ["state_compliance"] });
    const check = score.checks.find(({ id }) => id === "state_compliance");
    expect(check).toMatchObject({ ok: false, reason: "1 of 5, under its floor of 3: because of state_compliance" });
  });

  test("without one the same scores pass", async () => {
    expect((await playedScored(phone(), answer(allOf(5, { state_compliance: 1 })))).score.passed).toBe(true);
  });

  test("that is just met passes, though the dimension pulls the mean down", async () => {
    const { score } = await playedScored(compliant, answer(allOf(5, { state_compliance: 3 })));
    expect(score.passed).toBe(true);
    expect(score.checks.find(({ id }) => id === "state_compliance")).toMatchObject({
      ok: false,
      reason: "3 of 5: because of state_compliance",
    });
  });

  test("above the threshold marks a dimension that is between the two", async () => {
    const strict = phone({ dimensions: seven({ state_compliance: { floor: 5 } }) });
    const { score } = await playedScored(strict, answer(allOf(4)));
    expect(score.passed).toBe(false);
    expect(score.checks.filter(({ ok }) => !ok).map(({ id }) => id)).toEqual(["state_compliance"]);
  });

  test("holds for what code decides too", async () => {
    const metric = deciding({ exactly: 1, reason: "four sentences" }, { floor: 2 });
    const { score } = await playedScored(metric, answer(without(allOf(5), "brevity")));
    expect(score).toMatchObject({ passed: false, detail: { underFloor: ["brevity"] } });
  });
});

describe("not applicable", () => {
  const metric = phone({ dimensions: seven({ paraphrasing: { notApplicable: true, floor: 3 } }) });

  test("drops the dimension and its floor, and renormalises the weights", async () => {
    const scores = { ...allOf<number | string>(4, { forbidden_words: 1, paraphrasing: "not applicable" }) };
    const { score, model } = await playedScored(metric, answer(scores));
    expect(score.native?.value).toBeCloseTo(3.1 / 0.85, 12);
    expect(score.passed).toBe(true);
    const check = score.checks.find(({ id }) => id === "paraphrasing");
    expect(check).toMatchObject({ verdict: "not applicable", ok: true });
    expect(check).not.toHaveProperty("value");
    expect(model.calls).toHaveLength(1);
  });

  test("needs no quote", async () => {
    const scores = JSON.parse(answer(allOf<number | string>(4, { paraphrasing: "not applicable" })));
    scores.items[1].evidence = [];
    expect((await playedScored(metric, JSON.stringify(scores))).model.calls).toHaveLength(1);
  });

  test("is off the menu of a dimension that always applies", async () => {
    const wrong = answer(allOf<number | string>(4, { brevity: "not applicable" }));
    const { model } = await playedScored(metric, [wrong, answer(allOf(4))]);
    expect(model.calls).toHaveLength(2);
    expect(promptOf(model, 1)).toContain('item brevity: \\"not applicable\\" is not on the menu');
  });

  test("of all dimensions leaves nothing to score", async () => {
    const all = seven().map((one) => ({ ...one, notApplicable: true }));
    const { score } = await played(phone({ dimensions: all }), answer(allOf("not applicable")));
    expect(score).toMatchObject({ status: "skipped", reason: "none of the dimensions applies" });
  });
});

describe("what code decides exactly", () => {
  const metric = deciding({
    exactly: 3,
    reason: "two sentences and a filler",
    evidence: [{ text: "Got it", source: "reply", exchange: 1 }],
  });

  test("is not asked of the judge", async () => {
    const { score, model } = await playedScored(metric, answer(without(allOf(5), "brevity")));
    expect(score.native?.value).toBeCloseTo(4.6, 12);
    expect(promptOf(model)).not.toContain('"item":"brevity"');
    expect(score.checks[0]).toEqual({
      id: "brevity",
      label: "brevity",
      dimension: "brevity",
      verdict: "3",
      ok: false,
      value: 0.5,
      reason: "3 of 5: by code: two sentences and a filler",
      evidence: [{ text: "Got it", source: "reply", exchange: 1 }],
    });
  });

  test("rests on the reply where it quotes nothing", async () => {
    const { score } = await playedScored(
      deciding({ exactly: 5, reason: "tight" }),
      answer(without(allOf(5), "brevity")),
    );
    expect(score.checks[0]?.evidence).toEqual([{ text: goodReply, source: "reply", exchange: 1 }]);
  });

  test("an answer of the judge on it is an unknown item, and asked again", async () => {
    const { model } = await playedScored(metric, [answer(allOf(5)), answer(without(allOf(5), "brevity"))]);
    expect(model.calls).toHaveLength(2);
    expect(promptOf(model, 1)).toContain('there is no item \\"brevity\\"');
  });

  test("for every dimension asks no judge at all, and is judged all the same", async () => {
    const all = seven().map((one) => ({ ...one, code: () => ({ exactly: 4, reason: "it is so" }) }));
    const metric = phone({ dimensions: all });
    const score = await metric.score(oneReply, caseOf(), noJudge);
    expect(score).toMatchObject({ status: "scored", judged: true, value: 0.75, passed: true });
    expect(score).toMatchObject({ detail: { judge: { calls: 0 } } });
    expect(metric.calls).toBeUndefined();
    expect(metric.judged).toBe(true);
  });

  test("sees the reply, its exchange, the conversation and the case", async () => {
    const seen: [RubricReply, Case][] = [];
    const code = (reply: RubricReply, testCase: Case): CodeDecision => {
      seen.push([reply, testCase]);
      return { exactly: 5, reason: "seen" };
    };
    const testCase = caseOf({}, { id: "hello" });
    const transcript = transcriptOf([["First words."], [goodReply]]);
    const metric = phone({ dimensions: seven({ brevity: { code } }) });
    await playedScored(metric, answer(without(allOf(5), "brevity")), { transcript, testCase });
    expect(seen).toEqual([[{ text: goodReply, exchange: transcript.exchanges[1], transcript }, testCase]]);
  });
});

describe("what code hands over", () => {
  const handed = deciding({ oneOf: [5, 1, 3], reason: "no listed word; is there one like them?" });

  test("is asked of the judge, among the scores that are left and with the reason", async () => {
    const { score, model } = await playedScored(handed, [answer(allOf(4)), answer(allOf(4, { brevity: 3 }))]);
    expect(promptOf(model)).toContain(
      "brevity of the reply in exchange 1. Code has decided that it is one of 1, 3, 5: no listed word; is there one like them?",
    );
    expect(promptOf(model, 1)).toContain('item brevity: \\"4\\" is off the scale: it is one of 1, 3, 5');
    expect(score.checks[0]).toMatchObject({ verdict: "3", value: 0.5 });
  });

  test("to one score is decided", async () => {
    const { score } = await playedScored(
      deciding({ oneOf: [2], reason: "only this" }),
      answer(without(allOf(5), "brevity")),
    );
    expect(score.checks[0]).toMatchObject({ verdict: "2", reason: expect.stringContaining("by code: only this") });
  });

  test.each([
    [{ oneOf: [1, 9], reason: "" }, "says 9"],
    [{ oneOf: [], reason: "" }, "allows no score: oneOf is empty"],
  ])("%j is a fault in the code", async (decision, message) => {
    const score = await deciding(decision).score(oneReply, caseOf(), noJudge);
    expect(score).toMatchObject({ status: "errored", reason: expect.stringContaining(message) });
  });
});

test("the judge is shown the examples of anchors, and they are part of what the metric is", async () => {
  const anchors = { 1: "poor", 5: { text: "good", example: "Got it. Your name?" } };
  const metric = phone({ dimensions: seven({ brevity: { anchors } }) });
  const { model } = await playedScored(metric, answer(allOf(5)));
  expect(promptOf(model)).toContain("1: poor; 5: good (for example: “Got it. Your name?”)");
  const other = phone({ dimensions: seven({ brevity: { anchors: { ...anchors, 5: "good" } } }) });
  expect(other.identity.hash).not.toBe(metric.identity.hash);
});

describe("what code bounds", () => {
  const atMostTwo: CodeDecision = { atMost: 2, reason: "three sentences" };

  test("limits the judge's menu and tells it why", async () => {
    const { score, model } = await playedScored(deciding(atMostTwo), answer(allOf(5, { brevity: 2 })));
    expect(score.native?.value).toBeCloseTo(4.4, 12);
    const line = promptOf(model)
      .split("\n")
      .find((one) => one.includes('"item":"brevity"'));
    expect(JSON.parse(line ?? "")).toMatchObject({
      text: "brevity of the reply in exchange 1. Code has decided that it is at most 2: three sentences",
      verdicts: ["1", "2"],
    });
  });

  test("an answer outside is asked again, never clamped", async () => {
    const { score, model } = await playedScored(deciding(atMostTwo), [
      answer(allOf(5)),
      answer(allOf(5, { brevity: 1 })),
    ]);
    expect(model.calls).toHaveLength(2);
    expect(promptOf(model, 1)).toContain('item brevity: \\"5\\" is off the scale: it is one of 1, 2');
    expect(score.checks[0]?.verdict).toBe("1");
    expect(score.native?.value).toBeCloseTo(4.2, 12);
  });

  test("answers that stay outside leave the score unscored", async () => {
    const { score, model } = await played(deciding(atMostTwo), answer(allOf(5)));
    expect(model.calls).toHaveLength(3);
    expect(score).toMatchObject({ status: "unscored", reason: expect.stringContaining("is off the scale") });
  });

  test("from below holds as well, and from both sides", async () => {
    const between = deciding({ atLeast: 2, atMost: 4, reason: "middling" });
    const { model } = await playedScored(between, [
      answer(allOf(5)),
      answer(allOf(5, { brevity: 1 })),
      answer(allOf(5, { brevity: 4 })),
    ]);
    expect(model.calls).toHaveLength(3);
    expect(promptOf(model)).toContain("at least 2 and at most 4: middling");
  });

  test("to one score decides it", async () => {
    for (const decision of [
      { atMost: 1, reason: "a wall of words" },
      { atLeast: 1, atMost: 1, reason: "a wall of words" },
    ]) {
      const { score } = await playedScored(deciding(decision), answer(without(allOf(5), "brevity")));
      expect(score.checks[0]).toMatchObject({
        verdict: "1",
        reason: expect.stringContaining("by code: a wall of words"),
      });
    }
  });

  test("means that the dimension applies", async () => {
    const metric = deciding(atMostTwo, { notApplicable: true });
    const wrong = answer(allOf<number | string>(5, { brevity: "not applicable" }));
    const { model } = await playedScored(metric, [wrong, answer(allOf(5, { brevity: 2 }))]);
    expect(model.calls).toHaveLength(2);
  });

  test("to nothing leaves all to the judge, not applicable too", async () => {
    const wide = { atLeast: 1, atMost: 5, reason: "anything goes" };
    for (const decision of [undefined, wide, { reason: "no bound" }]) {
      const metric = deciding(decision, { notApplicable: true });
      const { model } = await playedScored(metric, answer(allOf<number | string>(5, { brevity: "not applicable" })));
      expect(model.calls).toHaveLength(1);
      expect(promptOf(model)).not.toContain("Code has settled");
    }
  });

  test.each([
    [{ exactly: 7, reason: "" }, "says 7"],
    [{ exactly: 2.5, reason: "" }, "says 2.5"],
    [{ atMost: 0, reason: "" }, "says 0"],
    [{ atLeast: 4, atMost: 2, reason: "" }, "allows no score: at least 4 and at most 2"],
  ])("%j is a fault in the code: the metric broke, nobody is asked", async (decision, message) => {
    const score = await deciding(decision).score(oneReply, caseOf(), noJudge);
    expect(score).toMatchObject({ status: "errored", reason: expect.stringContaining(message) });
  });
});

test("code: false leaves all dimensions to the judge", async () => {
  const dimensions = seven({ brevity: { code: () => ({ exactly: 1, reason: "never mind" }) } });
  const { score } = await playedScored(phone({ dimensions, code: false }), answer(allOf(4, { forbidden_words: 1 })));
  expect(score.native?.value).toBeCloseTo(3.7, 12);
  expect(phone({ dimensions, code: false }).calls).toBe(1);
});

describe("a dimension that the judge left out", () => {
  const partial = answer(without(allOf(5), "tone_matching"));

  test("is not a 1: the judge is asked again", async () => {
    const { score, model } = await playedScored(phone(), [partial, answer(allOf(5))]);
    expect(model.calls).toHaveLength(2);
    expect(promptOf(model, 1)).toContain("item tone_matching has no verdict");
    expect(score.value).toBe(1);
  });

  test("for good leaves the score unscored, with what was answered", async () => {
    const { score, model } = await played(phone(), partial);
    expect(model.calls).toHaveLength(3);
    expect(score).toMatchObject({
      status: "unscored",
      reason: expect.stringContaining("tone_matching has no verdict"),
    });
    expect(score).not.toHaveProperty("value");
    expect(score).toMatchObject({ detail: { answers: [{ text: partial }, {}, {}] } });
  });
});

test.each([
  ["off the scale", answer(allOf<number | string>(5, { brevity: 6 }))],
  ["between two points", answer(allOf<number | string>(5, { brevity: 4.5 }))],
  ["in words", answer(allOf<number | string>(5, { brevity: "five" }))],
  ["with an invented quote", answer(allOf(5), "I never said these words")],
  [
    "twice",
    answer(allOf(5)).replace(
      '{"items":[',
      '{"items":[{"id":"brevity","evidence":[],"absent":true,"reasoning":"","verdict":"5"},',
    ),
  ],
])("a score %s is asked again", async (_name, wrong) => {
  const { model } = await playedScored(phone(), [wrong, answer(allOf(5))]);
  expect(model.calls).toHaveLength(2);
});

describe("a score needs a quote of the reply", () => {
  const spoilt = (index: number, more: object) => {
    const given = JSON.parse(answer(allOf(5)));
    Object.assign(given.items[index], more);
    return JSON.stringify(given);
  };

  test.each([
    ["nothing but absent", { evidence: [], absent: true }],
    ["a quote of the caller", { evidence: ["go on"] }],
  ])("%s is asked again", async (_name, more) => {
    const { model } = await playedScored(phone(), [spoilt(0, more), answer(allOf(5))]);
    expect(model.calls).toHaveLength(2);
  });
});

test("what is absent is marked as absent, where the dimension asks for that", async () => {
  const given = JSON.parse(answer(allOf(5)));
  given.items[2].evidence = [];
  given.items[2].absent = true;
  const { score, model } = await playedScored(phone(), JSON.stringify(given));
  expect(model.calls).toHaveLength(1);
  expect(score.checks[2]).toMatchObject({ id: "forbidden_words", evidence: [] });
});

describe("which reply is scored", () => {
  const transcript = transcriptOf([
    ["Hello, this is the first."],
    [call("lookup_caller")],
    ["And here is the last one."],
  ]);
  const itemsIn = (prompt: string) => prompt.split("\n").filter((line) => line.startsWith('{"item"'));

  test("is the last one", async () => {
    const { model } = await playedScored(phone(), answer(allOf(5), "here is the last one"), { transcript });
    expect(itemsIn(promptOf(model))).toHaveLength(7);
    expect(promptOf(model)).toContain('"text":"brevity of the reply in exchange 3"');
  });

  test("or that of one exchange", async () => {
    const { score, model } = await playedScored(phone({ exchange: 1 }), answer(allOf(5), "this is the first"), {
      transcript,
    });
    expect(promptOf(model)).toContain('"text":"brevity of the reply in exchange 1"');
    expect(score.checks[0]).toMatchObject({ id: "brevity", label: "brevity (exchange 1)" });
  });

  test("or every one: one call, the mean over the replies, exchanges without words left out", async () => {
    const first = Object.entries(allOf(5)).map(([id, point]) => [`${id}.1`, point]);
    const last = Object.entries(allOf(3)).map(([id, point]) => [`${id}.3`, point]);
    const script = answer(Object.fromEntries([...first, ...last]), "Hello, this is the first.");
    const { score, model } = await playedScored(phone({ exchange: "every" }), script, { transcript });
    expect(model.calls).toHaveLength(1);
    expect(score.native?.value).toBeCloseTo(4, 12);
    expect(score.checks).toHaveLength(14);
    expect(score.checks[7]).toMatchObject({ id: "brevity.3", label: "brevity (exchange 3)" });
    expect(score.detail).toMatchObject({
      replies: [
        { exchange: 1, score: 5 },
        { exchange: 3, score: 3 },
      ],
    });
  });

  test("a floor holds for each of them", async () => {
    const dimensions = seven({ state_compliance: { floor: 3 } });
    const first = Object.entries(allOf(5, { state_compliance: 1 })).map(([id, point]) => [`${id}.1`, point]);
    const last = Object.entries(allOf(5)).map(([id, point]) => [`${id}.3`, point]);
    const script = answer(Object.fromEntries([...first, ...last]), "Hello, this is the first.");
    const { score } = await playedScored(phone({ dimensions, exchange: "every" }), script, { transcript });
    expect(score.native?.value).toBeCloseTo(4.6, 12);
    expect(score).toMatchObject({ passed: false, detail: { underFloor: ["state_compliance.1"] } });
  });

  test.each([
    ["last" as const, transcriptOf([["Hello."], [call("find")]]), "the last exchange has no reply"],
    ["every" as const, transcriptOf([[call("find")]]), "the agent said nothing"],
    [4, transcriptOf([["Hello."]]), "exchange 4 was not played, or has no reply"],
    ["last" as const, transcriptOf([]), "the last exchange has no reply"],
  ])("%s: where it is not there the score is skipped and nobody is asked", async (which, silent, reason) => {
    const score = await phone({ exchange: which }).score(silent, caseOf(), noJudge);
    expect(score).toMatchObject({ status: "skipped", reason });
  });
});

describe("the judge is told", () => {
  test("the dimensions with their anchors, and the owner's instructions, before any data", async () => {
    const { model } = await playedScored(phone({ instructions: "The agent is on the phone." }), answer(allOf(5)));
    const system = model.calls[0]?.messages[1]?.content ?? "";
    expect(system).toContain("- brevity: About brevity. 1: poor brevity; 3: fair brevity; 5: good brevity");
    expect(system).toContain("The agent is on the phone.");
    expect(system).toContain("a whole number from 1 (worst) to 5 (best)");
  });

  test("the notes on a case, as data", async () => {
    const metric = phone({ notes: ({ data }, { exchanges }) => `${JSON.stringify(data)} ${exchanges.length}` });
    const testCase = caseOf({}, { data: "asks the name" });
    const { model } = await playedScored(metric, answer(allOf(5)), { testCase });
    expect(model.calls[0]?.messages[1]?.content).toContain(
      '{"fact":"notes","title":"Notes of the examiner on this case"',
    );
    expect(promptOf(model)).toContain("asks the name");
  });

  test("nothing of notes where a case has none", async () => {
    for (const text of [undefined, " "]) {
      const { model } = await playedScored(phone({ notes: () => text }), answer(allOf(5)));
      expect(promptOf(model)).not.toContain("Notes of the examiner");
    }
  });

  test("tool calls and what the user said", async () => {
    const transcript = transcriptOf([
      exchange([call("lookup_caller", { phone: "+15125550000" }), goodReply], { user: { content: "It blows warm." } }),
    ]);
    const { model } = await playedScored(phone(), answer(allOf(5)), { transcript });
    expect(promptOf(model)).toContain("+15125550000");
    expect(promptOf(model)).toContain("It blows warm.");
  });
});

describe("several samples", () => {
  const sampled = (more: Partial<RubricOptions> = {}) => phone({ samples: 2, ...more });

  test("are averaged, with votes and spread", async () => {
    const { score, model } = await playedScored(sampled(), [answer(allOf(5)), answer(allOf(3))]);
    expect(model.calls).toHaveLength(2);
    expect(score.native?.value).toBeCloseTo(4, 12);
    expect(score.detail).toMatchObject({ samples: { values: [1, 0.5], votes: { brevity: { 5: 1, 3: 1 } } } });
    expect(score.checks[0]).toMatchObject({ verdict: "tie", ok: false, value: 0.75 });
  });

  test("miss a floor by their mean", async () => {
    const metric = sampled({ dimensions: seven({ brevity: { floor: 3 } }) });
    const above = await playedScored(metric, [answer(allOf(5, { brevity: 2 })), answer(allOf(5, { brevity: 4 }))]);
    expect(above.score.passed).toBe(true);
    const below = await playedScored(metric, [answer(allOf(5, { brevity: 2 })), answer(allOf(5, { brevity: 3 }))]);
    expect(below.score).toMatchObject({ passed: false, detail: { underFloor: ["brevity"] } });
    expect(below.score.checks[0]?.reason).toContain("2.5 of 5, under its floor of 3");
  });

  test("count as calls, and so does a panel", () => {
    expect(phone().calls).toBe(1);
    expect(phone({ samples: 3, judges: ["a", "b"] }).calls).toBe(6);
  });

  test("of a panel come from its models, under the metric's name", async () => {
    const asked: string[] = [];
    const { model } = await playedScored(phone(), answer(allOf(5)));
    const judge = {
      repeat: 1,
      model: (metric: string, name?: string) => {
        asked.push(`${metric}@${name}`);
        return model;
      },
    };
    await phone({ name: "phone", judges: ["a", "b"] }).score(oneReply, caseOf(), judge);
    expect(asked).toEqual(["phone@a", "phone@b"]);
  });
});

test("temperature and budget reach the judge", async () => {
  const { model } = await playedScored(phone({ temperature: 0.3 }), answer(allOf(5)));
  expect(model.calls[0]?.temperature).toBe(0.3);
  const long = transcriptOf([["word ".repeat(2000)], [goodReply]]);
  const tight = await playedScored(phone({ budget: 9000 }), answer(allOf(5)), { transcript: long });
  expect(promptOf(tight.model)).toContain("1 of 2 exchanges are not shown here");
});

test("a judge that is down leaves it unscored", async () => {
  const { score } = await played(phone(), new InfrastructureError({ message: "503" }));
  expect(score).toMatchObject({ status: "unscored", reason: "the judge could not be asked: 503" });
});

test("report and name are those of every metric", async () => {
  expect(phone({ name: "phone", report: true })).toMatchObject({ name: "phone", gating: false });
  expect(phone()).toMatchObject({ name: "rubric", gating: true, judged: true });
});

describe("identity", () => {
  const hash = (more: Partial<RubricOptions>) => phone(more).identity.hash;
  const withBrevity = (more: Partial<Dimension>) => hash({ dimensions: seven({ brevity: more }) });

  test("covers everything that can change a score", () => {
    const anchors = { 1: "poor brevity", 3: "fair brevity", 5: "good brevity" };
    const hashes = [
      hash({}),
      hash({ name: "phone" }),
      hash({ threshold: 3.6 }),
      hash({ instructions: "Be strict." }),
      hash({ notes: () => "a" }),
      hash({ notes: () => "b" }),
      hash({ exchange: "every" }),
      hash({ exchange: 1 }),
      hash({ code: false }),
      hash({ samples: 3 }),
      hash({ temperature: 0.1 }),
      hash({ judges: ["a"] }),
      hash({ budget: 1000 }),
      hash({ dimensions: seven({ brevity: { weight: 0.1 }, spoken_flow: { weight: 0.2 } }) }),
      withBrevity({ floor: 3 }),
      withBrevity({ notApplicable: true }),
      withBrevity({ description: "Other words." }),
      withBrevity({ anchors: { ...anchors, 4: "nearly" } }),
      withBrevity({ code: () => ({ exactly: 1, reason: "" }) }),
      withBrevity({ code: () => ({ exactly: 2, reason: "" }) }),
      hash({
        scale: { min: 0, max: 5 },
        dimensions: seven().map((one) => ({ ...one, anchors: { 0: "bad", 5: "good" } })),
      }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test("is the same for the same rubric, and for code that is switched off", () => {
    expect(hash({})).toBe(hash({}));
    expect(hash({ report: true })).toBe(hash({}));
    const off = seven({ brevity: { code: () => ({ exactly: 1, reason: "" }) } });
    expect(hash({ code: false, dimensions: off })).toBe(hash({ code: false }));
  });
});

test("one rubric used by 500 cases at once gives each its own score", async () => {
  const metric = phone();
  const scores = await Promise.all(
    Array.from({ length: 500 }, async (_, index) => {
      const point = (index % 5) + 1;
      const reply = `Reply number ${index} says this.`;
      return playedScored(metric, answer(allOf(point), reply), { transcript: transcriptOf([[reply]]) });
    }),
  );
  for (const [index, { score }] of scores.entries()) {
    expect(score.native?.value).toBeCloseTo((index % 5) + 1, 12);
    expect(score.checks[0]?.evidence[0]?.text).toContain(`number ${index} `);
  }
});
