// Viva's declarations in a strict project that has neither Node's types nor any package but zod.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const home = join(root, "packages/vivavoce");
const { exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
// Those of test runners are only for who has the runner.
const entries = Object.keys(exports).filter((path) => exports[path].types && !/vitest|jest/.test(path));
const compilers = {
  "the newest TypeScript": join(root, "node_modules/typescript/bin/tsc"),
  "an older TypeScript": join(import.meta.dirname, "node_modules/typescript/bin/tsc"),
};

const folder = mkdtempSync(join(tmpdir(), "viva-types-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  mkdirSync(join(folder, "node_modules/vivavoce"), { recursive: true });
  cpSync(join(home, "dist"), join(folder, "node_modules/vivavoce/dist"), { recursive: true });
  cpSync(join(home, "package.json"), join(folder, "node_modules/vivavoce/package.json"));
  symlinkSync(join(root, "node_modules/zod"), join(folder, "node_modules/zod"), "junction");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const imports = entries.map((path, index) => `export * as entry${index} from "vivavoce${path.slice(1)}";\n`).join("");
  writeFileSync(
    join(folder, "use.ts"),
    `${imports}
import { type AgentContext, type Config, type ReplyContext, suite } from "vivavoce";
import { criteria, dag, toolUse } from "vivavoce/metrics";
export default suite({
  name: "desk",
  cases: [{ id: "hello", script: [{ content: "Hello" }], expect: { criteria: ["is kind"] } }],
  agent: (message: string, { signal }: ReplyContext) => (signal.aborted ? "" : message),
  metrics: [toolUse(), criteria(["is kind"]), dag({ root: dag.verdict(1) })],
});
export const suites = (config: Config): string[] => config.suites;
export const ask = async (context: AgentContext): Promise<string> => (await context.model().call({ messages: [] })).text;
`,
  );
});

const settings = [
  { module: "nodenext", moduleResolution: "nodenext", target: "es2022" },
  { module: "esnext", moduleResolution: "bundler", target: "es2022" },
  { module: "esnext", moduleResolution: "bundler", target: "esnext" },
];
const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false };

const [nodenext] = settings;
const tried = [
  ...settings.map((setting) => ["the newest TypeScript", setting]),
  // It is slow, and resolves modules the same way.
  ["an older TypeScript", nodenext],
];

test.each(
  tried.map(([name, setting]) => [`${name}, ${setting.moduleResolution}, ${setting.target}`, compilers[name], setting]),
)("they are clean with %s", (name, tsc, setting) => {
  const config = join(folder, `${name.replace(/\W+/g, "-")}.json`);
  const compilerOptions = { ...strict, ...setting, types: [], noEmit: true, preserveSymlinks: true };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ["use.ts"] }));
  const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", config], { encoding: "utf8" });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

test("the code above is really checked", () => {
  writeFileSync(join(folder, "wrong.ts"), `import { suite } from "vivavoce";\nexport default suite({ name: 1 });\n`);
  const config = join(folder, "wrong.json");
  const compilerOptions = { ...strict, ...settings[0], types: [], noEmit: true, preserveSymlinks: true };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ["wrong.ts"] }));
  const { stdout } = spawnSync(process.execPath, [compilers["the newest TypeScript"], "-p", config], {
    encoding: "utf8",
  });
  expect(stdout).toContain("wrong.ts(2,24)");
});
