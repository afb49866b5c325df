import { symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agentSources } from "./agent-identity.ts";
import { loadModule } from "./module-loader.ts";
import { folderOf, ownModules, write } from "./temporary-project.test-helper.ts";

/** The packages of a load, by name. */
async function packagesOf(folder: string, name = "main.eval.ts") {
  const { packages } = await loadModule(join(folder, name), { own: ownModules });
  return (await agentSources({ suite: {}, folder, modules: [], packages } as never)).packages ?? {};
}

const manifest = (name: string, version: string, more = {}) => JSON.stringify({ name, version, ...more });
const esm = { type: "module", exports: { ".": "./index.js", "./other": "./other.js" } };

/** Two packages of each kind, each of which needs another one. */
const files = {
  "node_modules/new/package.json": manifest("new", "1.0.0", esm),
  "node_modules/new/index.js": 'import { deep } from "deep";\nexport const value = deep;',
  "node_modules/new/other.js": 'export { far as default } from "far";',
  "node_modules/@old/one/package.json": manifest("@old/one", "2.0.0"),
  "node_modules/@old/one/index.js":
    'exports.value = require("deep").deep;\nexports.later = () => require("late");\nexports.far = () => require("far");',
  "node_modules/@old/one/same-folder.js": 'exports.value = require("deep").deep;',
  "node_modules/deep/package.json": manifest("deep", "3.0.0"),
  "node_modules/deep/index.js": "exports.deep = 1;",
  "node_modules/far/package.json": manifest("far", "4.0.0"),
  "node_modules/far/index.js": "exports.far = 1;",
  "node_modules/late/package.json": manifest("late", "5.0.0"),
  "node_modules/late/index.js": "exports.late = 1;",
  "node_modules/unused/package.json": manifest("unused", "6.0.0"),
  "node_modules/unused/index.js": "",
};
const both = { "@old/one": "2.0.0", deep: "3.0.0", new: "1.0.0" };

describe("the packages that a module graph enters", () => {
  test.each([
    [
      "imports of TypeScript",
      "main.eval.ts",
      'import { value } from "new";\nimport old from "@old/one";\nexport default [value, old];',
    ],
    [
      "dynamic imports",
      "main.eval.ts",
      'const name: string = "new";\nawait import(name);\nawait import("@old/one");\nexport default 1;',
    ],
    ["require", "main.eval.cjs", 'require("new");\nmodule.exports = require("@old/one").value;'],
    [
      "imports of plain JavaScript",
      "main.eval.mjs",
      'import { value } from "new";\nimport "@old/one";\nexport default value;',
    ],
  ])("by %s, with what they need themselves, at the first load as at later ones", async (_what, name, source) => {
    const folder = folderOf({ ...files, [name]: source });
    expect(await packagesOf(folder, name)).toEqual(both);
    expect(await packagesOf(folder, name)).toEqual(both);
  });

  test("through a helper, and through a linked package, whose own files are sources", async () => {
    const folder = folderOf({
      ...files,
      "main.eval.ts": 'import { value } from "lib";\nexport default value;',
      "packages/lib/package.json": manifest("lib", "1.0.0", { type: "module", exports: "./lib.js" }),
      "packages/lib/lib.js": 'export { value } from "new";',
    });
    symlinkSync(join(folder, "packages/lib"), join(folder, "node_modules/lib"));
    for (const _load of ["first", "second"]) expect(await packagesOf(folder)).toEqual({ deep: "3.0.0", new: "1.0.0" });
  });

  test("each suite has its own, whichever other suite of the process brought a package along", async () => {
    const folder = folderOf({
      ...files,
      "all.eval.ts": 'import "new/other";\nimport { later } from "@old/one";\nexport default later();',
      "new.eval.ts": 'import "new";\nexport default 1;',
      "old.eval.ts": 'import "@old/one/same-folder.js";\nexport default 1;',
      "none.eval.ts": 'import type { value } from "new";\nexport default 1;',
    });
    for (const _round of ["first", "second"]) {
      expect(await packagesOf(folder, "all.eval.ts")).toEqual({ ...both, far: "4.0.0", late: "5.0.0" });
      expect(await packagesOf(folder, "new.eval.ts")).toEqual({ deep: "3.0.0", new: "1.0.0" });
      expect(await packagesOf(folder, "old.eval.ts")).toEqual({ "@old/one": "2.0.0", deep: "3.0.0" });
      expect(await packagesOf(folder, "none.eval.ts")).toEqual({});
    }
  });

  test("not those that a package needs later, as in a conversation", async () => {
    const folder = folderOf({ ...files, "main.eval.ts": 'import old from "@old/one";\nexport default old;' });
    const { value } = await loadModule(join(folder, "main.eval.ts"), { own: ownModules });
    (value as { later(): unknown }).later();
    expect(await packagesOf(folder)).toEqual({ "@old/one": "2.0.0", deep: "3.0.0" });
  });

  test("also those whose files the loader has to compile", async () => {
    const folder = folderOf({
      ...files,
      "main.eval.ts": 'import { value } from "typed";\nexport default value;',
      "node_modules/typed/package.json": manifest("typed", "1.0.0", { exports: "./index.ts" }),
      "node_modules/typed/index.ts": 'export { value } from "new";\nexport enum A { B }',
    });
    for (const _load of ["first", "second"])
      expect(await packagesOf(folder)).toEqual({ deep: "3.0.0", new: "1.0.0", typed: "1.0.0" });
  });

  test("every version of one that is there several times", async () => {
    const folder = folderOf({
      ...files,
      "main.eval.ts": 'import "new";\nimport "deep";\nexport default 1;',
      "node_modules/new/node_modules/deep/package.json": manifest("deep", "3.1.0"),
      "node_modules/new/node_modules/deep/index.js": "exports.deep = 2;",
    });
    expect(await packagesOf(folder)).toEqual({ deep: "3.0.0, 3.1.0", new: "1.0.0" });
  });

  test("by their own name, in the store of pnpm too; one without a version by the content of what is loaded", async () => {
    const folder = folderOf({
      ...files,
      "main.eval.ts": 'import "alias";\nimport "bare";\nimport "broken";\nexport default 1;',
      "node_modules/.pnpm/new@9.0.0/node_modules/new/package.json": manifest("new", "9.0.0"),
      "node_modules/.pnpm/new@9.0.0/node_modules/new/index.js": "",
      "node_modules/bare/package.json": '{ "name": "bare" }',
      "node_modules/bare/index.js": "exports.one = 1;",
      "node_modules/broken/package.json": "{}",
      "node_modules/broken/index.js": "",
    });
    symlinkSync(join(folder, "node_modules/.pnpm/new@9.0.0/node_modules/new"), join(folder, "node_modules/alias"));
    const before = await packagesOf(folder);
    const content = expect.stringMatching(/^no version, content [0-9a-f]{8}$/);
    expect(before).toEqual({ bare: content, broken: content, new: "9.0.0" });
    write(folder, { "node_modules/bare/index.js": "exports.one = 2;" });
    expect((await packagesOf(folder)).bare).not.toBe(before.bare);
  });

  test("the cache of CommonJS is left as it was", async () => {
    const folder = folderOf({ ...files, "main.eval.ts": 'import old from "@old/one";\nexport default old;' });
    for (const _load of ["first", "second"]) await packagesOf(folder);
    const file = join(folder, "node_modules/@old/one/index.js");
    const kept = Object.getOwnPropertyDescriptor(createRequire(import.meta.url).cache, file);
    expect(kept).toMatchObject({ value: { loaded: true }, writable: true, enumerable: true, configurable: true });
  });
});
