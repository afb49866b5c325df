import { describe, expect, test } from "vitest";
import { contains } from "../metric/index.ts";
import { judgedBy } from "../run/judged-run.test-helper.ts";
import { caseList, planOf } from "../run/run.test-helper.ts";
import type { SuiteDefinition } from "../suite/index.ts";
import { warningsOf } from "./plan-text.ts";

describe("warnings before a run", () => {
  const environment = { OPENAI_API_KEY: "a-key" };
  const models = { agent: "ollama:gpt-oss", judge: "openai:gpt-5" };
  const plan = (definition: Partial<SuiteDefinition>) =>
    planOf({ metrics: [judgedBy("polite"), contains()], models, ...definition }, { environment });
  const asked = { agent: undefined };

  test("say that the judge is of the agent's family, once for all suites", async () => {
    const plans = [await plan({ name: "a" }), await plan({ name: "b" })];
    expect([...warningsOf(plans, asked)]).toEqual([expect.stringContaining("judge and agent are both made by OpenAI")]);
  });

  test("say nothing for another family, without a judged metric, or if a stand-in is examined", async () => {
    expect(warningsOf([await plan({ models: { ...models, judge: "ollama:qwen3" } })], asked).size).toBe(0);
    expect(warningsOf([await plan({ metrics: [contains()] })], asked).size).toBe(0);
    expect(warningsOf([await plan({ models: { judge: models.judge } })], asked).size).toBe(0);
    expect(warningsOf([await plan({})], { agent: "nothing" }).size).toBe(0);
  });

  test("name odd cases and files with place and remedy, without control characters", async () => {
    const odd = { message: "odd\u001b[2J", place: { file: "cases/a.json", line: 3 }, remedy: "Mend it." };
    const suite = await plan({ cases: caseList("one"), metrics: [contains()] });
    expect([...warningsOf([{ ...suite, warnings: [odd, { message: "plain" }] }], asked)]).toEqual([
      "cases/a.json:3: odd�[2J. Mend it.",
      "plain",
    ]);
  });
});
