import { dirname } from "node:path";
import { isJsonObject, type Place } from "../../../base/index.ts";
import type { Collected, Importer } from "../collected.ts";
import type { ImportReport } from "../import-report.ts";
import { itemsOf, partOf, type SourceRecord } from "../records.ts";
import { objectIn, textOf } from "../safe-json.ts";
import { noteTest, promptfooCases } from "./cases.ts";
import { type Behind, ConfigFiles, isReference, type Test, testIn, textsBehind } from "./config-files.ts";
import { configFields, noteFields, ofTheAgent } from "./fields.ts";

/** Configs of promptfoo, and files of its tests on their own. */
export function promptfooImporter(into: Collected, path: string, line?: string): Importer {
  const files = new ConfigFiles(into.report, dirname(path));
  /** Tests without a config around them. */
  const bare: Test[] = [];
  return {
    async take(record) {
      const { value, csv } = record;
      if (csv) bare.push(testIn(record));
      else if (!isJsonObject(value)) into.report.lost("this is neither a config nor a test", record.place());
      else if (configFields.some((field) => field in value)) await takeConfig(into, record, files, line);
      else if ("vars" in value || "assert" in value) bare.push(testIn(record));
      else
        into.report.lost("this is neither a config nor a test", record.place(), "a config has tests, a test has vars");
    },
    async finish() {
      const cases = promptfooCases(into, files, { line });
      for (const test of bare) await cases.take(test);
      cases.finish();
    },
  };
}

async function takeConfig(into: Collected, record: SourceRecord, files: ConfigFiles, line?: string): Promise<void> {
  const config = objectIn(record.value);
  const prompts = await readPrompts(into.report, partOf(record, "prompts"), files.folder);
  const place = record.place(["defaultTest"]);
  const given = await files.object(config.defaultTest, "defaultTest", place);
  if (given) into.report.note("imported", "defaultTest", "merged into every case", place);
  const { test, assertions } = testIn({ ...partOf(record, "defaultTest"), value: given ?? {} });
  const defaults = { test: { ...test, vars: await files.vars(test.vars, place) }, assertions };
  const cases = promptfooCases(into, files, { config, prompts, line });
  noteTest(into.report, test, place);
  for await (const test of files.tests(partOf(record, "tests"))) await cases.take(test, defaults);
  for (const scenario of itemsOf(partOf(record, "scenarios")))
    for await (const test of scenarioTests(into.report, scenario, files)) await cases.take(test, defaults);
  cases.finish();
  for (const name of ["providers", "targets"]) takeProviders(into, partOf(record, name));
  noteFields(into.report, "config", config, (field) => record.place([field]));
}

/** The first model that Viva knows as well is the one of the suite's agent. */
function takeProviders(into: Collected, providers: SourceRecord): void {
  for (const { value, place } of itemsOf(providers)) {
    const id = textOf(isJsonObject(value) ? (value.id ?? Object.keys(value)[0] ?? "") : value);
    const [, vendor, model] = /^(openai|openrouter|ollama):(?:(?:chat|responses):)?(.+)$/.exec(id) ?? [];
    if (into.model === undefined && vendor && model) {
      into.model = `${vendor}:${model}`;
      into.report.note("imported", "provider", `models.agent of the suite: ${into.model}`, place());
      if (isJsonObject(value)) into.report.note("dropped", "settings of a provider", ofTheAgent, place(), id);
    } else into.report.note("dropped", "provider", ofTheAgent, place(), id);
  }
}

/** Every test of a scenario with every entry of its config. */
async function* scenarioTests(report: ImportReport, given: SourceRecord, files: ConfigFiles): AsyncGenerator<Test> {
  if (given.value === null) return;
  const scenario = await files.object(given.value, "scenario", given.place());
  if (!scenario) return report.lost("this is not a scenario", given.place());
  const record = { ...given, value: { ...scenario, tests: scenario.tests ?? [{}] } };
  const configs = await Array.fromAsync(files.tests(partOf(record, "config")));
  for await (const { test, place, assertions } of files.tests(partOf(record, "tests"))) {
    for (const data of configs.length > 0 ? configs : [{ test: {}, assertions: [], place }]) {
      const both = (field: string) => ({ ...objectIn(data.test[field]), ...objectIn(test[field]) });
      const vars = { ...(await files.vars(data.test.vars, data.place)), ...(await files.vars(test.vars, place)) };
      const descriptions = [scenario.description, data.test.description, test.description];
      const description = descriptions.flatMap((text) => (text === undefined ? [] : [textOf(text)])).join(": ");
      yield {
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
  }
}

/** The templates of a config's prompts, in order; programs are reported. */
async function readPrompts(report: ImportReport, all: SourceRecord, folder: string): Promise<string[]> {
  const prompts: { text: string; place: Place }[] = [];
  for (const { value, place } of itemsOf(all)) {
    const written = isJsonObject(value) ? (value.raw ?? value.id ?? value.prompt) : value;
    if (typeof written !== "string") {
      report.note("dropped", "prompt", "it has no text", place());
      continue;
    }
    const read = await promptsIn(written, folder);
    const unread = "the file that it names was not read; the user's line is taken from a variable";
    if ("refused" in read) report.note("dropped", "prompt", unread, place(), `${written} ${read.refused}`);
    else prompts.push(...read.found.map((text) => ({ text, place: place() })));
  }
  const [first, ...others] = prompts;
  const turns = "a variable holds the user's lines; what else it says belongs to the agent";
  if (prompts.some(({ text }) => text.includes("_conversation")))
    report.note("changed", "prompt with _conversation", turns, first?.place ?? all.place(), first?.text);
  else if (first) report.note("imported", "prompt", "script: promptfoo's text becomes the user's line", first.place);
  const unused = "only the first one is used; offer the others as variants of the agent";
  for (const { text, place } of others) report.note("dropped", "further prompt", unused, place, text);
  return prompts.map(({ text }) => text);
}

async function promptsIn(written: string, folder: string): Promise<Behind<string>> {
  const isFile = /^[^\s{}]+\.(?:txt|json|ya?ml|md|j2|[cm]?[jt]s(?::\w+)?|py(?::\w+)?)$/.test(written);
  if (!isReference(written) && !isFile) return { found: [written] };
  const read = await textsBehind(written, folder);
  if ("refused" in read) return read;
  // Several prompts in a text file have lines of three dashes between them.
  const texts = read.found.flatMap(({ path, text }) => (path.endsWith(".txt") ? text.split(/^---\s*$/m) : [text]));
  return { found: texts.filter((text) => /\S/.test(text)) };
}
