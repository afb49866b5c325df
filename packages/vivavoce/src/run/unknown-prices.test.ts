import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { defaultOptions, type RunOptions } from "./options.ts";
import { loadedSuite, planOf, projectOf, temporaryFolder } from "./run.test-helper.ts";
import { refuseUnknownPrices } from "./unknown-prices.ts";

const suiteSource = `export default suite({
  models: {
    agent: "compatible:mine",
    judge: { model: "openai:gpt-5", temperature: 0 },
  },
});`;
const configSource = `export default {
  maxCost: 5,
  prices: {},
};`;

/** What is refused of a suite and a config that stand in these files. */
async function refusal(models: Record<string, string | object>, given: Partial<RunOptions> = {}, config = {}) {
  const folder = temporaryFolder();
  const loaded = { ...loadedSuite({ models } as never, folder), file: join(folder, "a.eval.ts") };
  const configFile = join(folder, "viva.config.ts");
  writeFileSync(loaded.file, suiteSource);
  writeFileSync(configFile, configSource);
  const environment = { OPENAI_API_KEY: "key-0123456789", OPENAI_BASE_URL: "http://127.0.0.1:8080/v1?key=hidden" };
  const options = { ...defaultOptions, maxCost: 5, ...given };
  const plan = await planOf(loaded, { options, environment, config } as never);
  const project = { ...projectOf(folder, config), configFile };
  try {
    refuseUnknownPrices([plan], { project, cwd: folder, options, isAsked: () => true });
    return "";
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
}

const local = { model: "compatible:mine", baseURL: "http://127.0.0.1:1/v1" };

test("names the line of the model, the line to add and the line of the limit", async () => {
  const message = await refusal({ agent: local }, {}, { maxCost: 5 });
  expect(message).toMatch(
    /^a\.eval\.ts:3:\d+: a cost limit of \$5 cannot be kept, because the price of compatible:mine at http:\/\/127\.0\.0\.1:1\/v1 is not known$/m,
  );
  expect(message).toContain('Add to viva.config.ts: prices: { "compatible:mine": { input: 0.3, output: 2.5 } }');
  expect(message).toContain("or leave out maxCost (viva.config.ts:2)");
});

test("a model with a vendor's name elsewhere has no price, and its query stays hidden", async () => {
  const message = await refusal({ agent: local, judge: "openai:gpt-5" }, {}, { prices: {} });
  expect(message).toMatch(
    /^a\.eval\.ts:4:\d+: .* the price of openai:gpt-5 at http:\/\/127\.0\.0\.1:8080\/v1 is not known$/m,
  );
  expect(message).toContain('Add to prices (viva.config.ts:3): "openai:gpt-5": { input: 0.3, output: 2.5 }');
  expect(message).toContain("or leave out --max-cost");
  expect(message).not.toContain("hidden");
});

test("a model of the command line has no line in a file", async () => {
  const message = await refusal({ agent: local }, { judge: "openai:gpt-5" });
  expect(message).toMatch(/^a cost limit of \$5 cannot be kept, because the price of openai:gpt-5/m);
});

test("prices of one's own are enough", async () => {
  expect(await refusal({ agent: local }, {}, { prices: { "compatible:mine": { input: 0, output: 0 } } })).toBe("");
});
