import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { afterThisFile } from "../after-file.test-helper.ts";
import { contains, criteria, dag, type Metric, rubric, toxicity } from "../metric/index.ts";
import { encodeJudgeItems } from "../model/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { estimateSuite } from "./estimate.ts";
import { asking, caseList, execute, planOf, sharedStore } from "./run.test-helper.ts";

const { binary, verdict } = dag;

const store = sharedStore();
const anchors = { 1: "no", 5: "yes" };
const byCode = { id: "brief", weight: 1, description: "Short.", anchors, code: () => undefined };
const leaf = (id: string) => binary(id, "Is it?", { yes: verdict(1), no: verdict(0) });
const graph = binary("a", "Is it?", { yes: leaf("b"), no: verdict(0) });
const talk = (id: string, lines: number) => ({
  id,
  script: Array.from({ length: lines }, (_, line) => ({ content: `line ${line}` })),
});

describe("what a live run will roughly ask and cost", () => {
  test("is, before the first one, a call for every exchange", async () => {
    const models = { agent: "openai:gpt-5-mini" };
    const definition = { name: "new", cases: [talk("a", 1), talk("b", 3)], models };
    const environment = { OPENAI_API_KEY: "none" };
    const plan = await planOf(definition, { environment, options: { repeat: 2 } });
    const { calls, cost, basis } = await estimateSuite(plan, store());
    expect(calls).toBe(8);
    expect(cost).toBeGreaterThan(0);
    expect(basis).toContain("one call an exchange");
    const config = { prices: { "openai:gpt-5-mini": { input: 1_000, output: 0 } } };
    const dear = await planOf(definition, { environment, config, options: { repeat: 2 } });
    expect((await estimateSuite(dear, store())).cost).toBeCloseTo(8 * 1.5);
  });

  test("is unknown where nobody knows the price", async () => {
    const models = { agent: { model: "compatible:any", baseURL: "http://127.0.0.1:1/v1" } };
    const plan = await planOf({ name: "unpriced", models });
    expect(await estimateSuite(plan, store())).toMatchObject({ calls: 2, cost: undefined });
  });

  test("is nothing where the suite names no model", async () => {
    const plan = await planOf({ name: "no-model" });
    expect(await estimateSuite(plan, store())).toMatchObject({ calls: 0, cost: 0 });
  });

  const environment = { OPENAI_API_KEY: "none" };
  const judge = "openai:gpt-5-mini";
  const own = (id: string, ...criteria: string[]) => ({ ...talk(id, 1), expect: { criteria: { criteria } } });
  const two = [own("a", "is kind"), own("b", "is kind")];
  const callsFor = async (definition: Parameters<typeof planOf>[0], more: Parameters<typeof planOf>[1] = {}) =>
    (await estimateSuite(await planOf(definition, { environment, ...more }), store())).calls;
  const scoredBy = (...metrics: Metric[]) => ({ cases: two, metrics, models: { judge } });

  test.each([
    ["one a metric", [criteria(), toxicity()], 4],
    ["one a sample", [criteria({ samples: 3 })], 6],
    ["none for what code decides", [contains()], 0],
    ["one a sample and group where a scale may have to be sampled", [criteria({ scale: [1, 5] })], 10],
    ["as many samples as the owner wants", [criteria({ scale: [1, 5], samples: 2, criteria: ["x"], steps: [] })], 8],
    ["one for the steps that have to be made, once a suite", [criteria({ criteria: ["is short"] })], 3],
    ["none for steps that are given", [criteria({ criteria: ["is short"], steps: ["Read."] })], 2],
    ["those of a rubric that code may not decide", [rubric({ dimensions: [byCode], samples: 3 })], 6],
    ["those of the longest way through a graph", [dag({ root: graph, samples: 2 })], 8],
  ])("counts every call of the judge: %s", async (_name, metrics, calls) => {
    expect(await callsFor(scoredBy(...metrics))).toBe(calls);
  });

  test("counts each judge of a panel at its own price, also where none of them is called judge", async () => {
    const models = { dear: "openai:gpt-5", cheap: "openai:gpt-5-nano" };
    const metrics = [criteria({ samples: 2, judges: ["dear", "cheap"] })];
    const config = {
      prices: { "openai:gpt-5": { input: 1_000, output: 0 }, "openai:gpt-5-nano": { input: 0, output: 0 } },
    };
    const plan = await planOf({ cases: two, metrics, models }, { environment, config });
    const { calls, cost } = await estimateSuite(plan, store());
    expect(calls).toBe(8);
    // Four calls of 3,000 tokens each.
    expect(cost).toBeCloseTo(12);
  });

  test("counts the simulated user, its judge, and what it takes to play spoiled conversations again", async () => {
    const user = { persona: "Ada", goal: "x", opening: "Hello.", stop: { goalMet: "x" }, maxExchanges: 4 };
    const cases = [{ id: "call", user }, talk("scripted", 2)];
    const models = { agent: judge, user: judge, judge };
    const estimate = async (simulator?: { retries?: number; judge?: boolean }) => {
      const plan = await planOf({ name: "met", cases, models, ...(simulator && { simulator }) }, { environment });
      const { calls, most } = await estimateSuite(plan, store());
      return [calls, most];
    };
    // The agent answers 4 + 2 lines, and the user makes up 3: its first one is given.
    expect(await estimate()).toEqual([9, 9 + 2 * (4 + 3)]);
    expect(await estimate({ judge: true, retries: 1 })).toEqual([10, 10 + 4 + 3 + 1]);
    expect(await estimate({ retries: 0 })).toEqual([9, undefined]);
  });

  test("is not that of an earlier run that asked its judge less often", async () => {
    const model = scriptedModel(encodeJudgeItems({ c1: { verdict: "yes", quote: "line 0" } }));
    const asks = (samples: number) => ({
      name: "sampled",
      cases: two,
      metrics: [criteria({ samples })],
      models: { judge: model },
    });
    await execute(store(), await planOf(asks(1)));
    expect(await estimateSuite(await planOf(asks(1)), store())).toMatchObject({ calls: 2, basis: "an earlier run" });
    expect(await estimateSuite(await planOf(asks(5)), store())).toMatchObject({
      calls: 10,
      basis: expect.stringContaining("one call an exchange"),
    });
  });

  test("is, after a run, what its trials took on average", async () => {
    const model = scriptedModel(({ messages }) => ({ text: String(messages.at(-1)?.content), cost: 0.25 }));
    const definition = { name: "known", cases: caseList("a", "b"), agent: asking, models: { agent: model } };
    await execute(store(), await planOf(definition));
    const plan = await planOf(definition, { options: { repeat: 2 } });
    expect(await estimateSuite(plan, store())).toEqual({ calls: 4, cost: 1, basis: "an earlier run" });
    // Two trials say little about ten, and nothing about another model.
    const longer = await planOf(definition, { options: { repeat: 5 } });
    expect((await estimateSuite(longer, store())).basis).toContain("one call an exchange");
    const other = { ...definition, models: { agent: "openai:gpt-5-mini" } };
    const dear = await planOf(other, { environment: { OPENAI_API_KEY: "none" } });
    expect(await estimateSuite(dear, store())).toMatchObject({
      calls: 2,
      pricesAsOf: expect.stringMatching(/^20\d\d-/),
    });
  });

  test("is not that of a run whose trials were partly replayed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "viva-estimate-"));
    afterThisFile(() => rmSync(folder, { recursive: true, force: true }));
    const model = scriptedModel(({ messages }) => ({ text: String(messages.at(-1)?.content), cost: 0.25 }));
    const known = { name: "half", agent: asking, models: { agent: model }, cassettes: folder };
    const definition = { ...known, cases: caseList("a", "b") };
    await execute(store(), await planOf({ ...known, cases: caseList("a") }, { options: { traffic: "record" } }));
    await execute(store(), await planOf(definition, { options: { traffic: "record-missing" } }));
    // Half of the calls of that run would be 0.25 for both.
    expect((await estimateSuite(await planOf(definition), store())).cost).not.toBe(0.25);
  });

  test("knows nothing of a price where the gateway sends the agent's calls to somebody else", async () => {
    const definition = { models: { agent: "openai:gpt-4o" }, gateway: { upstream: "http://127.0.0.1:1/v1" } };
    const environment = { OPENAI_API_KEY: "none" };
    expect((await estimateSuite(await planOf(definition, { environment }), store())).cost).toBeUndefined();
    const own = { prices: { "openai:gpt-4o": { input: 1_000, output: 0 } } };
    expect((await estimateSuite(await planOf(definition, { environment, config: own }), store())).cost).toBeCloseTo(3);
    const vendors = { ...definition, gateway: { upstream: "https://api.openai.com/v1" } };
    expect((await estimateSuite(await planOf(vendors, { environment }), store())).cost).toBeGreaterThan(0);
  });

  test("is taken from tapes where there are some: the calls on them, and their usage where they have it", async () => {
    const models = { agent: "openai:gpt-4o" };
    const tape = (id: string, entries: string) =>
      `viva: tape 1\norigin: hand-written\ncase: ${id}\ntapes:\n  - repeat: 1\n    agent:\n${entries}`;
    const planWith = async (entries: string, options = {}, cases = caseList("a", "b"), more = {}) => {
      const folder = mkdtempSync(join(tmpdir(), "viva-estimate-"));
      afterThisFile(() => rmSync(folder, { recursive: true, force: true }));
      mkdirSync(join(folder, "default"));
      writeFileSync(join(folder, "default/a.yaml"), tape("a", entries));
      const definition = { name: "taped", cases, models: { ...models, ...more }, cassettes: folder };
      return planOf(definition, { environment: { OPENAI_API_KEY: "none" }, options });
    };
    const said = await planWith("      - One.\n      - Two.\n      - Three.\n");
    expect(await estimateSuite(said, store())).toMatchObject({
      calls: 6,
      basis: "the calls on its tapes and their usual length",
    });
    const entry = "      - { text: One., usage: { inputTokens: 100000, outputTokens: 0 } }\n";
    const measured = await estimateSuite(await planWith(entry), store());
    expect(measured).toMatchObject({ calls: 2, basis: "the usage on its tapes" });
    expect(measured.cost).toBeCloseTo(2 * 0.25);
    // Only b has no tape.
    const missing = await estimateSuite(await planWith(entry, { traffic: "record-missing" }), store());
    expect(missing).toMatchObject({ calls: 1, cost: expect.closeTo(0.25) });
    // Of b both repeats, of a the second.
    const repeated = await planWith(entry, { traffic: "record-missing", repeat: 2 });
    expect(await estimateSuite(repeated, store())).toMatchObject({ calls: 3, cost: expect.closeTo(0.75) });
    // The only tape is that of a short case.
    const longer = await planWith(entry, {}, [talk("a", 1), talk("b", 9)]);
    expect((await estimateSuite(longer, store())).calls).toBe(10);
    const planner = "      planner:\n        - { text: Hm., usage: { inputTokens: 200000, outputTokens: 0 } }\n";
    const planned = `      "":\n  ${entry}${planner}`;
    const two = await estimateSuite(
      await planWith(planned, {}, caseList("a", "b"), { planner: "openai:gpt-4o" }),
      store(),
    );
    expect(two).toMatchObject({ calls: 4, cost: expect.closeTo(2 * 0.25 + 2 * 0.5) });
    expect(await estimateSuite(await planWith("      - }"), store())).toMatchObject({
      calls: 2,
      basis: expect.stringContaining("one call an exchange"),
    });
  });
});
