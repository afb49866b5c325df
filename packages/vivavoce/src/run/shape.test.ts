import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Agent } from "../agent/index.ts";
import { InputError } from "../base/index.ts";
import { contains, ending } from "../metric/index.ts";
import type { CaseInput } from "../shape/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { execute, loadedSuite, planOf, sharedStore, statusesOf, trialsOf } from "./run.test-helper.ts";

const store = sharedStore();

/** Asks its model whatever it is told, and does what the answer says: speak, hang up, stay quiet. */
const desk: Agent = {
  name: "desk",
  version: "1",
  open(context) {
    const work = async (content: string) => {
      const { text } = await context.model().call({ messages: [{ role: "user", content }] });
      context.record({ type: "note", name: "heard", value: content });
      if (text === "hangup") context.record({ type: "hangup", reason: "closed" });
      else if (text === "quiet") context.record({ type: "quiet" });
      else context.record({ type: "text", text });
    };
    return {
      reply: work,
      greet: () => work("(greet)"),
      silence: (ms) => work(`(silence ${ms})`),
      interrupt: (message, heard) => work(`${message} / ${heard}`),
    };
  },
};

const whole: CaseInput = {
  id: "whole",
  opens: "agent",
  script: [
    { content: "Hello", expect: { contains: ["help"] } },
    { content: "No, wait", interrupts: { afterWords: 2 } },
    { silence: 8000 },
    { content: "Are you there?" },
    { content: "Never said" },
  ],
  expect: { end: { by: "agent", reason: "closed" }, quiet: [3] },
};
const answers = ["Front desk.", "How can I help you today?", "Of course.", "quiet", "hangup"];

describe("a conversation of every shape", () => {
  test("is recorded and replayed to the same results", async () => {
    const loaded = loadedSuite({
      agent: desk,
      cases: [whole],
      models: { agent: scriptedModel([...answers]) },
    });
    const recorded = await execute(store(), await planOf(loaded, { options: { traffic: "record" } }));
    expect(await statusesOf(store(), recorded.run)).toEqual(["whole failed"]);
    const replayed = await execute(store(), await planOf(loaded, { options: { traffic: "replay" } }));
    const [first, second] = [await trialsOf(store(), recorded.run), await trialsOf(store(), replayed.run)];
    expect(second[0]?.transcript).toEqual(first[0]?.transcript);
    expect(second[0]?.scores).toEqual(first[0]?.scores);
    const { transcript, scores = [] } = second[0] ?? {};
    expect(transcript?.outcome).toEqual({
      kind: "completed",
      ended: { by: "agent", reason: "closed", unsaid: [{ content: "Never said" }] },
    });
    expect(transcript?.exchanges.map(({ number, notes }) => [number, notes?.[0]?.value])).toEqual([
      [0, "(greet)"],
      [1, "Hello"],
      [2, "No, wait / How can"],
      [3, "(silence 8000)"],
      [4, "Are you there?"],
    ]);
    expect(scores).toMatchObject([
      { metric: "contains", passed: false },
      { metric: "ending", passed: true },
    ]);
  });
});

test("a tape written by hand has the user's lines, a silence in words, and nothing for exchange 0", async () => {
  const loaded = loadedSuite({ agent: desk, cases: [whole], models: { agent: "openai:gpt-5" } });
  const replay = async (lines: string[]) => {
    const folder = join(loaded.folder, "cassettes", "exam", "default");
    mkdirSync(folder, { recursive: true });
    const tape = { lines, agent: answers };
    writeFileSync(
      join(folder, "whole.yaml"),
      JSON.stringify({ viva: "tape 1", origin: "hand-written", case: "whole", tapes: [tape] }),
    );
    const { run } = await execute(store(), await planOf(loaded, { options: { traffic: "replay" } }));
    const [trial] = await trialsOf(store(), run);
    return trial?.transcript.outcome;
  };
  expect(await replay(["Hello", "No, wait", "(silence)", "Are you there?"])).toMatchObject({ kind: "completed" });
  expect(await replay(["Hello", "No, wait", "Are you there?"])).toMatchObject({
    kind: "infrastructure",
    exchange: 3,
    message: expect.stringContaining('said:        "(silence)"'),
  });
});

describe("an agent that hangs up where nobody expects it", () => {
  const leaves: Agent = {
    name: "leaves",
    version: "1",
    open: (context) => ({
      async reply(message) {
        context.record({ type: "text", text: message });
        context.record({ type: "hangup" });
      },
    }),
  };
  const cases = [{ id: "one", script: [{ content: "Hello one" }], expect: { contains: ["Hello"] } }];

  test("fails, whether or not the suite has the metric; a metric that only reports lets it pass", async () => {
    const statuses = await Promise.all(
      [[contains()], [contains(), ending()], [contains(), ending({ report: true })]].map(async (metrics) => {
        const { run } = await execute(store(), await planOf({ agent: leaves, cases, metrics }));
        return statusesOf(store(), run);
      }),
    );
    expect(statuses).toEqual([["one failed"], ["one failed"], ["one passed"]]);
  });

  test("has not hung up as the case expects where it did not: the metric is there unasked", async () => {
    const expected = [
      { ...whole, opens: undefined, script: [{ content: "Hi" }], expect: { end: { by: "agent" as const } } },
    ];
    const agent = { ...desk, open: leavesNever };
    const plan = await planOf({ agent, cases: expected, metrics: [contains()] });
    expect(plan.warnings).toEqual([]);
    const { run } = await execute(store(), plan);
    expect(await statusesOf(store(), run)).toEqual(["whole failed"]);
  });
});

const leavesNever: Agent["open"] = (context) => ({
  reply: async (message) => context.record({ type: "text", text: message }),
});

describe("planning refuses", () => {
  const refused = async (...given: Parameters<typeof planOf>) => {
    const error = await planOf(...given).catch((thrown: unknown) => thrown);
    if (!(error instanceof InputError)) throw new Error(`expected an InputError, got ${error}`);
    return error.problems.map(({ message, remedy }) => `${message}. ${remedy}`);
  };

  test("a line that the agent says it cannot hear", async () => {
    expect(await refused({ agent: { ...desk, hears: ["greet"] }, cases: [whole] })).toEqual([
      expect.stringMatching(
        /^the user stays silent in this case, .* has no silence\(\)\. Give the session silence\(ms/,
      ),
      expect.stringMatching(/^the user interrupts the agent in this case/),
    ]);
    expect(
      (await planOf({ agent: { ...desk, hears: ["greet", "silence", "interrupt"] }, cases: [whole] })).planned,
    ).toBe(1);
  });

  test("an end by a tool that the agent does not have", async () => {
    const tools = [{ name: "transfer", parameters: {}, effect: "control" as const }];
    expect(await refused({ agent: { ...desk, tools }, ends: ["tranfser"] })).toEqual([
      "suite exam: ends names tranfser, but the agent has no such tool. Did you mean transfer?",
    ]);
  });

  test("a mock of a tool that the agent does not have: it would never answer", async () => {
    const tools = [{ name: "book", parameters: {}, effect: "write" as const }];
    expect(await refused({ agent: { ...desk, tools }, mocks: { bok: () => 1, book: () => 1 } })).toEqual([
      "suite exam: mocks names bok, but the agent has no such tool. Did you mean book?",
    ]);
  });

  test("expectations of a line that name no tool of the agent's, or no exchange of the case", async () => {
    const tools = [{ name: "book", parameters: {}, effect: "write" as const }];
    const script = [{ content: "Hi", expect: { tools: [{ shouldCall: true, tools: ["bokk"] }] } }];
    expect(
      await refused({ agent: { ...desk, tools }, cases: [{ id: "one", script, expect: { quiet: [2] } }] }),
    ).toEqual([
      expect.stringContaining("exchange 2 is out of range: this case has 1 exchange"),
      expect.stringContaining('the agent has no tool called "bokk"'),
    ]);
  });
});

test("an expectation of a line that no metric reads is told", async () => {
  const cases = [{ id: "one", script: [{ content: "Hi", expect: { equals: "Hi" } }], expect: { contains: ["Hi"] } }];
  const { warnings } = await planOf({ cases });
  expect(warnings).toMatchObject([{ message: expect.stringContaining("cases have expect.equals") }]);
});
