import { symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { nothingAgent } from "../agent/index.ts";
import { agentIdentity } from "./agent-identity.ts";
import { loadModule } from "./module-loader.ts";
import type { Suite } from "./suite.ts";
import { folderOf, ownModules, problemsOf, write } from "./temporary-project.test-helper.ts";

/** What a file exports by default, among other files. */
async function exportOf(source: string, files: Record<string, string> = {}, name = "main.eval.ts"): Promise<unknown> {
  const folder = folderOf({ ...files, [name]: source });
  return (await loadModule(join(folder, name), { own: ownModules })).value;
}

describe("users' files load as their owners wrote them", () => {
  test("imports without extensions, and of a folder", async () => {
    const files = { "helper.ts": "export const one: number = 1;", "parts/index.ts": "export const two = 2;" };
    expect(
      await exportOf(
        'import { one } from "./helper";\nimport { two } from "./parts";\nexport default [one, two];',
        files,
      ),
    ).toEqual([1, 2]);
  });

  test("imports with the extension of the source, or of what it is compiled to", async () => {
    const files = { "helper.ts": "export const one = 1;" };
    expect(await exportOf('import { one } from "./helper.ts";\nexport default one;', files)).toBe(1);
    expect(await exportOf('import { one } from "./helper.js";\nexport default one;', files)).toBe(1);
  });

  test("enums and parameter properties, which type stripping cannot do", async () => {
    const source = `
enum Colour { Red = "red", Blue = "blue" }
namespace Shapes { export const corners = 4; }
class Point { constructor(readonly x: number, private y = 2) {} get sum() { return this.x + this.y; } }
export default { colour: Colour.Blue, corners: Shapes.corners, sum: new Point(1).sum };`;
    expect(await exportOf(source)).toEqual({ colour: "blue", corners: 4, sum: 3 });
  });

  test("paths of the tsconfig", async () => {
    const files = {
      "tsconfig.json": '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } } // comments are allowed',
      "lib/deep/thing.ts": 'export const thing = "found";',
    };
    expect(await exportOf('import { thing } from "@lib/deep/thing";\nexport default thing;', files)).toBe("found");
    expect(
      await exportOf('import { thing } from "@lib/deep/thing";\nexport default thing;', files, "evals/main.eval.ts"),
    ).toBe("found");
  });

  test("JSX, with the runtime that the project has", async () => {
    const files = {
      "node_modules/react/package.json": '{ "name": "react", "exports": { "./jsx-runtime": "./jsx-runtime.js" } }',
      "node_modules/react/jsx-runtime.js": "exports.jsx = exports.jsxs = (type, props) => ({ type, ...props });",
    };
    const source = "const name: string = 'you';\nexport default <p className=\"a\">Hello {name}</p>;";
    expect(await exportOf(source, files, "main.eval.tsx")).toEqual({
      type: "p",
      className: "a",
      children: ["Hello ", "you"],
    });
  });

  test.each<[object, string]>([
    [{ jsx: "react", jsxFactory: "h", jsxFragmentFactory: "all" }, "<b>Hello</b>!"],
    [{ jsx: "preserve", jsxImportSource: "tiny" }, "tiny b"],
  ])("JSX, with the functions or the package that the tsconfig names: %j", async (compilerOptions, shown) => {
    const files = {
      "base.json": JSON.stringify({ compilerOptions }),
      "tsconfig.json": '{ "extends": "./base", /* the rest is there */ "compilerOptions": {}, }',
      "node_modules/tiny/package.json": '{ "name": "tiny", "exports": { "./jsx-runtime": "./jsx.js" } }',
      "node_modules/tiny/jsx.js":
        "exports.Fragment = 0; exports.jsx = exports.jsxs = (type, { children }) => (type ? 'tiny ' + type : children[0]);",
    };
    const source = `
const h = (type, props, ...inner) => typeof type === "string" ? \`<\${type}>\${inner.join("")}</\${type}>\` : type(inner);
const all = (inner) => inner.join("");
export default <><b>Hello</b>!</>;`;
    expect(await exportOf(source, files, "main.eval.tsx")).toBe(shown);
  });

  const decorated = `
const seen = [];
const loud = (target, key, descriptor) => {
  const { value } = descriptor;
  descriptor.value = (...given) => value(...given).toUpperCase();
};
const noted = (...where) => { seen.push(where.slice(1).join(" ")); };
const sealed = (target) => { seen.push(target.name); };
@sealed
class Desk {
  @noted name: string = "desk";
  @noted extra;
  @noted static rooms: number = 3;
  @loud answer(@noted text: string): string { return text; }
  @loud static open(): string { return "open"; }
  constructor(readonly size: number = 4) {}
}
const desk = new Desk();
export default [desk.name, desk.extra, Desk.rooms, desk.answer("yes"), Desk.open(), desk.size, seen.includes("Desk")];`;

  test.each<[string, Record<string, string>]>([
    ["without a tsconfig", {}],
    ["with their option", { "tsconfig.json": '{ "compilerOptions": { "experimentalDecorators": true } }' }],
  ])("decorators of classes, methods, fields and parameters, %s", async (_how, files) => {
    expect(await exportOf(decorated, files)).toEqual(["desk", undefined, 3, "YES", "OPEN", 4, true]);
  });

  test("decorators as the standard has them are refused, not called with other arguments", async () => {
    const folder = folderOf({ "tsconfig.json": "{}", "main.eval.ts": decorated });
    expect(await problemsOf(loadModule(join(folder, "main.eval.ts"), { own: ownModules }))).toMatchObject([
      { message: expect.stringContaining("experimentalDecorators"), place: { file: join(folder, "main.eval.ts") } },
    ]);
  });

  test("CommonJS, both ways", async () => {
    const files = { "old.cjs": "module.exports = { answer: 42 };", "new.ts": "export const one = 1;" };
    expect(await exportOf('import old from "./old.cjs";\nexport default old.answer;', files)).toBe(42);
    expect(await exportOf('module.exports = { one: require("./new").one };', files, "main.eval.cjs")).toEqual({
      one: 1,
    });
  });

  test("JSON, with and without an attribute", async () => {
    const files = { "data.json": '{ "answer": 42 }' };
    expect(await exportOf('import data from "./data.json";\nexport default data.answer;', files)).toBe(42);
    expect(
      await exportOf('import data from "./data.json" with { type: "json" };\nexport default data.answer;', files),
    ).toBe(42);
  });

  test("await at the top, and the place of the file", async () => {
    const source = "const one = await Promise.resolve(1);\nexport default { one, folder: import.meta.dirname };";
    expect(await exportOf(source)).toMatchObject({ one: 1, folder: expect.stringContaining("viva-suite-") });
  });

  test("vivavoce is this very vivavoce, not another copy", async () => {
    const own = await ownModules();
    const value = await exportOf('import * as viva from "vivavoce";\nexport default viva.suite;');
    expect(value).toBe((own.vivavoce as { suite: unknown }).suite);
  });

  test("a file without a default export is all that it exports", async () => {
    expect(await exportOf("export const a = 1;")).toMatchObject({ a: 1 });
  });
});

describe("alias", () => {
  const files = {
    "node_modules/obsidian/package.json": '{ "name": "obsidian", "main": "", "types": "obsidian.d.ts" }',
    "stand-in.ts": "export class Plugin { name = 'stand-in'; }",
    "plugin.ts": 'import { Plugin } from "obsidian";\nexport class Own extends Plugin {}',
    "main.eval.ts": 'import { Own } from "./plugin";\nexport default new Own().name;',
  };

  test("replaces a package that has no code, wherever it is imported", async () => {
    const folder = folderOf(files);
    const alias = { obsidian: join(folder, "stand-in.ts") };
    const { value, files: graph } = await loadModule(join(folder, "main.eval.ts"), { own: async () => ({}), alias });
    expect(value).toBe("stand-in");
    expect(graph.map((file) => basename(file))).toContain("stand-in.ts");
  });

  test("without it the place is named where the package was needed", async () => {
    const folder = folderOf(files);
    const [problem] = await problemsOf(loadModule(join(folder, "main.eval.ts"), { own: async () => ({}) }));
    expect(problem?.place).toEqual({ file: join(folder, "plugin.ts"), line: 2 });
  });
});

describe("the module graph", () => {
  const files = {
    "main.eval.ts":
      'import { one } from "./helper";\nimport data from "./data.json";\nimport "pack";\nexport default [one, data];',
    "helper.ts": 'export { one } from "./deeper";',
    "deeper.ts": "export const one = 1;",
    "data.json": "{}",
    "unrelated.ts": "export const two = 2;",
    "node_modules/pack/package.json": '{ "name": "pack", "main": "index.js" }',
    "node_modules/pack/index.js": "",
  };
  const load = (folder: string) => loadModule(join(folder, "main.eval.ts"), { own: async () => ({}) });
  const hashOfFiles = async (modules: string[], folder: string) => {
    const loaded = { suite: {} as Suite, file: "", folder, modules };
    return (await agentIdentity(loaded, nothingAgent(), { variant: {}, models: {} })).code;
  };
  const graphHash = async (folder: string) => hashOfFiles((await load(folder)).files, folder);

  test("is every file that was brought along, packages and ourselves aside", async () => {
    const folder = folderOf(files);
    const { files: graph } = await loadModule(join(folder, "main.eval.ts"), { own: ownModules });
    expect(graph).toEqual(["data.json", "deeper.ts", "helper.ts", "main.eval.ts"].map((name) => join(folder, name)));
  });

  test.each(["main.eval.ts", "helper.ts", "deeper.ts", "data.json"] as const)(
    "its hash changes with %s",
    async (name) => {
      const folder = folderOf(files);
      const before = await graphHash(folder);
      expect(await graphHash(folder)).toBe(before);
      write(folder, { [name]: `${files[name]}\n` });
      expect(await graphHash(folder)).not.toBe(before);
      write(folder, { [name]: files[name] });
      expect(await graphHash(folder)).toBe(before);
    },
  );

  test("and not with a file that is not part of it", async () => {
    const folder = folderOf(files);
    const before = await graphHash(folder);
    write(folder, { "unrelated.ts": "export const two = 3;", "new.ts": "", "node_modules/pack/index.js": "0;" });
    expect(await graphHash(folder)).toBe(before);
  });

  test("a file that is renamed, or swapped with another, is another graph", async () => {
    const folder = folderOf({ "a.md": "one", "b.md": "two", "sub/a.md": "two", "sub/b.md": "one" });
    const hash = (names: string[], from = folder) =>
      hashOfFiles(
        names.map((name) => join(from, name)),
        from,
      );
    expect(await hash(["a.md"])).not.toBe(await hash(["sub/b.md"]));
    expect(await hash(["a.md", "b.md"], join(folder, "sub"))).not.toBe(await hash(["a.md", "b.md"]));
    expect(await hash(["a.md", "b.md"])).toBe(await hash(["b.md", "a.md"]));
    expect(await hash([])).not.toBe(await hash(["a.md"]));
  });

  test("it is the same in a checkout elsewhere, and through a link", async () => {
    const first = folderOf(files);
    const second = folderOf(files);
    const link = join(folderOf({}), "link");
    symlinkSync(first, link);
    const hash = await graphHash(first);
    expect(await graphHash(second)).toBe(hash);
    expect(await graphHash(link)).toBe(hash);
    expect((await load(link)).files).toEqual((await load(first)).files);
  });

  test("each load evaluates the files anew: what has changed is seen, and nothing is shared", async () => {
    const folder = folderOf({
      "a.eval.ts": 'import { state } from "./state";\nstate.count++;\nexport default state;',
      "state.ts": "export const state = { count: 0 };",
    });
    const file = join(folder, "a.eval.ts");
    const first = (await loadModule(file, { own: async () => ({}) })).value;
    expect(first).toEqual({ count: 1 });
    expect((await loadModule(file, { own: async () => ({}) })).value).toEqual({ count: 1 });
    write(folder, { "state.ts": "export const state = { count: 10 };" });
    expect((await loadModule(file, { own: async () => ({}) })).value).toEqual({ count: 11 });
    expect(first).toEqual({ count: 1 });
  });

  test("also after a load that failed", async () => {
    const folder = folderOf({
      "a.eval.ts": 'import "./state";\nthrow new Error("no");',
      "state.ts": "export const n = 1;",
    });
    const file = join(folder, "a.eval.ts");
    await problemsOf(loadModule(file, { own: async () => ({}) }));
    write(folder, {
      "a.eval.ts": 'import { n } from "./state";\nexport default n;',
      "state.ts": "export const n = 2;",
    });
    const loaded = await loadModule(file, { own: async () => ({}) });
    expect(loaded.value).toBe(2);
    expect(loaded.files).toHaveLength(2);
  });

  test("what the host program has loaded is neither evaluated again nor part of the graph", async () => {
    const folder = folderOf({ "host.cjs": "module.exports = {};", "a.eval.ts": "export default 1;" });
    const require = createRequire(import.meta.url);
    const host: unknown = require(join(folder, "host.cjs"));
    const { files: graph } = await loadModule(join(folder, "a.eval.ts"), { own: async () => ({}) });
    expect(graph).toEqual([join(folder, "a.eval.ts")]);
    expect(require(join(folder, "host.cjs"))).toBe(host);
  });
});

test("a file whose loading never ends is refused after a limit, with its name", async () => {
  const folder = folderOf({ "main.eval.ts": "await new Promise(() => {});\nexport default 1;" });
  const loading = loadModule(join(folder, "main.eval.ts"), { own: ownModules, limitMs: 50 });
  expect(await problemsOf(loading)).toMatchObject([
    {
      message: "this file was still being loaded after 0.05 s",
      place: { file: join(folder, "main.eval.ts") },
    },
  ]);
});
