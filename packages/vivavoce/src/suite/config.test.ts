import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { type ConfigInput, defineConfig, openProject } from "./config.ts";
import { folderOf, problemsOf } from "./temporary-project.test-helper.ts";

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
      store: "postgres://db.example/viva",
      alias: { obsidian: "./stand-in.ts" },
      prices: { "own:model": { input: 1, output: 2, cached: 0.5 } },
    };
    expect(defineConfig(full)).toEqual(full);
  });

  test.each<[string, object, RegExp]>([
    ["a field nobody knows", { suite: [] }, /^config: unknown field "suite"$/],
    ["suites that are not a list", { suites: "evals" }, /^config: suites: /],
    ["a threshold off the scale", { threshold: 70 }, /^config: threshold: /],
    ["nobody at work", { concurrency: 0 }, /^config: concurrency: /],
    ["half a worker", { concurrency: 1.5 }, /^config: concurrency: /],
    ["no money", { maxCost: 0 }, /^config: maxCost: /],
    ["a gate nobody knows", { gate: { unscored: 1 } }, /^config: unknown field "unscored" in gate$/],
    ["an alias to nothing", { alias: { obsidian: 1 } }, /^config: alias\.obsidian: /],
    ["half a price", { prices: { m: { input: 1 } } }, /^config: prices\.m\.output: /],
  ])("refuses %s", async (_name, config, message) => {
    const problems = await problemsOf(() => defineConfig(config as ConfigInput));
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringMatching(message)]);
  });

  test.each<[object, RegExp]>([
    [{ suites: "evals" }, /^Write it like this: suites: \["evals/],
    [{ threshold: "high" }, /^Write it like this: threshold: 0\.7/],
    [{ gate: 1 }, /^Write it like this: gate: \{ /],
    [{ models: "openai:gpt-5" }, /^Write it like this: models: \{ agent: /],
    [{ concurrency: "10" }, /^Write it like this: concurrency: 10/],
    [{ maxCost: "$1" }, /^Write it like this: maxCost: 1/],
    [{ alias: [] }, /^Write it like this: alias: \{ /],
    [{ prices: { m: { input: 1 } } }, /^Write it like this: prices: \{ /],
    [{ gate: { maxUnscord: 1 } }, /^Did you mean maxUnscored\?$/],
    [{ prices: { m: { input: 1, output: 1, cache: 1 } } }, /^Did you mean cached\?$/],
    [{ zzz: 1 }, /^It may have suites, threshold, /],
    [[], /^Write `export default defineConfig\(/],
  ])("%j: says how it is written", async (config, remedy) => {
    const problems = await problemsOf(() => defineConfig(config as ConfigInput));
    expect(problems.map((problem) => problem.remedy)).toEqual([expect.stringMatching(remedy)]);
  });

  test("says what is missing and what was found, as for case files", async () => {
    const problems = await problemsOf(() =>
      defineConfig({ suites: "evals", concurrency: 0 } as unknown as ConfigInput),
    );
    expect(problems.map((problem) => problem.message)).toEqual([
      'config: suites: should be a list, found "evals"',
      "config: concurrency: should be at least 1, found 0",
    ]);
  });

  // Its limits and gates were ignored in silence, so that a run could pass that should not.
  test.each(["const config = { maxCost: 1 };", "export const config = { gate: { passRate: 0.9 } };", ""])(
    "a file without a default export is refused: %s",
    async (source) => {
      const folder = folderOf({ "viva.config.ts": source });
      const [problem] = await problemsOf(() => openProject(folder, async () => ({})));
      expect(problem?.message).toBe("the file has no default export, so nothing in it would take effect");
      expect(problem?.remedy).toContain("export default defineConfig(");
    },
  );

  test("what a file gives is refused at the line of the field, or of the export", async () => {
    const open = (source: string) => openProject(folderOf({ "viva.config.ts": source }), async () => ({}));
    const placeOf = async (source: string) => {
      const { file = "", ...place } = (await problemsOf(() => open(source)))[0]?.place ?? {};
      return { file: basename(file), ...place };
    };
    const file = "viva.config.ts";
    expect(await placeOf("export default {\n  'threshold': 7 };")).toEqual({ file, line: 2, column: 3 });
    expect(await placeOf("export default {\n  cache: true,\n  maxcost: 1 };")).toEqual({ file, line: 3, column: 3 });
    expect(await placeOf('const name = "gate";\nexport default { [name]: 1 };')).toEqual({ file });
    expect(await placeOf("export default 5;")).toEqual({ file, line: 1, column: 1 });
    const { config } = await open("export default { threshold: 0.5 };");
    expect(config).toEqual(defineConfig({ threshold: 0.5 }));
  });

  test("says what was probably meant, and everything at once", async () => {
    const problems = await problemsOf(() => defineConfig({ maxcost: 1, threshold: 9 } as ConfigInput));
    expect(problems).toHaveLength(2);
    expect(problems.map(({ remedy }) => remedy)).toContain("Did you mean maxCost?");
  });
});
