import { describe, expect, test } from "vitest";
import { type ConfigInput, defineConfig } from "./config.ts";
import { problemsOf } from "./temporary-project.test-helper.ts";

describe("defineConfig()", () => {
  test("an empty config looks for suites everywhere", () => {
    expect(defineConfig({})).toEqual({ suites: ["**/*.eval.ts"] });
  });

  test("everything it may hold is kept", () => {
    const full: ConfigInput = {
      suites: ["evals/*.eval.ts"],
      threshold: 0.7,
      gate: { maxUnscored: 0.02 },
      models: { judge: "openai:gpt-5", agent: { model: "openai:gpt-5-mini", temperature: 1 } },
      concurrency: 4,
      maxCost: 1,
      alias: { obsidian: "./stand-in.ts" },
      prices: { "own:model": { input: 1, output: 2, cached: 0.5 } },
    };
    expect(defineConfig(full)).toEqual(full);
  });

  test.each<[string, object, RegExp]>([
    ["a field nobody knows", { suite: [] }, /^config: definition: Unrecognized key: "suite"$/],
    ["suites that are no list", { suites: "evals" }, /^config: suites: /],
    ["a threshold off the scale", { threshold: 70 }, /^config: threshold: /],
    ["nobody at work", { concurrency: 0 }, /^config: concurrency: /],
    ["half a worker", { concurrency: 1.5 }, /^config: concurrency: /],
    ["no money", { maxCost: 0 }, /^config: maxCost: /],
    ["a gate nobody knows", { gate: { unscored: 1 } }, /^config: gate: Unrecognized key/],
    ["an alias to nothing", { alias: { obsidian: 1 } }, /^config: alias\.obsidian: /],
    ["half a price", { prices: { m: { input: 1 } } }, /^config: prices\.m\.output: /],
  ])("refuses %s", async (_name, config, message) => {
    const problems = await problemsOf(() => defineConfig(config as ConfigInput));
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringMatching(message)]);
  });

  test("says what was probably meant, and everything at once", async () => {
    const problems = await problemsOf(() => defineConfig({ maxcost: 1, threshold: 9 } as ConfigInput));
    expect(problems).toHaveLength(2);
    expect(problems.map(({ remedy }) => remedy)).toContain("Did you mean maxCost?");
  });
});
