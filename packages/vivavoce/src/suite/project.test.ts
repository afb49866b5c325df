import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openProject } from "./config.ts";
import { loadSuites } from "./load-suites.ts";
import { folderOf, loadAll, ownModules, problemsOf, suiteSource } from "./temporary-project.test-helper.ts";

const names = (suites: Awaited<ReturnType<typeof loadAll>>) => suites.map(({ suite }) => suite.name);
const configOf = (config: object) =>
  `import { defineConfig } from "vivavoce";\nexport default defineConfig(${JSON.stringify(config)});`;

describe("the project", () => {
  test("is the folder of the nearest config, from wherever one stands", async () => {
    const folder = folderOf({
      "viva.config.ts": configOf({ threshold: 0.7 }),
      "evals/viva.config.mjs": "export default { threshold: 0.9 };",
      "evals/deep/note.md": "",
      "other/note.md": "",
    });
    const rootOf = async (from: string) => {
      const { root, config, configFile } = await openProject(join(folder, from), ownModules);
      return [root.replace(folder, ""), config.threshold, configFile?.replace(folder, "")];
    };
    expect(await rootOf("other")).toEqual(["", 0.7, "/viva.config.ts"]);
    expect(await rootOf("evals/deep")).toEqual(["/evals", 0.9, "/evals/viva.config.mjs"]);
  });

  test("without a config is the folder one stands in, with the defaults", async () => {
    const folder = folderOf({ "note.md": "" });
    const project = await openProject(folder, async () => ({}));
    expect(project).toMatchObject({ root: folder, configFile: undefined, config: { suites: ["**/*.eval.ts"] } });
  });

  test("a config that is wrong is refused with its file, whether or not it goes through defineConfig()", async () => {
    const message = expect.stringMatching(/^config: threshold: /);
    const written = folderOf({ "viva.config.ts": "export default { threshold: 7 };" });
    const remedy = "Write it like this: threshold: 0.7, from 0 to 1.";
    expect(await problemsOf(openProject(written, ownModules))).toEqual([
      { message, place: { file: join(written, "viva.config.ts"), line: 1, column: 18 }, remedy },
    ]);
    const defined = folderOf({ "viva.config.ts": configOf({ threshold: 7 }) });
    expect(await problemsOf(openProject(defined, ownModules))).toEqual([
      { message, place: { file: join(defined, "viva.config.ts"), line: 2 }, remedy },
    ]);
  });

  test("a config that is a pipe or a folder is refused at once", async () => {
    const [piped, nested] = [folderOf({}), folderOf({ "viva.config.ts/note.md": "" })];
    execFileSync("mkfifo", [join(piped, "viva.config.ts")]);
    expect(await problemsOf(openProject(piped, async () => ({})))).toMatchObject([
      { message: "this is a named pipe, not a regular file", place: { file: join(piped, "viva.config.ts") } },
    ]);
    expect(await problemsOf(openProject(nested, async () => ({})))).toMatchObject([
      { message: "this is a folder, not a regular file" },
    ]);
  });

  test("paths of an alias are relative to the config, other names stay", async () => {
    const aliasOf = async (alias?: object) => {
      const folder = folderOf({ "viva.config.ts": configOf({ alias }), "sub/note.md": "" });
      return { folder, alias: (await openProject(join(folder, "sub"), ownModules)).load.alias };
    };
    const { folder, alias } = await aliasOf({ a: "./a.ts", b: "../b.ts", c: "other-package", d: "/d.ts" });
    expect(alias).toEqual({ a: join(folder, "a.ts"), b: join(folder, "../b.ts"), c: "other-package", d: "/d.ts" });
    expect((await aliasOf()).alias).toEqual({});
  });

  test("an alias of the config reaches the suites", async () => {
    const folder = folderOf({
      "viva.config.ts": configOf({ alias: { obsidian: "./stand-ins/obsidian.ts" } }),
      "stand-ins/obsidian.ts": 'export const host = "stand-in";',
      "evals/a.eval.ts": suiteSource("a", { imports: 'import { host } from "obsidian";', agentName: "host" }),
    });
    const [loaded] = await loadAll(folder);
    expect(typeof loaded?.suite.agent === "function" && loaded.suite.agent({}).name).toBe("stand-in");
  });
});

describe("which suites are loaded", () => {
  const files = {
    "viva.config.ts": configOf({ suites: ["evals/**/*.eval.ts", "evals/b.eval.ts"] }),
    "evals/b.eval.ts": suiteSource("b"),
    "evals/a.eval.ts": suiteSource("a"),
    "evals/deep/c.eval.ts": suiteSource("c"),
    "evals/node_modules/pack/d.eval.ts": "throw new Error('not ours');",
    "evals/dist/e.eval.ts": "throw new Error('not ours');",
    "other/f.eval.mts": suiteSource("f"),
    "other/helper.ts": "throw new Error('no suite');",
  };

  test("those that the config names, each once, in the order of their paths; nothing built, nothing installed", async () => {
    expect(names(await loadAll(folderOf(files)))).toEqual(["a", "b", "c"]);
  });

  test("a file, a folder, or several of them, each suite once", async () => {
    const folder = folderOf(files);
    expect(names(await loadAll(folder, "evals/b.eval.ts"))).toEqual(["b"]);
    expect(names(await loadAll(folder, "other"))).toEqual(["f"]);
    expect(names(await loadAll(folder, "other", "evals/deep", "./evals/deep/c.eval.ts"))).toEqual(["f", "c"]);
  });

  test("paths are relative to where one stands, and need no config", async () => {
    const folder = folderOf({ "sub/a.eval.ts": suiteSource("a") });
    const project = await openProject(folder, ownModules);
    expect(names(await loadSuites(project, ["a.eval.ts"], join(folder, "sub")))).toEqual(["a"]);
    expect(names(await loadSuites(project, [], join(folder, "sub")))).toEqual(["a"]);
  });

  test("a loaded suite knows its file, its folder and its modules", async () => {
    const folder = folderOf({
      "evals/a.eval.ts": suiteSource("a", { imports: 'import { name } from "../name";', agentName: "name" }),
      "name.ts": 'export const name = "n";',
    });
    expect(await loadAll(folder)).toMatchObject([
      {
        file: join(folder, "evals/a.eval.ts"),
        folder: join(folder, "evals"),
        modules: [join(folder, "evals/a.eval.ts"), join(folder, "name.ts")],
      },
    ]);
  });
});

describe("what is refused", () => {
  test("nothing found: where was looked, and for what", async () => {
    const bare = folderOf({ "note.md": "" });
    expect(await problemsOf(loadAll(bare))).toEqual([
      {
        message: `no suite found in ${bare}`,
        remedy:
          "`npx viva init` writes a first one. If there is one elsewhere, give its path, or name it in a viva.config.ts.",
      },
    ]);
    const configured = folderOf({ "viva.config.ts": configOf({ suites: ["evals/*.eval.ts", "*.exam.ts"] }) });
    expect(await problemsOf(loadAll(configured))).toEqual([
      {
        message: `no suite found in ${configured}`,
        remedy: `${join(configured, "viva.config.ts")} looks for evals/*.eval.ts, *.exam.ts.`,
      },
    ]);
  });

  test("every path at which there is nothing, at once", async () => {
    const folder = folderOf({ "empty/note.md": "", "a.eval.ts": suiteSource("a") });
    const remedy = "Give a suite's name, its file, or a folder that holds one.";
    expect(
      await problemsOf(loadAll(folder, "missing.eval.ts", "a.eval.ts", "b/nothing-like-it.mts", "nowhere")),
    ).toEqual([
      { message: "missing.eval.ts does not exist", remedy },
      { message: "b/nothing-like-it.mts does not exist", remedy },
      { message: "there is no suite nowhere, and no such path", remedy },
    ]);
    expect(await problemsOf(loadAll(folder, "a.eval.ts", "empty"))).toEqual([
      { message: "no *.eval.ts in empty", remedy: "Give a suite's file, or a folder that holds one." },
    ]);
  });

  test("a suite is found by its name, without the code of others, and a path wins over a name", async () => {
    const folder = folderOf({
      "a.eval.ts": suiteSource("coach"),
      "b.eval.ts": `throw new Error("not me");`,
      "c/x.eval.ts": suiteSource("other"),
      "d.eval.ts": suiteSource("c"),
    });
    const names = async (...paths: string[]) => (await loadAll(folder, ...paths)).map(({ suite }) => suite.name);
    expect(await names("coach")).toEqual(["coach"]);
    expect(await names("c")).toEqual(["other"]);
    expect((await problemsOf(names("coahc")))[0]?.remedy).toBe("Did you mean coach?");
    expect((await problemsOf(names("a.evl.ts")))[0]?.remedy).toBe("Did you mean a.eval.ts?");
  });

  test.each([
    ["is an object", "\n  export default { name: 'a' };", "the default export is an object, not a suite", 2, 3],
    [
      "is a definition",
      "export default { name: 'a', cases: [], agent: {}, metrics: [] };",
      "the default export is an object that did not go through suite(), not a suite",
      1,
      1,
    ],
    ["is a function", "const a = 1;\nexport default () => a;", "the default export is a function, not a suite", 2, 1],
    ["is a list", "export default [1];", "the default export is a list, not a suite", 1, 1],
    ["is nothing", "export default undefined;", "the default export is ", 1, 1],
    ["is not there", "export const a = 1;", "the file has no default export, so it has no suite", undefined, undefined],
    ["is CommonJS", "\nmodule.exports = 5;", "the default export is a number, not a suite", 2, 1],
  ])("a default export that %s", async (_name, source, message, line, column) => {
    const folder = folderOf({ "a.eval.cts": source });
    expect(await problemsOf(loadAll(folder, "a.eval.cts"))).toEqual([
      {
        message: expect.stringContaining(message),
        place: { file: join(folder, "a.eval.cts"), ...(line === undefined ? {} : { line, column }) },
        remedy: "Write `export default suite({ … })`, with suite from vivavoce.",
      },
    ]);
  });

  test("a default export that has to be waited for", async () => {
    const folder = folderOf({ "a.eval.ts": "export default Promise.resolve(5);" });
    expect(await problemsOf(loadAll(folder))).toMatchObject([
      { message: "the default export is a promise, not a suite", remedy: "Await it: `export default await …`." },
    ]);
  });

  test("a config with an empty list of suites: that it is empty, where, and what to put there", async () => {
    const folder = folderOf({
      "viva.config.ts": "export default {\n  suites: [],\n};\n",
      "a.eval.ts": suiteSource("a"),
    });
    expect(await problemsOf(loadAll(folder))).toEqual([
      {
        message: "the list of suites is empty, so there is nothing to load",
        place: { file: join(folder, "viva.config.ts"), line: 2, column: 3 },
        remedy: expect.stringContaining('suites: ["evals/**/*.eval.ts"]'),
      },
    ]);
    expect(names(await loadAll(folder, "a.eval.ts"))).toEqual(["a"]);
  });

  test("a link that leads nowhere, or in a circle, in place of a suite", async () => {
    const folder = folderOf({ "a.eval.ts": suiteSource("a") });
    symlinkSync("gone.eval.ts", join(folder, "b.eval.ts"));
    symlinkSync("c.eval.ts", join(folder, "c.eval.ts"));
    const message = expect.stringContaining("a link that leads nowhere");
    expect(await problemsOf(loadAll(folder))).toMatchObject([
      { message, place: { file: join(folder, "b.eval.ts") } },
      { message, place: { file: join(folder, "c.eval.ts") } },
    ]);
  });

  test("a pipe or a folder in place of a suite, without waiting for it to end", async () => {
    const folder = folderOf({ "a.eval.ts/b.md": "", "d/note.md": "" });
    execFileSync("mkfifo", [join(folder, "b.eval.ts")]);
    symlinkSync("d", join(folder, "c.eval.ts"));
    const message = "it has a suite's name, but is not a regular file";
    expect(await problemsOf(loadAll(folder))).toMatchObject([
      { message, place: { file: join(folder, "b.eval.ts") } },
      { message, place: { file: join(folder, "c.eval.ts") } },
    ]);
    expect(await problemsOf(loadAll(folder, "b.eval.ts"))).toMatchObject([{ message }]);
  });

  test("two suites of one name, with both files", async () => {
    const folder = folderOf({ "a.eval.ts": suiteSource("same"), "b.eval.ts": suiteSource("same") });
    expect(await problemsOf(loadAll(folder))).toEqual([
      {
        message: "two suites are called same",
        place: { file: join(folder, "b.eval.ts") },
        remedy: `The other is ${join(folder, "a.eval.ts")}.`,
      },
    ]);
  });

  test("what is wrong with several suites is said at once", async () => {
    const folder = folderOf({
      "a.eval.ts": "const a = = 1;",
      "b.eval.ts": suiteSource("b"),
      "c.eval.ts": suiteSource("not one word"),
      "d.eval.ts": 'import "./missing";',
    });
    const problems = await problemsOf(loadAll(folder));
    expect(problems.map(({ place }) => place?.file.replace(`${folder}/`, ""))).toEqual([
      "a.eval.ts",
      "c.eval.ts",
      "d.eval.ts",
    ]);
  });
});
