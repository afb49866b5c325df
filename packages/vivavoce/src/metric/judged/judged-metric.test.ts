import { describe, expect, test } from "vitest";
import { InputError } from "../../base/index.ts";
import { replyItems, scaleMenu, sentenceItems } from "../../judge/index.ts";
import { encodeJudgeItems, ModelError } from "../../model/index.ts";
import { scoreSchema } from "../../shape/index.ts";
import { scriptedModel } from "../../testing/index.ts";
import { caseOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { scored, skipped } from "../types.ts";
import type { JudgedDefinition } from "./definition.ts";
import { judgedMetric } from "./judged-metric.ts";
import { judged, judgedScore, judgeOf, saying } from "./testing-judged.test-helper.ts";

const transcript = transcriptOf([["Hello there, friend.", "How are you?"], ["Good to hear that."]]);

function metricOf(more: Partial<JudgedDefinition> = {}) {
  return judgedMetric({
    name: "kind",
    instructions: "Each item is a reply. Is it kind?",
    menu: [
      { verdict: "yes", meaning: "it is kind", value: 1 },
      { verdict: "partly", meaning: "somewhat", value: 0.5 },
      { verdict: "no", meaning: "it is not kind", value: 0 },
      { verdict: "not applicable", meaning: "nothing to be kind about" },
    ],
    evidence: "none",
    items: (given) => replyItems(given),
    ...more,
  });
}

describe("a judged metric", () => {
  test("is the mean of what the verdicts count, by default against 0.7, in one call", async () => {
    const model = saying({ a1: { verdict: "yes", reason: "It greets." }, a2: "partly" });
    const score = await judgedScore(metricOf(), transcript, model);
    expect(score).toMatchObject({
      metric: "kind",
      judged: true,
      gating: true,
      value: 0.75,
      threshold: 0.7,
      passed: true,
    });
    expect(model.calls).toHaveLength(1);
    expect(metricOf().calls).toBe(1);
    expect(scoreSchema.parse(score)).toEqual(score);
  });

  test("has one check for each item, with verdict, reason and evidence", async () => {
    const score = await judgedScore(
      metricOf(),
      transcript,
      saying({ a1: { verdict: "yes", reason: "It greets." }, a2: "no" }),
    );
    expect(score.checks).toEqual([
      {
        id: "a1",
        label: "Hello there, friend. How are you?",
        verdict: "yes",
        ok: true,
        value: 1,
        reason: "It greets.",
        evidence: [{ text: "Hello there, friend.\n\nHow are you?", source: "reply", exchange: 1 }],
      },
      {
        id: "a2",
        label: "Good to hear that.",
        verdict: "no",
        ok: false,
        value: 0,
        reason: "it is not kind",
        evidence: [{ text: "Good to hear that.", source: "reply", exchange: 2 }],
      },
    ]);
  });

  test("shows the judge's quotes where it gives them", async () => {
    const metric = metricOf({ evidence: "required" });
    const quote = { verdict: "yes", quote: "Good to hear that." };
    const score = await judgedScore(metric, transcript, saying({ a1: quote, a2: quote }));
    expect(score.checks[0]?.evidence).toEqual([{ text: "Good to hear that.", exchange: 2, source: "reply" }]);
  });

  test("requires quotes unless its declaration says otherwise", async () => {
    const score = await judged(metricOf({ evidence: undefined }), transcript, saying({ a1: "yes", a2: "yes" }));
    expect(score).toMatchObject({ status: "unscored", reason: expect.stringContaining("has no quote") });
  });

  test("leaves out what does not apply, and is skipped where nothing does", async () => {
    const one = await judgedScore(metricOf(), transcript, saying({ a1: "not applicable", a2: "no" }));
    expect(one.value).toBe(0);
    expect(one.checks[0]).toMatchObject({ ok: true, verdict: "not applicable" });
    expect(one.checks[0]).not.toHaveProperty("value");
    const none = await judged(metricOf(), transcript, saying({ a1: "not applicable", a2: "not applicable" }));
    expect(none).toMatchObject({ status: "skipped", reason: "none of the items applies" });
  });

  test("keeps what was asked and answered", async () => {
    const text = encodeJudgeItems({ a1: "yes", a2: "yes" });
    const model = scriptedModel(["", { text, servedModel: "judge-7", warnings: ["careful"] }], { id: "test:judge" });
    const score = await judgedScore(metricOf(), transcript, model);
    expect(score.detail).toEqual({
      judge: {
        calls: 2,
        models: ["test:judge"],
        servedModels: ["judge-7"],
        warnings: ["careful"],
        answers: [
          { model: "test:judge", text: "", finish: "stop", problems: ["the answer is empty"] },
          { model: "test:judge", text, finish: "stop", problems: [] },
        ],
      },
    });
  });

  test("asks under its own name", async () => {
    const names: string[] = [];
    const model = saying({ a1: "yes", a2: "yes" });
    const noted = (name: string) => {
      names.push(name);
      return model;
    };
    await metricOf({ name: "kindness" }).score(transcript, caseOf(), { repeat: 1, model: noted });
    expect(names).toEqual(["kindness"]);
  });

  test("is put differently for another repeat", async () => {
    const model = saying({ a1: "yes", a2: "yes" });
    for (const repeat of [1, 2, 2]) await metricOf().score(transcript, caseOf(), judgeOf(model, repeat));
    const [first, second, third] = model.calls.map(({ messages }) => messages[1]?.content);
    expect(first).not.toBe(second);
    expect(second).toBe(third);
  });
});

describe("no judge is asked", () => {
  const unasked = scriptedModel(() => new Error("asked"));

  test("where there is nothing to judge", async () => {
    expect(await judged(metricOf({ items: () => skipped("no claim") }), transcript, unasked)).toMatchObject({
      status: "skipped",
      reason: "no claim",
    });
    expect(await judged(metricOf(), transcriptOf([]), unasked)).toMatchObject({ status: "skipped" });
  });

  test("where code can already tell", async () => {
    const metric = metricOf({ items: () => scored(0, []) });
    expect(await judged(metric, transcript, unasked)).toMatchObject({ status: "scored", value: 0, passed: false });
  });

  test("with a question that has no items: the metric is broken, and says so", async () => {
    expect(await judged(metricOf({ items: () => [] }), transcript, unasked)).toMatchObject({
      status: "errored",
      reason: expect.stringContaining("no items"),
    });
  });
});

describe("a formula", () => {
  test("sees items with their verdicts, the transcript and the case", async () => {
    const metric = metricOf({
      formula: (answers, { exchanges }, { id }) => ({
        value:
          answers.filter(({ verdict, item }) => verdict === "yes" && item.exchange === 2).length / exchanges.length,
        detail: { case: id, values: answers.map(({ value }) => value) },
      }),
    });
    const score = await judgedScore(metric, transcript, saying({ a1: "no", a2: "yes" }));
    expect(score).toMatchObject({ value: 0.5, detail: { case: "case", values: [0, 1] } });
  });

  test("may give the case's threshold, and a rubric's own scale", async () => {
    const metric = metricOf({ formula: () => ({ value: 0.5, threshold: 0.4, native: { value: 3, min: 1, max: 5 } }) });
    expect(await judgedScore(metric, transcript, saying({ a1: "no", a2: "no" }))).toMatchObject({
      threshold: 0.4,
      passed: true,
      native: { value: 3, min: 1, max: 5 },
    });
  });

  test("may have further values that must hold as well", async () => {
    const second = (value: number) =>
      metricOf({ formula: () => ({ value: 1, also: [{ id: "floor", label: "the floor", value, threshold: 0.6 }] }) });
    const met = await judgedScore(second(0.6), transcript, saying({ a1: "yes", a2: "yes" }));
    expect(met).toMatchObject({ value: 1, passed: true });
    const missed = await judgedScore(second(0.5), transcript, saying({ a1: "yes", a2: "yes" }));
    expect(missed).toMatchObject({ value: 1, passed: false, detail: { also: [{ id: "floor", value: 0.5 }] } });
    expect(missed.checks.at(-1)).toMatchObject({ id: "floor", ok: false, reason: "0.50; at least 0.6 is needed" });
  });

  test("with further values that hold still needs the first", async () => {
    const metric = metricOf({
      threshold: 0.9,
      formula: () => ({ value: 0.8, also: [{ id: "floor", label: "the floor", value: 1, threshold: 0.6 }] }),
    });
    expect(await judgedScore(metric, transcript, saying({ a1: "yes", a2: "yes" }))).toMatchObject({ passed: false });
  });

  test("that gives a number off the scale is broken, not believed", async () => {
    const metric = metricOf({ formula: () => ({ value: 15 }) });
    expect(await judged(metric, transcript, saying({ a1: "yes", a2: "yes" }))).toMatchObject({ status: "errored" });
  });
});

describe("the question", () => {
  const asked = async (more: Partial<JudgedDefinition>, testCase = caseOf()) => {
    const model = saying({ a1: "yes", a2: "yes" });
    await judged(metricOf(more), transcript, model, testCase);
    return model.calls[0]?.messages.map(({ content }) => content) ?? [];
  };

  test("carries instructions, steps and facts", async () => {
    const [, data] = await asked({
      steps: ["Read it."],
      facts: () => [{ id: "f", title: "Fact", text: "kindness pays" }],
    });
    expect(data).toContain("Is it kind?");
    expect(data).toContain("1. Read it.");
    expect(data).toContain("kindness pays");
  });

  test("may have steps that depend on the case", async () => {
    const [, data] = await asked({ steps: (_transcript, { id }) => [`Look at ${id}.`] });
    expect(data).toContain("1. Look at case.");
  });

  test("shows the world only where that is asked for", async () => {
    const world = { opening: "the garden is live", closing: "the garden is live", effects: [] };
    for (const [view, shown] of [
      [undefined, false],
      ["before", true],
    ] as const) {
      const model = saying({ a1: "yes", a2: "yes" });
      await judged(metricOf({ world: view }), { ...transcript, world }, model);
      expect(model.calls[0]?.messages[1]?.content.includes("the garden is live")).toBe(shown);
    }
  });

  test("may restrict where quotes come from", async () => {
    const metric = metricOf({ evidence: "required", sources: ["user"] });
    const quote = { verdict: "yes", quote: "Good to hear that." };
    expect(await judged(metric, transcript, saying({ a1: quote, a2: quote }))).toMatchObject({
      reason: expect.stringContaining("here it may come from: user"),
    });
  });

  test("may give an item a menu of its own, with values of its own", async () => {
    const menu = scaleMenu([1, 3]).map((entry, index) => ({ ...entry, value: index / 2 }));
    const metric = metricOf({ items: (given) => replyItems(given).map((item) => ({ ...item, menu })) });
    const score = await judgedScore(metric, transcript, saying({ a1: 2, a2: 3 }));
    expect(score.value).toBe(0.75);
    expect(score.checks.map(({ verdict, ok, value }) => [verdict, ok, value])).toEqual([
      ["2", false, 0.5],
      ["3", true, 1],
    ]);
  });

  test("may say itself which verdicts are well", async () => {
    const menu = [
      { verdict: "good", meaning: "g", value: 0.5, ok: true },
      { verdict: "bad", meaning: "b", value: 0.5, ok: false },
    ];
    const score = await judgedScore(metricOf({ menu }), transcript, saying({ a1: "good", a2: "bad" }));
    expect(score.checks.map(({ ok }) => ok)).toEqual([true, false]);
  });
});

describe("several samples", () => {
  const scripts = () => saying({ a1: "yes", a2: "yes" }, { a1: "yes", a2: "no" }, { a1: "no", a2: "partly" });

  test("count by their mean; spread, votes and values are kept", async () => {
    const metric = metricOf({ samples: 3 });
    const score = await judgedScore(metric, transcript, scripts());
    expect(score.value).toBeCloseTo((1 + 0.5 + 0.25) / 3, 12);
    expect(score.detail).toMatchObject({
      samples: {
        values: [1, 0.5, 0.25],
        mean: score.value,
        votes: { a1: { yes: 2, no: 1 }, a2: { yes: 1, no: 1, partly: 1 } },
        ties: ["a2"],
        skipped: 0,
      },
      judge: { calls: 3 },
    });
    expect((score.detail as { samples: { spread: number } }).samples.spread).toBeCloseTo(0.3818813, 6);
    expect(metric.calls).toBe(3);
  });

  test("show what most said; a tie is shown as one and is not well", async () => {
    const score = await judgedScore(metricOf({ samples: 3 }), transcript, scripts());
    expect(score.checks[0]).toMatchObject({ verdict: "yes", ok: true, value: 2 / 3 });
    expect(score.checks[1]).toMatchObject({
      verdict: "tie",
      ok: false,
      value: 0.5,
      reason: expect.stringContaining("the judges are divided (yes 1, no 1, partly 1)"),
    });
  });

  test("are one by default, and then nothing is said of them", async () => {
    expect((await judgedScore(metricOf(), transcript, saying({ a1: "yes", a2: "no" }))).detail).not.toHaveProperty(
      "samples",
    );
  });

  test("of which most find nothing to judge are skipped; otherwise those that do not count are left out", async () => {
    const none = { a1: "not applicable", a2: "not applicable" };
    const some = { a1: "yes", a2: "yes" };
    expect(await judged(metricOf({ samples: 3 }), transcript, saying(none, some, none))).toMatchObject({
      status: "skipped",
    });
    const score = await judgedScore(metricOf({ samples: 3 }), transcript, saying(some, none, some));
    expect(score).toMatchObject({ value: 1, detail: { samples: { skipped: 1 } } });
  });

  test("average further values and a native scale, too", async () => {
    const metric = metricOf({
      samples: 2,
      formula: ([first]) => ({
        value: 1,
        native: { value: (first?.value ?? 0) * 5, min: 0, max: 5 },
        also: [{ id: "floor", label: "floor", value: first?.value ?? 0, threshold: 0.6 }],
      }),
    });
    const score = await judgedScore(metric, transcript, saying({ a1: "yes", a2: "yes" }, { a1: "no", a2: "yes" }));
    expect(score).toMatchObject({ native: { value: 2.5 }, passed: false, detail: { also: [{ value: 0.5 }] } });
  });

  test("are taken at the temperature one asks for", async () => {
    const model = saying({ a1: "yes", a2: "yes" });
    await judged(metricOf({ samples: 2, temperature: 0.2 }), transcript, model);
    expect(model.calls.map(({ temperature }) => temperature)).toEqual([0.2, 0.2]);
  });
});

describe("a panel", () => {
  const models = {
    judge: saying({ a1: "yes", a2: "yes" }),
    second: saying({ a1: "no", a2: "yes" }),
  };

  test("is asked by name, and its mean counts", async () => {
    const metric = metricOf({ judges: ["judge", "second"] });
    const score = await metric.score(transcript, caseOf(), judgeOf(models));
    expect(score).toMatchObject({
      status: "scored",
      value: 0.75,
      detail: { samples: { ties: ["a1"], values: [1, 0.5] } },
    });
    expect(metric.calls).toBe(2);
    expect(metricOf({ judges: ["judge", "second"], samples: 3 }).calls).toBe(6);
  });

  test("that names an unknown model is an error, not a score", async () => {
    const score = await metricOf({ judges: ["third"] }).score(transcript, caseOf(), judgeOf(models));
    expect(score).toMatchObject({ status: "errored" });
  });
});

test("a conversation over the budget is judged in windows, and every item still has its verdict", async () => {
  const long = transcriptOf(Array.from({ length: 4 }, (_, index) => [`Reply ${index + 1}. ${"x".repeat(3_000)}`]));
  const model = scriptedModel(({ messages }) => {
    const ids = /items: (.*)\./.exec(messages[1]?.content ?? "")?.[1]?.split(", ") ?? [];
    return encodeJudgeItems(Object.fromEntries(ids.map((id) => [id, id === "a3" ? "no" : "yes"])));
  });
  const score = await judgedScore(metricOf({ budget: 12_000 }), long, model);
  expect(model.calls.length).toBeGreaterThan(1);
  expect(score).toMatchObject({ value: 0.75, detail: { judge: { calls: model.calls.length } } });
  expect(score.checks.map(({ id }) => id)).toEqual(["a1", "a2", "a3", "a4"]);
});

describe("senseless options are refused at once", () => {
  test.each([
    [{ samples: 0 }, /samples is 0/],
    [{ samples: 1.5 }, /samples is 1.5/],
    [{ judges: [] }, /judges is empty/],
    [{ judges: ["a", "a"] }, /twice/],
    [{ budget: 0 }, /budget is 0/],
    [{ temperature: -1 }, /temperature is -1/],
    [{ samples: 2, temperature: 0 }, /all give the same answer/],
    [{ threshold: 2 }, /off the scale/],
  ])("%j", (more, message) => {
    expect(() => metricOf(more)).toThrow(InputError);
    expect(() => metricOf(more)).toThrow(message);
  });
});

describe("the identity", () => {
  const hash = (more: Partial<JudgedDefinition> = {}) => metricOf(more).identity.hash;

  test("is the same for the same question", () => {
    expect(hash()).toBe(hash());
  });

  test.each<[string, Partial<JudgedDefinition>]>([
    ["name", { name: "other" }],
    ["version", { version: 2 }],
    ["instructions", { instructions: "Is it rude?" }],
    ["steps", { steps: ["Read."] }],
    ["menu", { menu: scaleMenu([1, 2]) }],
    ["evidence", { evidence: "optional" }],
    ["sources", { sources: ["fact"] }],
    ["world", { world: "before" }],
    ["samples", { samples: 2 }],
    ["temperature", { temperature: 0.1 }],
    ["judges", { judges: ["judge", "b"] }],
    ["budget", { budget: 1_000 }],
    ["items", { items: (given) => sentenceItems(given) }],
    ["formula", { formula: () => ({ value: 1 }) }],
    ["facts", { facts: () => [] }],
    ["threshold", { threshold: 0.9 }],
    ["parts", { parts: { reference: "x" } }],
  ])("differs by %s", (_name, more) => {
    expect(hash(more)).not.toBe(hash());
  });

  test("a threshold changes the identity, but not a word of what is asked", async () => {
    const [first, second] = [saying({ a1: "yes", a2: "yes" }), saying({ a1: "yes", a2: "yes" })];
    await judged(metricOf({ threshold: 0.5 }), transcript, first);
    await judged(metricOf({ threshold: 0.9 }), transcript, second);
    expect(second.calls).toEqual(first.calls);
  });

  test("a suite's default threshold reaches a metric without its own, and keeps the rest", async () => {
    const metric = metricOf({ samples: 2 });
    const lenient = metric.withDefaultThreshold?.(0.3) ?? metric;
    expect(lenient.calls).toBe(2);
    expect(await judgedScore(lenient, transcript, saying({ a1: "yes", a2: "no" }))).toMatchObject({
      threshold: 0.3,
      passed: true,
    });
    const own = metricOf({ threshold: 0.9 });
    expect(own.withDefaultThreshold?.(0.3)).toBe(own);
  });
});

describe("a judge that fails", () => {
  test("to answer is unscored, with its reason and all that it said", async () => {
    const score = await judged(metricOf(), transcript, "I would rather not.");
    expect(score).toMatchObject({
      status: "unscored",
      reason: expect.stringContaining("no valid answer in 3 calls"),
      detail: { answers: [{ text: "I would rather not." }, {}, {}] },
    });
    expect(score).not.toHaveProperty("value");
    expect(score).not.toHaveProperty("passed");
  });

  test("to be reached is unscored, too", async () => {
    const down = new ModelError({ message: "down", failure: "network" });
    expect(await judged(metricOf(), transcript, down)).toMatchObject({
      status: "unscored",
      reason: "the judge could not be asked: down",
    });
  });

  test("for want of a tape is errored: the recording is at fault", async () => {
    const missing = new ModelError({ message: "no tape", failure: "no-tape" });
    expect(await judged(metricOf(), transcript, missing)).toMatchObject({ status: "errored", reason: "no tape" });
  });
});

test("one metric used by 500 cases at once gives each its own score", async () => {
  const metric = metricOf();
  const model = scriptedModel(async ({ messages }) => {
    const share = Number(/share (\d+)/.exec(messages[1]?.content ?? "")?.[1]);
    for (let turn = 0; turn < share % 7; turn++) await Promise.resolve();
    return encodeJudgeItems({ a1: share % 2 === 0 ? "yes" : "no", a2: share % 3 === 0 ? "yes" : "no" });
  });
  const scores = await Promise.all(
    Array.from({ length: 500 }, (_, share) =>
      judgedScore(metric, transcriptOf([[`This is share ${share}.`], ["Bye."]]), model),
    ),
  );
  expect(scores.map(({ value }) => value)).toEqual(
    scores.map((_, share) => ((share % 2 === 0 ? 1 : 0) + (share % 3 === 0 ? 1 : 0)) / 2),
  );
  expect(scores.map(({ checks }) => checks[0]?.label)).toEqual(scores.map((_, share) => `This is share ${share}.`));
  expect(model.calls).toHaveLength(500);
});
