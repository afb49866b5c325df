import { describe, expect, test } from "vitest";
import { scriptedModel } from "../testing/index.ts";
import { estimateSuite } from "./estimate.ts";
import { asking, caseList, execute, planOf, sharedStore } from "./run.test-helper.ts";

const store = sharedStore();
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

  test("is, after a run, what its trials took on average", async () => {
    const model = scriptedModel(({ messages }) => ({ text: String(messages.at(-1)?.content), cost: 0.25 }));
    const definition = { name: "known", cases: caseList("a", "b"), agent: asking, models: { agent: model } };
    await execute(store(), await planOf(definition));
    const plan = await planOf(definition, { options: { repeat: 3 } });
    expect(await estimateSuite(plan, store())).toEqual({ calls: 6, cost: 1.5, basis: "an earlier run" });
  });
});
