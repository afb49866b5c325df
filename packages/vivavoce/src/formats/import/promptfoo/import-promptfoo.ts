import { dirname } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue, type Place } from "../../../base/index.ts";
import type { Collected } from "../collected.ts";
import type { Importer } from "../importer.ts";
import type { SourceRecord } from "../records.ts";
import { objectIn, textOf } from "../safe-json.ts";
import { PromptfooCases } from "./cases.ts";
import { follow, textBehind } from "./referenced-files.ts";
import { ConfigFiles, rowTest, type Test, testIn } from "./tests.ts";

/** The fields by which a config is known, with or without tests of its own. */
export const configFields = ["tests", "prompts", "providers", "targets", "defaultTest", "scenarios"];

const ofTheAgent = "belongs to the agent: name models and settings in the suite";
const leftOut: Record<string, string> = {
  providers: ofTheAgent,
  targets: ofTheAgent,
  env: ofTheAgent,
  description: "name the suite after it",
  redteam: "Viva does not generate attacks; write cases, and score them with misuse(), roleViolation() and safety()",
  evaluateOptions: "flags of viva run: --repeat, --concurrency",
  commandLineOptions: "flags of viva run: --repeat, --concurrency",
  outputPath: "viva run --report html,junit,json,markdown",
  sharing: "Viva does not send results anywhere",
};
const withoutMeaning = new Set(["$schema", "assertionTemplates"]);

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
  if (given) into.report.imported("defaultTest", "merged into every case", place);
  const defaults = { ...given, vars: await files.vars(given?.vars, place) };
  const cases = new PromptfooCases(into, files, { config, prompts, line });
  cases.noteFields(defaults, place);
  for await (const test of files.tests(config.tests, record, ["tests"])) await cases.take(test, defaults);
  for await (const test of scenarioTests(into, config.scenarios, record, files)) await cases.take(test, defaults);
  cases.finish();
  for (const key of Object.keys(config)) {
    if (configHandled.has(key) || withoutMeaning.has(key) || key === "__proto__") continue;
    const becomes = (Object.hasOwn(leftOut, key) ? leftOut[key] : undefined) ?? "a setting of promptfoo";
    into.report.dropped(key, becomes, record.place([key]));
  }
}

const configHandled = new Set(["tests", "prompts", "defaultTest", "scenarios"]);

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
export async function readPrompts(
  into: Collected,
  value: JsonValue | undefined,
  record: SourceRecord,
  { folder }: ConfigFiles,
): Promise<string[]> {
  const prompts: { text: string; place: Place }[] = [];
  for (const [index, item] of [value ?? []].flat().entries()) {
    const place = record.place(Array.isArray(value) ? ["prompts", index] : ["prompts"]);
    const written = isJsonObject(item) ? (item.raw ?? item.id ?? item.prompt) : item;
    if (typeof written !== "string") {
      into.report.dropped("prompt", "it has no text", place);
      continue;
    }
    const found = await textsOf(written, folder);
    if ("refused" in found)
      into.report.dropped(
        "prompt",
        "the file that it names was not read; the user's line is taken from a variable",
        place,
        `${written} ${found.refused}`,
      );
    else prompts.push(...found.texts.map((text) => ({ text, place })));
  }
  const [first, ...others] = prompts;
  if (first) into.report.imported("prompt", "script: promptfoo's text becomes the user's line", first.place);
  for (const { text, place } of others)
    into.report.dropped(
      "further prompt",
      "only the first one is used; offer the others as variants of the agent",
      place,
      text,
    );
  return prompts.map(({ text }) => text);
}

async function textsOf(written: string, folder: string): Promise<{ texts: string[] } | { refused: string }> {
  const named =
    written.startsWith("file://") ||
    (/^[^\s{}]+\.(?:txt|json|ya?ml|md|j2|[cm]?[jt]s|py)$/.test(written) && !written.includes("\n"));
  if (!named) return { texts: [written] };
  const found = await follow(written, folder);
  if ("refused" in found) return found;
  const texts: string[] = [];
  for (const path of found.paths) {
    const file = await textBehind(path, folder);
    if ("refused" in file) return file;
    // Several prompts in a text file have lines of three dashes between them.
    texts.push(
      ...(path.endsWith(".txt") ? file.text.split(/^---\s*$/m) : [file.text]).filter((text) => /\S/.test(text)),
    );
  }
  return { texts };
}
