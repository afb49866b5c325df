import { readdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type Agent, functionAgent } from "../agent/index.ts";
import { contains } from "../metric/index.ts";
import type { CaseInput } from "../shape/index.ts";
import { storeFile } from "../store/index.ts";
import { type SuiteDefinition, suite } from "../suite/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { heldRunner, notes, runsIn } from "./bench.test-helper.ts";
import { type DescribeSuiteOptions, describeTrials } from "./describe-suite.ts";

const asks = (id: string, wanted: string | undefined, more: Partial<CaseInput> = {}): CaseInput => ({
  id,
  script: [{ content: "Add tea" }],
  expect: wanted === undefined ? {} : { contains: [wanted] },
  ...more,
});
const cases = [
  asks("tea", "tea", { description: "Tea is noted.", tags: ["quick"] }),
  asks("coffee", "coffee"),
  asks("any", undefined),
];

async function described(more: Partial<SuiteDefinition> = {}, options: DescribeSuiteOptions = {}) {
  const held = heldRunner();
  const exam = suite({ name: "exam", agent: notes, cases, metrics: [contains()], ...more } as SuiteDefinition);
  await describeTrials(held.runner, exam, options);
  return held;
}

test("every trial is a test, and nothing is played before it runs", async () => {
  const { tests, folder } = await described();
  expect(tests.map(({ title }) => title)).toEqual(["tea: Tea is noted.", "coffee", "any"]);
  expect(readdirSync(folder)).not.toContain(".viva");
});

test("one passes, one fails with what the terminal says, one is skipped; all are in one run", async () => {
  const { tests, end, folder } = await described();
  const [tea, coffee, any] = tests;
  expect(await tea?.run()).toBeUndefined();
  const error = await coffee?.run().catch((thrown: Error) => thrown);
  expect(await any?.run()).toMatch(/^nothing expected/);
  await end();
  const [kept, second] = await runsIn(folder);
  expect(second).toBeUndefined();
  expect(kept?.trials.map(({ caseId, status }) => [caseId, status])).toEqual([
    ["tea", "passed"],
    ["coffee", "failed"],
    ["any", "skipped"],
  ]);
  expect(kept?.run.finishedAt).toBeDefined();
  expect(String(error)).toBe(
    `TrialNotPassed: coffee failed (exam)

  contains  0.00, passes at 1: contains "coffee": exchange 1: the reply does not contain "coffee" “I have added tea.” (exchange 1)

To see all of it: npx viva show ${kept?.run.id} coffee`,
  );
});

test("a trial is played once, however often its test is tried, and what is not chosen was not planned", async () => {
  let played = 0;
  const agent = functionAgent(() => `${++played} coffee`, { name: "counting" });
  const { tests, end, folder } = await described({ agent, cases: [asks("one", "2 coffee"), asks("two", "coffee")] });
  for (const _try of [1, 2]) await expect(tests[0]?.run()).rejects.toThrow("one failed");
  await end();
  expect(played).toBe(1);
  const [kept] = await runsIn(folder);
  expect(kept?.suite).toMatchObject({ planned: 1, header: { variants: [{ cases: 1, planned: 1 }] } });
  expect(kept?.run.finishedAt).toBeDefined();
});

test("variants and repeats have tests of their own; cases and tags choose", async () => {
  const variants = { prompt: ["v1", "v2"] };
  const both = await described({ variants, agent: () => notes }, { variants, tags: ["quick"], repeat: 2 });
  expect(both.tests.map(({ title }) => title)).toEqual([
    "tea: Tea is noted. · prompt v1 #1",
    "tea: Tea is noted. · prompt v1 #2",
    "tea: Tea is noted. · prompt v2 #1",
    "tea: Tea is noted. · prompt v2 #2",
  ]);
  const chosen = await described({}, { cases: ["c*"], concurrent: true });
  expect(chosen.tests).toMatchObject([{ title: "coffee", concurrent: true }]);
});

test("all at once are played side by side and kept", async () => {
  const many = Array.from({ length: 50 }, (_, index) => asks(`case-${index}`, "tea"));
  const { tests, end, trials } = await described({ cases: many });
  await Promise.all(tests.map((one) => one.run()));
  await end();
  expect(await trials()).toEqual(many.map(({ id }) => `${id} passed`));
});

test("an outage fails its test with the reason", async () => {
  const agent = functionAgent((_message, { model }) =>
    model()
      .call({ messages: [] })
      .then(({ text }) => text),
  );
  const { tests, end } = await described({ agent, cases: [asks("one", "tea")] });
  await expect(tests[0]?.run()).rejects.toThrow(/^one errored .*\n\n {2}infrastructure/);
  await end();
});

test("what an agent does after its conversation fails the file", async () => {
  let goOn = () => {};
  const agent: Agent = {
    name: "late",
    version: "1",
    open: ({ record }) => ({
      async reply() {
        record({ type: "text", text: "tea" });
        goOn = () => record({ type: "text", text: "one more thing" });
      },
    }),
  };
  const { tests, end } = await described({ agent, cases: [asks("one", "tea")] });
  await tests[0]?.run();
  expect(goOn).toThrow("when the conversation of case one was over");
  await expect(end()).rejects.toThrow("its trial is failed");
});

test("an agent that changes results in the store fails the file", async () => {
  const held = heldRunner();
  const agent = functionAgent(
    () => {
      const store = new DatabaseSync(storeFile(held.folder));
      store.exec(`create trigger if not exists forge after insert on trials begin
        update trials set status = 'passed' where case_id = new.case_id; end`);
      store.close();
      return "Tea is noted.";
    },
    { name: "forger" },
  );
  const exam = suite({
    name: "exam",
    agent,
    cases: [asks("tea", "Tea"), asks("coffee", "coffee")],
    metrics: [contains()],
  });
  await describeTrials(held.runner, exam, {});
  const [tea, coffee] = held.tests;
  await tea?.run();
  await expect(coffee?.run()).rejects.toThrow("coffee failed");
  await expect(held.end()).rejects.toThrow("results were changed while the run was played");
});

test("a file in which every trial is skipped does not end well", async () => {
  const { tests, end } = await described({ cases: [asks("any", undefined)] });
  expect(await tests[0]?.run()).toContain("nothing expected");
  await expect(end()).rejects.toThrow("nothing was checked");
});

test("all that is wrong with a suite is told before there are tests", async () => {
  await expect(described({}, { variants: { prompt: ["v1"] } })).rejects.toThrow(
    "there is no variant prompt in any suite",
  );
  await expect(described({}, { cases: ["none"] })).rejects.toThrow(/none/);
  await expect(described({}, { traffic: "tape" as never })).rejects.toThrow('traffic is "tape"');
  const misspelt = { tag: ["smoke"], repeat: 0, cases: "tea" } as never;
  await expect(described({}, misspelt)).rejects.toThrow(/cases.*repeat.*"tag"/s);
  const { runner } = heldRunner();
  await expect(describeTrials(runner, { name: "x" } as never, {})).rejects.toThrow("not a suite");
});

test("recordings that are missing are an error, never a pass", async () => {
  const models = { agent: "openai:gpt-5" };
  await expect(described({ models }, { traffic: "replay" })).rejects.toThrow(
    expect.objectContaining({ message: expect.stringContaining("no recording in") }),
  );
});

test("a case without a recording is a test that fails, beside those that have one", async () => {
  const agent = functionAgent((_message, { model }) =>
    model()
      .call({ messages: [] })
      .then(({ text }) => text),
  );
  const { runner, tests, end } = heldRunner();
  const both = [asks("old", "tea"), asks("new", "tea")];
  const models = { agent: scriptedModel("tea") };
  const spoken = { name: "exam", agent, cases: both, metrics: [contains()], models };
  const exam = suite(spoken);
  await describeTrials(runner, exam, { traffic: "record", cases: ["old"] });
  await tests.pop()?.run();
  await end();
  await describeTrials(runner, exam, { traffic: "replay" });
  expect(tests.map(({ title }) => title)).toEqual(["old", "new"]);
  expect(await tests[0]?.run()).toBeUndefined();
  await expect(tests[1]?.run()).rejects.toThrow(/case new has no tape for repeat 1.*VIVA_TRAFFIC="record missing"/);
  await end();

  await describeTrials(runner, suite({ ...spoken, untaped: "leave-out" }), { traffic: "replay" });
  expect(await tests.at(-1)?.run()).toContain("left out of the replay");
  await end();
});

test("the cost limit of the config holds, and a test that came too late says so", async () => {
  const held = heldRunner({
    config: `{ maxCost: 0.001, concurrency: 1, prices: { "scripted:model": { input: 1000, output: 1000 } } }`,
  });
  const model = scriptedModel({ text: "tea", usage: { inputTokens: 100, outputTokens: 100 } });
  const agent = functionAgent((_message, context) =>
    context
      .model()
      .call({ messages: [] })
      .then(({ text }) => text),
  );
  const twice = [asks("a", "tea"), asks("b", "tea")];
  const exam = suite({ name: "exam", agent, cases: twice, metrics: [contains()], models: { agent: model } });
  await describeTrials(held.runner, exam, { traffic: "live" });
  expect(await held.tests[0]?.run()).toBeUndefined();
  await expect(held.tests[1]?.run()).rejects.toThrow("the cost limit of $0.001 was reached");
  await held.end();
  expect(await held.trials()).toEqual(["a passed"]);
});
