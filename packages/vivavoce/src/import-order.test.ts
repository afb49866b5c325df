import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOrder, importProblems, relativeImports } from "./import-order.test-helper.ts";

const ours = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(sep).join("/"))
  .filter((file) => file.endsWith(".ts") && !file.split("/").includes("fixtures"));

describe("our own imports", () => {
  const sources = Object.fromEntries(ours.map((file) => [file, readFileSync(join(import.meta.dirname, file), "utf8")]));

  test("run one way, through each folder's index, without circles", () => {
    expect(importProblems(sources)).toEqual([]);
  });

  test("were read: a test that finds no import proves nothing", () => {
    const files = ours.filter((file) => !file.includes(".test"));
    expect(files.length).toBeGreaterThan(100);
    const imports = files.flatMap((file) => relativeImports(sources[file] ?? "", file));
    expect(imports.length).toBeGreaterThan(files.length);
    expect(imports).toContain("base/index.ts");
    for (const folder of ["base", "run", "cli"]) expect(folderOrder).toContain(folder);
  });
});

describe("what is found", () => {
  const index = 'export { a } from "./a.ts";\n';
  const folders = { "base/index.ts": index, "base/a.ts": "", "run/index.ts": index, "run/a.ts": "" };

  test("nothing where all is well", () => {
    expect(
      importProblems({
        ...folders,
        "run/a.ts": 'import { a } from "../base/index.ts";\nimport "node:fs";',
        "run/deep/b.ts": 'import type { A } from "../a.ts";\nimport { a } from "../../base/index.ts";',
        "index.ts": 'export { a } from "./run/index.ts";',
      }),
    ).toEqual([]);
  });

  test.each([
    ["a value", 'import { a } from "../run/index.ts";'],
    ["a type", 'import type { A } from "../run/index.ts";'],
    ["an inline type", 'import { type A } from "../run/index.ts";'],
    ["over several lines", 'import {\n  a,\n  b,\n} from "../run/index.ts";'],
    ["for its effect", 'import "../run/index.ts";'],
    ["passed on", 'export * from "../run/index.ts";'],
    ["named and passed on", 'export { a } from "../run/index.ts";'],
    ["at run time", 'const { a } = await import("../run/index.ts");'],
    ["as the type of a module", 'type A = typeof import("../run/index.ts");'],
    ["in single quotes", "import { a } from '../run/index.ts';"],
  ])("an import that runs back: %s", (_name, source) => {
    expect(importProblems({ ...folders, "base/a.ts": source })).toContain(
      "base/a.ts imports run/index.ts, which runs back against the order of folders",
    );
  });

  test("not one in a comment, in a text, or of a package", () => {
    const source = `
/**
 * @example import { a } from "../run/index.ts";
import { a } from "../run/index.ts";
 */
// import { a } from "../run/index.ts";
const text = 'import { a } from "../run/index.ts"; // not a comment';
import { run } from "run/index.ts";
`;
    expect(importProblems({ ...folders, "base/a.ts": source })).toEqual([]);
  });

  test("not one in a test or in what helps a test", () => {
    const source = 'import { a } from "../run/a.ts";';
    expect(
      importProblems({ ...folders, "base/a.test.ts": source, "base/b.test-helper.ts": source, "top.test.ts": source }),
    ).toEqual([]);
  });

  test("an import of another folder's inside", () => {
    expect(importProblems({ ...folders, "run/a.ts": 'import { a } from "../base/a.ts";' })).toEqual([
      "run/a.ts imports base/a.ts, the inside of another folder, past its index.ts",
    ]);
    const deep = { ...folders, "base/deep/index.ts": 'export { a } from "../a.ts";' };
    expect(importProblems({ ...deep, "run/a.ts": 'import { a } from "../base/deep/index.ts";' })).toEqual([
      "run/a.ts imports base/deep/index.ts, the inside of another folder, past its index.ts",
    ]);
  });

  test("the list of what a folder has for users, imported by another folder", () => {
    const listed = { ...folders, "base/public.ts": index };
    expect(importProblems({ ...listed, "index.ts": 'export * from "./base/public.ts";' })).toEqual([]);
    expect(importProblems({ ...listed, "run/a.ts": 'import { a } from "../base/public.ts";' })).toEqual([
      "run/a.ts imports base/public.ts, the inside of another folder, past its index.ts",
    ]);
  });

  test("a player that is imported where results are read", () => {
    const source = 'import type { A } from "../model/index.ts";';
    expect(importProblems({ "model/index.ts": "", "store/a.ts": source, "metric/a.ts": source })).toEqual([
      "store/a.ts imports model/index.ts: a folder that reads results needs no player",
    ]);
  });

  test("an import of what is not there, as without its extension", () => {
    expect(importProblems({ ...folders, "run/a.ts": 'import { b } from "./b";' })).toEqual([
      "run/a.ts imports run/b, which is not there",
    ]);
  });

  test("a circle of files, once, wherever one begins", () => {
    const sources = {
      "base/a.ts": 'import { b } from "./b.ts";',
      "base/b.ts": 'import type { C } from "./c.ts";',
      "base/c.ts": 'import { a } from "./a.ts";',
      "base/d.ts": 'import { c } from "./c.ts";',
    };
    expect(importProblems(sources)).toEqual([
      "base/a.ts → base/b.ts → base/c.ts → base/a.ts: these files import each other in a circle",
    ]);
    expect(importProblems({ "base/a.ts": 'import { a } from "./a.ts";' })).toEqual([
      "base/a.ts → base/a.ts: these files import each other in a circle",
    ]);
  });

  test("a file that imports its own folder's index", () => {
    expect(importProblems({ ...folders, "base/a.ts": 'import { b } from "./index.ts";' })).toEqual([
      "base/a.ts → base/index.ts → base/a.ts: these files import each other in a circle",
    ]);
  });

  test.each([
    ["a declaration", "export const a = 1;"],
    ["an import", 'import { a } from "./a.ts";\nexport { a };'],
    ["a list of its own", "export { a };"],
    ["a statement", 'export { a } from "./a.ts";\nconsole.log(1);'],
  ])("an index that holds %s", (_name, source) => {
    const problems = importProblems({ ...folders, "base/index.ts": source });
    expect(problems).toEqual([expect.stringMatching(/^base\/index\.ts holds more than exports: /)]);
  });

  test("not an index of exports in all their forms", () => {
    const source = `
/** What this folder gives. */
export { a, type A, b as c } from "./a.ts";
export type { D } from "./a.ts";
export * from "./a.ts"; // all
export * as everything from "./a.ts";
export {
  long,
  list,
} from "./a.ts";
`;
    expect(importProblems({ ...folders, "base/index.ts": source })).toEqual([]);
  });

  test("a folder or a file that has no place", () => {
    expect(importProblems({ "utils/a.ts": "", "helper.ts": "" })).toEqual([
      "utils/a.ts: no place in the order of folders",
      "helper.ts: no place in the order of folders",
    ]);
  });

  test("index.ts that is imported from below the command", () => {
    const top = { ...folders, "index.ts": 'export { a } from "./base/index.ts";' };
    expect(importProblems({ ...top, "run/a.ts": 'import { a } from "../index.ts";' })).toEqual([
      "run/a.ts imports index.ts, which runs back against the order of folders",
    ]);
    expect(importProblems({ ...top, "test-runner/a.ts": 'const own = import("../index.ts");' })).toEqual([]);
  });

  test("testing that reaches beyond models, or that something but the command imports", () => {
    const testing = { ...folders, "model/index.ts": "", "agent/index.ts": "", "testing/index.ts": "" };
    expect(importProblems({ ...testing, "testing/a.ts": 'import { a } from "../model/index.ts";' })).toEqual([]);
    expect(importProblems({ ...testing, "testing/a.ts": 'import { a } from "../agent/index.ts";' })).toEqual([
      "testing/a.ts imports agent/index.ts, which runs back against the order of folders",
    ]);
    expect(importProblems({ ...testing, "run/a.ts": 'import { a } from "../testing/index.ts";' })).toEqual([
      "run/a.ts imports testing/index.ts, which runs back against the order of folders",
    ]);
    expect(importProblems({ ...testing, "test-runner/a.ts": 'import { a } from "../testing/index.ts";' })).toEqual([]);
  });
});
