import { isJsonObject, type JsonObject, type JsonValue, type Place, plural } from "../../../base/index.ts";
import type { CaseInput } from "../../../shape/index.ts";
import { type Collected, incompleteFields, nameOfWords } from "../collected.ts";
import type { ImportReport } from "../import-report.ts";
import { objectIn, textOf, withoutEmpty } from "../safe-json.ts";
import { askedBy } from "./asked.ts";
import type { ConfigFiles, Test } from "./config-files.ts";
import { filledValue, saidBy } from "./conversation.ts";
import { noteFields, transforms } from "./fields.ts";

type Draft = Omit<CaseInput, "id"> & { script: { content: string }[] };

const linewise = new Set(["contains", "matches", "equals", "json", "criteria", "tools", "calls"]);
/** What every test inherits. */
type Defaults = Partial<Pick<Test, "test" | "assertions">>;

interface PromptfooSettings {
  config?: JsonObject;
  prompts?: readonly string[];
  /** The variable that holds what the user says, in place of the prompt. */
  line?: string | undefined;
}

/** Makes cases of tests; those of one conversation become one case, where the prompt goes back to it. */
export function promptfooCases(
  into: Collected,
  files: ConfigFiles,
  { config = {}, prompts = [], line: wanted }: PromptfooSettings,
) {
  const { report } = into;
  const [prompt] = prompts;
  const isConversation = prompts.some((one) => one.includes("_conversation"));
  const conversations = new Map<string, { tests: Draft[]; place: Place; name: string }>();

  async function take({ test, place, assertions }: Test, defaults: Defaults = {}): Promise<void> {
    const given = defaults.test ?? {};
    const merged = (field: string): JsonObject => ({ ...objectIn(given[field]), ...objectIn(test[field]) });
    const [options, metadata] = [merged("options"), merged("metadata")];
    const read = await readVars({ ...objectIn(given.vars), ...(await files.vars(test.vars, place)) }, place);
    const inherited = options.disableDefaultAsserts === true ? [] : (defaults.assertions ?? []);
    const all = [...inherited, ...assertions];
    noteTest(report, test, place);
    const combinations = expanded(read, options);
    if (!combinations) {
      const message = `the lists in its variables make more than ${mostCombinations.toLocaleString("en-US")} tests`;
      return void report.lost(message, place, "write fewer values into its lists");
    }
    // A program that decides may fail a test whose assertions all hold.
    const isDecided = [given, test].some(({ assertScoringFunction }) => assertScoringFunction !== undefined);
    const lost = [
      ...Object.keys(options).filter((name) => Object.hasOwn(transforms, name)),
      ...(isDecided ? ["assertScoringFunction"] : []),
    ];
    for (const vars of combinations) {
      const said = saidBy(prompt, vars, wanted);
      if (!said) {
        const message =
          "the user's line is missing: no prompt can be filled in, and no variable is called question or input";
        report.lost(message, place, "give the test a variable called question, or a prompt of plain {{variables}}");
        continue;
      }
      const line = `${textOf(options.prefix ?? "")}${said.line}${textOf(options.suffix ?? "")}`;
      const description = test.description === undefined ? "" : textOf(filledValue(test.description, vars, []));
      const fields = isConversation ? linewise : undefined;
      const { expect, unfit } = await askedBy(all, vars, { report, files, config, fields });
      noteLine(said, place);
      const kinds = unfit.map((one) => `assert ${textOf(isJsonObject(one) ? (one.type ?? "") : one)}`);
      const draft: Draft = {
        description,
        ...incompleteFields(tagsOf(metadata), [...kinds, ...lost]),
        history: said.history,
        script: [{ content: line }],
        expect,
        data: withoutEmpty({ vars, metadata, system: said.system, assert: unfit }),
      };
      const told = said.variable === undefined ? (firstText(vars) ?? line) : line;
      add(draft, description || nameOfWords(told), metadata, place);
    }
  }

  /** Tells where the user's line comes from, and of what stands beside it. */
  function noteLine({ variable, unfilled, system }: NonNullable<ReturnType<typeof saidBy>>, place: Place): void {
    if (variable === undefined)
      for (const text of unfilled) report.note("changed", "template", "copied into the line unchanged", place, text);
    else if (variable !== wanted && prompt !== undefined && !isConversation) {
      const why = `${variable}, as ${unfilled[0] ?? "the prompt"} cannot be filled in`;
      report.note("changed", "prompt with logic", "the user's line is taken from a variable instead", place, why);
    }
    for (const text of system)
      report.note("kept", "system message", "data.system; a system prompt belongs to the agent", place, text);
  }

  function add(draft: Draft, name: string, metadata: JsonObject, place: Place): void {
    if (!isConversation) return void into.addCase({ id: into.id(name, place), ...draft }, place);
    const key = textOf(metadata.conversationId ?? "");
    const going = conversations.get(key) ?? { tests: [], place, name: key || name };
    conversations.set(key, going);
    going.tests.push(draft);
  }

  /** The tests of a conversation become lines of a case, and their expectations those of that reply. */
  function finish(): void {
    for (const { tests, name, place } of conversations.values()) {
      const tags = new Set(tests.flatMap((test) => test.tags ?? []));
      const lost = tests.flatMap(({ imported }) => imported?.incomplete ?? []);
      const draft = {
        ...tests[0],
        ...incompleteFields([...tags], lost),
        script: tests.flatMap(({ script, expect = {} }) => script.map((line) => withoutEmpty({ ...line, expect }))),
        expect: {},
        data: { tests: tests.map(({ data = {} }) => data) },
      };
      const count = plural(tests.length, "test");
      report.note("changed", "conversation", "one case with a line for each test", place, count);
      into.addCase({ id: into.id(name, place), ...draft }, place);
    }
  }

  /** Variables may be in files. */
  async function readVars(given: JsonObject, place: Place): Promise<JsonObject> {
    const vars: JsonObject = {};
    for (const [name, value] of Object.entries(given)) {
      if (name === "__proto__") continue;
      const all: JsonValue[] = [];
      for (const item of [value].flat()) {
        const read = await files.values(item);
        if ("found" in read) all.push(...read.found.map((one) => (item === one ? one : textOf(one))));
        else {
          const becomes = "the file that it names was not read";
          report.note("dropped", `variable ${name}`, becomes, place, read.refused);
        }
      }
      const [only = null, second] = all;
      if (Array.isArray(value) || second !== undefined) vars[name] = all;
      else if (only !== null) vars[name] = only;
    }
    return vars;
  }
  return { take, finish };
}

/** Reports the fields and options of a test that a case does not have. */
export function noteTest(report: ImportReport, test: JsonObject, place: Place): void {
  noteFields(report, "a test", test, () => place);
  noteFields(report, "options", objectIn(test.options), () => place);
}

/** promptfoo plays a test once for every text in a list of texts. Undefined if that would be too many. */
function expanded(vars: JsonObject, options: JsonObject): JsonObject[] | undefined {
  if (options.disableVarExpansion === true) return [vars];
  let all: JsonObject[] = [{}];
  for (const [name, value] of Object.entries(vars)) {
    const values = Array.isArray(value) && typeof value[0] === "string" ? value : [value];
    if (all.length * values.length > mostCombinations) return undefined;
    all = all.flatMap((one) => values.map((each) => ({ ...one, [name]: each })));
  }
  return all;
}

const mostCombinations = 10_000;

function tagsOf(metadata: JsonObject): string[] {
  return Object.entries(metadata).flatMap(([key, value]) => {
    if (key === "conversationId" || key === "__proto__") return [];
    const values = [value].flat().filter((one) => typeof one === "string" || typeof one === "number");
    return values.map((one) => (key === "tags" ? String(one) : `${key}:${one}`));
  });
}

function firstText(vars: JsonObject): string | undefined {
  return Object.values(vars).find((value): value is string => typeof value === "string" && /\S/.test(value));
}
