import { dirname } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue, type Place } from "../../../base/index.ts";
import type { Collected, Importer } from "../collected.ts";
import type { SourceRecord } from "../records.ts";
import { objectIn, textOf } from "../safe-json.ts";
import { PromptfooCases } from "./cases.ts";
import { type Behind, isReference, textsBehind } from "./referenced-files.ts";
import { ConfigFiles, rowTest, type Test, testIn } from "./tests.ts";

/** The fields by which a config is known, with or without tests of its own. */
export const configFields = ["tests", "prompts", "providers", "targets", "defaultTest", "scenarios"];

const ofTheAgent = "belongs to the agent: name models and settings in the suite";
/** Fields of a config that are not read, and why. */
const leftOut = new Map([
  ["providers", ofTheAgent],
  ["targets", ofTheAgent],
  ["env", ofTheAgent],
  ["description", "name the suite after it"],
  [
    "redteam",
    "Viva does not generate attacks; write cases, and score them with misuse(), roleViolation() and safety()",
  ],
  ["evaluateOptions", "flags of viva run: --repeat, --concurrency"],
  ["commandLineOptions", "flags of viva run: --repeat, --concurrency"],
  ["outputPath", "viva run --report html,junit,json,markdown"],
  ["sharing", "Viva does not send results anywhere"],
]);
/** Fields that are read, or that say nothing by themselves. */
const known = new Set(["tests", "prompts", "defaultTest", "scenarios", "$schema", "assertionTemplates", "__proto__"]);

/** Configs of promptfoo, and files of its tests on their own. */
export function promptfooImporter(into: Collected, path: string, line?: string): Importer {
  const files = new ConfigFiles(into, dirname(path));
  /** Tests without a config around them. */
  const bare: Test[] = [];
  return {
    async take(record) {
      const { value } = record;
      if (record.csv) bare.push(rowTest(record));
      else if (!isJsonObject(value)) into.report.lost("this is neither a config nor a test", record.place());
      else if (configFields.some((field) => field in value)) await takeConfig(into, value, record, files, line);
      else if ("vars" in value || "assert" in value) bare.push(testIn(value, record, []));
      else
        into.report.lost("this is neither a config nor a test", record.place(), "a config has tests, a test has vars");
    },
    async finish() {
      const cases = new PromptfooCases(into, files, { line });
      for (const test of bare) await cases.take(test, {});
      cases.finish();
    },
  };
}

async function takeConfig(
  into: Collected,
  config: JsonObject,
  record: SourceRecord,
  files: ConfigFiles,
  line?: string,
): Promise<void> {
  const prompts = await readPrompts(into, config.prompts, record, files);
  const place = record.place(["defaultTest"]);
  const given = await files.object(config.defaultTest, "defaultTest", place);
  if (given) into.report.note("imported", "defaultTest", "merged into every case", place);
  const defaults = { ...given, vars: await files.vars(given?.vars, place) };
  const cases = new PromptfooCases(into, files, { config, prompts, line });
  cases.noteFields(defaults, place);
  for await (const test of files.tests(config.tests, record, ["tests"])) await cases.take(test, defaults);
  for await (const test of scenarioTests(into, config.scenarios, record, files)) await cases.take(test, defaults);
  cases.finish();
  for (const key of Object.keys(config).filter((name) => !known.has(name)))
    into.report.note("dropped", key, leftOut.get(key) ?? "a setting of promptfoo", record.place([key]));
}

/** Every test of a scenario with every entry of its config. */
async function* scenarioTests(
  into: Collected,
  value: JsonValue | undefined,
  record: SourceRecord,
  files: ConfigFiles,
): AsyncGenerator<Test> {
  for (const [index, item] of [value ?? []].flat().entries()) {
    const path = ["scenarios", index];
    const scenario = await files.object(item, "scenario", record.place(path));
    if (!scenario) {
      if (item !== null) into.report.lost("this is not a scenario", record.place(path));
      continue;
    }
    const configs: Test[] = [];
    for await (const test of files.tests(scenario.config, record, [...path, "config"])) configs.push(test);
    for await (const test of files.tests(scenario.tests ?? [{}], record, [...path, "tests"])) {
      for (const data of configs.length > 0 ? configs : [{ test: {}, assertions: [], place: test.place }]) {
        const vars = {
          ...(await files.vars(data.test.vars, data.place)),
          ...(await files.vars(test.test.vars, test.place)),
        };
        yield combined(scenario, vars, data, test);
      }
    }
  }
}

function combined(
  scenario: JsonObject,
  vars: JsonObject,
  data: Pick<Test, "test" | "assertions">,
  { test, place, assertions }: Test,
): Test {
  const both = (field: string) => ({ ...objectIn(data.test[field]), ...objectIn(test[field]) });
  const description = [scenario.description, data.test.description, test.description]
    .filter((text) => text !== undefined)
    .map(textOf)
    .join(": ");
  return {
    test: {
      ...data.test,
      ...test,
      vars,
      metadata: both("metadata"),
      options: both("options"),
      ...(description ? { description } : {}),
    },
    place,
    assertions: [...data.assertions, ...assertions],
  };
}

/** The templates of a config's prompts, in order; programs are reported. */
async function readPrompts(
  { report }: Collected,
  value: JsonValue | undefined,
  record: SourceRecord,
  { folder }: ConfigFiles,
): Promise<string[]> {
  const prompts: { text: string; place: Place }[] = [];
  for (const [index, item] of [value ?? []].flat().entries()) {
    const place = record.place(Array.isArray(value) ? ["prompts", index] : ["prompts"]);
    const written = isJsonObject(item) ? (item.raw ?? item.id ?? item.prompt) : item;
    if (typeof written !== "string") {
      report.note("dropped", "prompt", "it has no text", place);
      continue;
    }
    const read = await promptsIn(written, folder);
    const unread = "the file that it names was not read; the user's line is taken from a variable";
    if ("refused" in read) report.note("dropped", "prompt", unread, place, `${written} ${read.refused}`);
    else prompts.push(...read.found.map((text) => ({ text, place })));
  }
  const [first, ...others] = prompts;
  if (first) report.note("imported", "prompt", "script: promptfoo's text becomes the user's line", first.place);
  const unused = "only the first one is used; offer the others as variants of the agent";
  for (const { text, place } of others) report.note("dropped", "further prompt", unused, place, text);
  return prompts.map(({ text }) => text);
}

async function promptsIn(written: string, folder: string): Promise<Behind<string>> {
  const isFile = /^[^\s{}]+\.(?:txt|json|ya?ml|md|j2|[cm]?[jt]s|py)$/.test(written);
  if (!isReference(written) && !isFile) return { found: [written] };
  const read = await textsBehind(written, folder);
  if ("refused" in read) return read;
  // Several prompts in a text file have lines of three dashes between them.
  const texts = read.found.flatMap(({ path, text }) => (path.endsWith(".txt") ? text.split(/^---\s*$/m) : [text]));
  return { found: texts.filter((text) => /\S/.test(text)) };
}
