import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { type CallOptions, type Model, ModelError } from "../model/index.ts";
import { type ModelScript, scriptedModel } from "../testing/index.ts";
import { ask } from "./ask.ts";
import { Unscored } from "./judgement.ts";
import type { Question } from "./question.ts";
import { scaleMenu } from "./rate.ts";
import { answerOf, questionOf, subjectOf, toolCall } from "./testing-judge.test-helper.ts";

const subject = subjectOf([["What next?", "Call the vendor today. Shall I add it?"]]);
const yes = { verdict: "yes", quote: "Call the vendor today.", reason: "It names one." };
const no = { verdict: "no", absent: true, reason: "It never asked." };
const good = answerOf({ c1: yes, c2: no });

describe("one question", () => {
  test("is one call, whatever the number of items and exchanges", async () => {
    const exchanges = Array.from({ length: 20 }, (_, index) => [`line ${index}`, "Call the vendor today."] as const);
    const items = exchanges.map((_, index) => ({ id: `s${index + 1}`, text: "x", exchange: index + 1 }));
    const model = scriptedModel(answerOf(Object.fromEntries(items.map(({ id }) => [id, yes]))));
    const judgement = await ask(model, questionOf({ items }), subjectOf(exchanges));
    expect(model.calls).toHaveLength(1);
    expect(judgement).toMatchObject({ calls: 1, servedModels: [], warnings: [] });
    expect(judgement.samples[0]?.verdicts.map(({ evidence }) => evidence[0]?.exchange)).toEqual(
      exchanges.map((_, index) => index + 1),
    );
  });

  test("comes back with verdicts in the order of the items, the answer and who gave it", async () => {
    const model = scriptedModel({ text: answerOf({ c2: no, c1: yes }), servedModel: "judge-2026", warnings: ["w"] });
    const judgement = await ask(model, questionOf(), subject);
    expect(judgement.samples[0]?.verdicts.map(({ id, verdict }) => [id, verdict])).toEqual([
      ["c1", "yes"],
      ["c2", "no"],
    ]);
    expect(judgement.answers).toEqual([
      { model: "scripted:model", text: answerOf({ c2: no, c1: yes }), finish: "stop", problems: [] },
    ]);
    expect(judgement).toMatchObject({ servedModels: ["judge-2026"], warnings: ["w"] });
  });

  test("carries the answer's schema, and leaves temperature and seed to the model", async () => {
    const model = scriptedModel(good);
    await ask(model, questionOf(), subject);
    expect(model.calls[0]).toMatchObject({ output: { name: "quality", schema: { required: ["items"] } } });
    expect(model.calls[0]).not.toHaveProperty("temperature");
    expect(model.calls[0]).not.toHaveProperty("seed");
  });

  test("shows the judge tool calls with arguments, approval and result, history, facts and world", async () => {
    const model = scriptedModel(good);
    const call = toolCall("add_action", {
      arguments: { text: "Buy seeds", nested: { deep: [1] } },
      approval: { decision: "approved" },
      result: { ok: true },
    });
    const shown = subjectOf([["Add it", call, "Call the vendor today."]], {
      history: [{ role: "user", content: "earlier words" }],
      world: { opening: "Garden is live", closing: "Garden is archived", effects: [] },
    });
    const facts = [{ id: "guide", title: "The guide", text: "Start with a verb" }];
    await ask(model, questionOf({ facts, world: "before" }), shown);
    const data = model.calls[0]?.messages[1]?.content ?? "";
    expect(data).toContain(
      '"call":{"id":"call-1","name":"add_action","arguments":{"text":"Buy seeds","nested":{"deep":[1]}},"approval":"approved","result":{"ok":true}}',
    );
    for (const text of ["earlier words", "Start with a verb", "Garden is live"]) expect(data).toContain(text);
    expect(data).not.toContain("Garden is archived");
    expect(data).not.toContain("[object Object]");
  });

  test("that no answer could fit is refused before anyone is asked", async () => {
    const model = scriptedModel(good);
    await expect(ask(model, questionOf({ items: [] }), subject)).rejects.toBeInstanceOf(InputError);
    expect(model.calls).toEqual([]);
  });

  test("is put in the same words on every replay", async () => {
    const [first, second] = [scriptedModel(good), scriptedModel(good)];
    await ask(first, questionOf(), subject);
    await ask(second, questionOf(), structuredClone(subject));
    expect(second.calls).toEqual(first.calls);
  });
});

describe("every fault of a judge", () => {
  const cut = good.slice(0, -3);
  const invented = answerOf({ c1: { ...yes, quote: "I checked the whole vault twice" }, c2: no });
  const faults: [
    name: string,
    script: string | { text: string; finish?: "length" | "content-filter" },
    reason: RegExp,
  ][] = [
    ["a missing id", answerOf({ c1: yes }), /item c2 has no verdict/],
    ["a doubled id", good.replace("c2", "c1"), /item c1 has 2 verdicts; item c2 has no verdict/],
    ["an unknown id", answerOf({ c1: yes, c2: no, c3: yes }), /no item "c3"/],
    [
      "a verdict off the menu",
      answerOf({ c1: { ...yes, verdict: "excellent" }, c2: no }),
      /"excellent" is not on the menu/,
    ],
    ["a translated verdict", answerOf({ c1: { ...yes, verdict: "sí" }, c2: no }), /"sí" is not on the menu/],
    ["an invented quote", invented, /is not in the record/],
    ["prose", "The agent names a step and never asks.", /not JSON/],
    ["a truncated answer", cut, /cut off/],
    ["an answer at its length limit", { text: good, finish: "length" }, /cut off/],
    ["a refusal", { text: "I can't help with that.", finish: "content-filter" }, /refused/],
    ["an empty answer", "", /empty/],
    ["two different verdicts in one item", '{"items":[{"id":"c1","verdict":"no","verdict":"yes"}]}', /twice/],
  ];

  test.each(faults)("%s is repaired where the judge can", async (_name, fault) => {
    const model = scriptedModel([fault, good]);
    const judgement = await ask(model, questionOf(), subject);
    expect(judgement.samples[0]?.verdicts.map(({ verdict }) => verdict)).toEqual(["yes", "no"]);
    expect(judgement.calls).toBe(2);
    expect(judgement.answers[0]?.problems.length).toBeGreaterThan(0);
  });

  test.each(faults)("%s to the last is unscored with its reason, and a number never", async (_name, fault, reason) => {
    const model = scriptedModel([fault, fault, fault]);
    const error = await ask(model, questionOf(), subject).catch((thrown: unknown) => thrown);
    expect(Unscored.is(error)).toBe(true);
    expect((error as Unscored).message).toMatch(reason);
    expect((error as Unscored).detail).toMatchObject({ answers: [{}, {}, {}] });
    expect(model.calls).toHaveLength(3);
  });

  test("15 of 10 is off the scale", async () => {
    const question = questionOf({ menu: scaleMenu([1, 10]), evidence: "none" });
    const model = scriptedModel([answerOf({ c1: 15, c2: 3 }), answerOf({ c1: 9, c2: 3 })]);
    const judgement = await ask(model, question, subject);
    expect(judgement.samples[0]?.verdicts.map(({ verdict }) => verdict)).toEqual(["9", "3"]);
    await expect(ask(scriptedModel(answerOf({ c1: 15, c2: 3 })), question, subject)).rejects.toThrow(
      /15 is off the scale/,
    );
  });

  test("the repair names what is wrong, as data inside the fence", async () => {
    const model = scriptedModel([invented, good]);
    await ask(model, questionOf(), subject);
    const data = model.calls[1]?.messages[1]?.content ?? "";
    expect(data).toContain('{"problem":"item c1: the quote “I checked the whole vault twice” is not in the record"}');
    expect(model.calls[1]?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  });

  test("a code fence around the answer is accepted", async () => {
    const model = scriptedModel(`\`\`\`json\n${good}\n\`\`\``);
    expect((await ask(model, questionOf(), subject)).calls).toBe(1);
  });

  test("a judge that is down is not a judge that is wrong", async () => {
    const down = new ModelError({ message: "503", failure: "status", status: 503 });
    await expect(ask(scriptedModel(down), questionOf(), subject)).rejects.toBe(down);
  });

  test("a model without schema output is asked without, by the words in the prompt", async () => {
    const model = scriptedModel(
      ({ output }) =>
        output ? new ModelError({ message: "response_format is not supported", failure: "status", status: 400 }) : good,
      { id: "test:no-schema" },
    );
    const judgement = await ask(model, questionOf(), subject);
    expect(model.calls).toHaveLength(2);
    expect(judgement.warnings).toEqual(["test:no-schema refuses a schema for its answers; Viva asked without"]);
    await ask(model, questionOf(), subject);
    expect(model.calls).toHaveLength(3);
  });
});

describe("several samples", () => {
  const scripts = [good, answerOf({ c1: yes, c2: { verdict: "yes", quote: "Shall I add it?" } }), good];

  test("are taken one after the other, each with a seed of its own and some chance", async () => {
    const model = scriptedModel(scripts);
    const judgement = await ask(model, questionOf(), subject, { samples: 3 });
    expect(model.calls.map(({ seed, temperature }) => [seed, temperature])).toEqual([
      [1, 0.7],
      [2, 0.7],
      [3, 0.7],
    ]);
    expect(judgement.calls).toBe(3);
    expect(judgement.agreements).toMatchObject([
      { id: "c1", votes: { yes: 3 }, winner: "yes" },
      { id: "c2", votes: { no: 2, yes: 1 }, winner: "no" },
    ]);
  });

  test("at the temperature one asks for", async () => {
    const model = scriptedModel(good);
    await ask(model, questionOf(), subject, { samples: 2, temperature: 0.3 });
    await ask(model, questionOf(), subject, { temperature: 0.2 });
    expect(model.calls.map(({ temperature }) => temperature)).toEqual([0.3, 0.3, 0.2]);
  });

  test("are all valid, or there is no score", async () => {
    const model = scriptedModel([good, "", "", ""]);
    await expect(ask(model, questionOf(), subject, { samples: 2 })).rejects.toThrow(/no valid answer/);
  });
});

test("a panel is asked judge by judge, and says who said what", async () => {
  const kind = scriptedModel(answerOf({ c1: yes, c2: { verdict: "yes", quote: "Shall I add it?" } }), {
    id: "test:kind",
  });
  const strict = scriptedModel(good, { id: "test:strict" });
  const judgement = await ask([kind, strict], questionOf(), subject);
  expect(judgement.samples.map(({ model }) => model)).toEqual(["test:kind", "test:strict"]);
  expect(judgement.agreements[1]).toMatchObject({ votes: { yes: 1, no: 1 }, winner: undefined });
  expect(judgement.calls).toBe(2);
});

describe("a conversation that does not fit", () => {
  const exchanges = Array.from(
    { length: 6 },
    (_, index) => ["?", `reply number ${index + 1} ${"x".repeat(3_000)}`] as const,
  );
  const items = exchanges.map((_, index) => ({ id: `s${index + 1}`, text: "x", exchange: index + 1 }));
  const facts = [{ id: "guide", title: "Guide", text: "given in every window" }];
  const long: Partial<Question> = { items, facts, menu: scaleMenu([1, 2]), evidence: "none" };
  const answering: ModelScript = ({ messages }) => {
    const ids = /items: (.*)\./.exec(messages[1]?.content ?? "")?.[1]?.split(", ") ?? [];
    return answerOf(Object.fromEntries(ids.map((id) => [id, 1])));
  };

  test("is judged in windows, each exchange once, facts and history repeated", async () => {
    const model = scriptedModel(answering);
    const history = [{ role: "user" as const, content: "said before" }];
    const judgement = await ask(model, questionOf(long), subjectOf(exchanges, { history }), { budget: 12_000 });
    expect(judgement.samples[0]?.verdicts.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(judgement.calls).toBe(model.calls.length);
    expect(model.calls.length).toBeGreaterThan(1);
    const data = model.calls.map(({ messages }) => messages[1]?.content ?? "");
    for (const index of items.keys()) {
      expect(data.filter((text) => text.includes(`reply number ${index + 1} `))).toHaveLength(1);
    }
    for (const text of data) {
      expect(text).toContain("given in every window");
      expect(text).toContain("said before");
      expect(text).toMatch(/\d of 6 exchanges are not shown here/);
    }
  });

  test("fits by default", async () => {
    const model = scriptedModel(answering);
    await ask(model, questionOf(long), subjectOf(exchanges));
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0]?.messages[1]?.content).not.toContain("not shown here");
  });

  test("a quote from another window is invented", async () => {
    const model = scriptedModel(({ messages }) => {
      const ids = /items: (.*)\./.exec(messages[1]?.content ?? "")?.[1]?.split(", ") ?? [];
      return answerOf(Object.fromEntries(ids.map((id) => [id, { verdict: "1", quote: "reply number 1" }])));
    });
    const question = questionOf({ ...long, evidence: "required" });
    await expect(ask(model, question, subjectOf(exchanges), { budget: 12_000 })).rejects.toThrow(
      /is not in the record/,
    );
    await expect(ask(model, question, subjectOf(exchanges))).resolves.toBeTruthy();
  });
});

test("a call says how far all questions about a conversation are the same: to the end of its turns", async () => {
  const given: { content: string; shared: CallOptions["shared"] }[] = [];
  const model: Model = {
    id: "m",
    async call({ messages }, options) {
      given.push({ content: messages[1]?.content ?? "", shared: options?.shared });
      return { text: answerOf({ c1: "no", c2: "no" }), toolCalls: [], finish: "stop" };
    },
  };
  const subject = subjectOf([["Hi", "Hello."]]);
  const facts = [{ id: "guide", title: "Guide", text: "x" }];
  for (const more of [{}, { facts }, { instructions: "Weigh." }])
    await ask(model, questionOf({ ...more, evidence: "none", menu: plainMenu }), subject);
  const starts = given.map(({ content, shared }) => content.slice(0, shared?.characters));
  expect(new Set(starts).size).toBe(1);
  expect(new Set(given.map(({ shared }) => JSON.stringify(shared?.output))).size).toBe(1);
  expect(starts[0]).toMatch(/"Hello\."\}\}$/);
});
const plainMenu = [
  { verdict: "yes", meaning: "it does" },
  { verdict: "no", meaning: "it does not" },
];
