// What TypeScript says in a terminal about suites with one mistake, by the declarations that users install.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const folder = mkdtempSync(join(tmpdir(), "viva-wrong-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const good: Record<string, string> = {
  name: '"desk"',
  cases: '[{ id: "hello", script: [{ content: "Hello" }] }]',
  agent: "(message: string, _context: ReplyContext) => message",
  metrics: "[contains()]",
};

const script = 'script: [{ content: "Hello" }]';

/** The mistake, the field that the error has to name, and what is written otherwise than in the good suite. */
const wrong: [mistake: string, field: string, change: Record<string, string>][] = [
  ["a field that does not exist", "jugde", { jugde: '"openai:gpt-5"' }],
  ["a mistyped field", "metric", { metrics: "", metric: "[contains()]" }],
  ["a field that is missing", "agent", { agent: "" }],
  ["a metric that is not called", "metrics", { metrics: "[contains]" }],
  ["a metric by its name", "metrics", { metrics: '["contains"]' }],
  ["a metric made by hand", "metrics", { metrics: '[{ name: "polite", score: () => 1 }]' }],
  ["an option that the metric does not have", "texts", { metrics: '[contains({ text: "Hello" })]' }],
  ["cases as a path", "cases", { cases: '"./cases/*.json"' }],
  ["cases as a list of paths", "cases", { cases: '["./cases/hello.json"]' }],
  ["a case without an id", "id", { cases: `[{ ${script} }]` }],
  ["a mistyped field of a case", "script", { cases: '[{ id: "hello", scrpt: [] }]' }],
  ["lines that are texts", "script", { cases: '[{ id: "hello", script: ["Hello"] }]' }],
  ["a mistyped expectation", "contain", { cases: `[{ id: "hello", ${script}, expect: { contain: [] } }]` }],
  ["an agent that cannot be opened", "open", { agent: '{ name: "desk", version: "1" }' }],
  ["a session that cannot reply", "open", { agent: '{ name: "desk", version: "1", open: () => ({}) }' }],
  ["an agent by the name of its model", "agent", { agent: '"openai:gpt-5"' }],
  ["a variant that is not a list", "variants", { variants: '{ prompt: "v1" }' }],
  ["a gate that is a number", "gate", { gate: "0.8" }],
  ["a pass rate that is a text", "passRate", { gate: '{ passRate: "0.8" }' }],
  ["a mistyped field of the gate", "passRate", { gate: "{ passrate: 0.8 }" }],
  ["a world that is a text", "world", { world: '() => "empty"' }],
  ["a world that is not made by a function", "world", { world: "{ notes: [] }" }],
  ["a mistyped field of a model", "modell", { models: '{ agent: { modell: "openai:gpt-5" } }' }],
  ["a threshold that is a text", "threshold", { threshold: '"0.7"' }],
  ["a mistyped limit", "toolCalls", { limits: "{ toolCals: 3 }" }],
  ["a metric's threshold that is a text", "threshold", { metrics: '[contains({ threshold: "1" })]' }],
  ["tags that are one text", "tags", { cases: `[{ id: "hello", tags: "smoke", ${script} }]` }],
  ["a mistyped field of a line", "content", { cases: '[{ id: "hello", script: [{ contnet: "Hello" }] }]' }],
  ["an expectation that is a text", "contains", { cases: `[{ id: "hello", ${script}, expect: { contains: "Hi" } }]` }],
  ["a clock without a date", "clock", { clock: "{ at: 3 }" }],
  ["an unknown word", "untaped", { untaped: '"skip"' }],
];

let errors: string[];

beforeAll(() => {
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const options = { extends: join(root, "tsconfig.base.json"), compilerOptions: { noEmit: true } };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...options, include: ["*.ts"] }));
  for (const [index, change] of [{}, ...wrong.map(([, , changed]) => changed)].entries()) {
    const fields = Object.entries({ ...good, ...change }).filter(([, code]) => code !== "");
    const lines = fields.map(([name, code]) => `  ${name}: ${code},\n`).join("");
    writeFileSync(
      join(folder, `desk-${index}.eval.ts`),
      `import { type ReplyContext, suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
export type Context = ReplyContext;
export const metric = contains();
export default suite({\n${lines}});\n`,
    );
  }
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", ".", "--pretty"], { cwd: folder, encoding: "utf8" });
  errors = stripVTControlCharacters(stdout).split(/^(?=desk-\d)/m);
});

const errorsOf = (index: number) => errors.filter((error) => error.startsWith(`desk-${index}.`));

test("a good suite has no errors", () => {
  expect(errorsOf(0)).toEqual([]);
});

test.each(wrong.map(([mistake, field], index) => [mistake, field, index + 1] as const))(
  "the error for %s shows %s in its first 200 characters",
  (_mistake, field, index) => {
    expect(errorsOf(index)).toHaveLength(1);
    // In the message, or in the line of the suite that tsc prints after it.
    const shown = new RegExp(`'${field}'|^\\d+ .*\\b${field}:`, "m");
    expect(errorsOf(index)[0]?.slice(0, 200)).toMatch(shown);
  },
);
