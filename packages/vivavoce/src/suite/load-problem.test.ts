import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadModule } from "./module-loader.ts";
import { folderOf, ownModules, problemsOf } from "./temporary-project.test-helper.ts";

/** What is wrong with main.eval.ts among other files; places are relative to the folder. */
async function problemOf(source: string, files: Record<string, string> = {}) {
  const folder = folderOf({ ...files, "main.eval.ts": source });
  const problems = await problemsOf(loadModule(join(folder, "main.eval.ts"), { own: ownModules }));
  const relative = (text: string | undefined) => text?.replaceAll(`${folder}/`, "");
  return problems.map(({ message, place, remedy }) => ({
    message: relative(message),
    place: place && { ...place, file: relative(place.file) },
    ...(remedy === undefined ? {} : { remedy }),
  }));
}

const mend = "Fix it there: the file can be read up to that place.";
const thrown = "The file threw this while it was loaded: fix that line, or what it calls.";

describe("a file that is not code", () => {
  test("says file, line and column", async () => {
    expect(await problemOf("const a = 1;\n\nconst b = = 2;\nexport default b;")).toEqual([
      {
        message: "syntax error: Unexpected token",
        place: { file: "main.eval.ts", line: 3, column: 11 },
        remedy: mend,
      },
    ]);
  });

  test("says so of the file that is wrong, not of the one that imports it", async () => {
    const files = { "my helpers/broken.ts": "export const a = 1;\nexport const b = ];\n" };
    expect(await problemOf('import "./my helpers/broken";\nexport default 1;', files)).toEqual([
      {
        message: "syntax error: Unexpected token (while loading main.eval.ts)",
        place: { file: "my helpers/broken.ts", line: 2, column: 18 },
        remedy: mend,
      },
    ]);
  });

  test("or of a file that is not JSON", async () => {
    const files = { "data.json": '{\n  "a": 1,\n  oops\n}\n' };
    expect(await problemOf('import data from "./data.json";\nexport default data;', files)).toEqual([
      {
        message: "not valid JSON: Expected double-quoted property name (while loading main.eval.ts)",
        place: { file: "data.json", line: 3, column: 3 },
        remedy: mend,
      },
    ]);
  });
});

describe("a file that throws", () => {
  test("is named with the line of its own code, whatever stands above it", async () => {
    const source = `import { helper } from "./helper";

interface Shape {
  corners: number;
}
enum Colour { Red }
class Point { constructor(readonly x: number) {} }

helper(Colour.Red, new Point(1) as unknown as Shape);
throw new Error("cannot read cases/a.json: no such file");
`;
    const files = { "helper.ts": "export function helper(...given: unknown[]) { return given; }" };
    expect(await problemOf(source, files)).toEqual([
      { message: "cannot read cases/a.json: no such file", place: { file: "main.eval.ts", line: 10 }, remedy: thrown },
    ]);
  });

  test("is the one that threw, not the one that was loaded", async () => {
    const files = { "helper.ts": "export const a: number = 1;\n\nthrow new TypeError('from the helper');" };
    expect(await problemOf('import { a } from "./helper";\nexport default a;', files)).toEqual([
      {
        message: "from the helper (while loading main.eval.ts)",
        place: { file: "helper.ts", line: 3 },
        remedy: thrown,
      },
    ]);
  });

  test("inside a package is named with the line that used the package", async () => {
    const files = {
      "node_modules/pack/package.json": '{ "name": "pack", "main": "index.js" }',
      "node_modules/pack/index.js": "exports.run = () => { throw new Error('wrong host'); };",
    };
    expect(await problemOf('import { run } from "pack";\n\nrun();\nexport default 1;', files)).toEqual([
      { message: "wrong host", place: { file: "main.eval.ts", line: 3 }, remedy: thrown },
    ]);
  });

  test("for want of a key: how to set it, and that a replay needs none", async () => {
    const source = 'throw new Error("Missing credentials. Set the `DESK_API_KEY` environment variable.");';
    const [problem] = await problemOf(source);
    expect(problem?.remedy).toContain("DESK_API_KEY=none npx viva run --replay");
  });

  test("in a folder called dist or (draft) is found too", async () => {
    const files = { "dist (draft)/helper.ts": "\nthrow new Error('here');" };
    expect(await problemOf('import "./dist (draft)/helper";', files)).toEqual([
      {
        message: "here (while loading main.eval.ts)",
        place: { file: "dist (draft)/helper.ts", line: 2 },
        remedy: thrown,
      },
    ]);
  });

  test("something that is not an error is at least named with its file", async () => {
    expect(await problemOf('throw "just a string";')).toEqual([
      { message: "just a string", place: { file: "main.eval.ts" }, remedy: thrown },
    ]);
  });

  test("by asking Viva for something it refuses: every problem, at the line that asked", async () => {
    const source = 'import { suite } from "vivavoce";\n\nexport default suite({ name: "a b", metrics: [] } as never);';
    const problems = await problemOf(source);
    expect(problems.length).toBeGreaterThan(2);
    for (const { message, place } of problems) {
      expect(message).toMatch(/^suite a b: /);
      expect(place).toEqual({ file: "main.eval.ts", line: 3 });
    }
  });
});

describe("a module that cannot be found", () => {
  test("a file: where it is imported, and to check the path", async () => {
    expect(await problemOf('// ./missing is needed\nimport { a } from "./missing";\nexport default a;')).toEqual([
      {
        message: "cannot find ./missing",
        place: { file: "main.eval.ts", line: 2, column: 19 },
        remedy: "Check the path.",
      },
    ]);
  });

  test("a package: to install it, or to stand something in for it", async () => {
    expect(await problemOf('import { Plugin } from "obsidian";\nexport default Plugin;')).toEqual([
      {
        message: "cannot find obsidian",
        place: { file: "main.eval.ts", line: 1, column: 24 },
        remedy:
          'Install obsidian, or, if it only runs inside another program, replace it with `alias: { "obsidian": "./stand-in.ts" }` in viva.config.ts.',
      },
    ]);
  });

  test("a part of a package is installed with the package", async () => {
    const [problem] = await problemOf("import a from '@scope/pack/deep/part';\nexport default a;");
    expect(problem?.remedy).toMatch(/^Install @scope\/pack, or.*"@scope\/pack\/deep\/part": /);
  });

  test("from a file further down: the place is there", async () => {
    const files = { "lib/helper.ts": "\nexport { a } from 'not-there';" };
    expect(await problemOf('import { a } from "./lib/helper";\nexport default a;', files)).toMatchObject([
      {
        message: "cannot find not-there (while loading main.eval.ts)",
        place: { file: "lib/helper.ts", line: 2, column: 19 },
      },
    ]);
  });

  test("from inside a package: which one, and where that is used", async () => {
    const files = {
      "node_modules/pack/package.json": '{ "name": "pack", "main": "index.js" }',
      "node_modules/pack/index.js": 'require("not-there");',
    };
    expect(await problemOf('\nimport "pack";\nexport default 1;', files)).toMatchObject([
      {
        message: "cannot find not-there, which node_modules/pack/index.js needs",
        place: { file: "main.eval.ts", line: 2 },
      },
    ]);
  });

  test("an entry that vivavoce does not have: those it has", async () => {
    const [problem] = await problemOf('import { toolUse } from "vivavoce/metric";\nexport default toolUse;');
    expect(problem).toMatchObject({
      message: "cannot find vivavoce/metric",
      remedy: "Did you mean vivavoce/metrics? There is vivavoce, vivavoce/metrics.",
    });
  });

  test("an entry that an installed package does not have: where it is imported", async () => {
    const files = {
      "node_modules/pack/package.json": '{ "name": "pack", "exports": { ".": "./index.js" } }',
      "node_modules/pack/index.js": "",
    };
    expect(await problemOf('\nimport "pack/deep";\nexport default 1;', files)).toMatchObject([
      { message: "cannot find pack/deep", place: { file: "main.eval.ts", line: 2 } },
    ]);
  });

  test("a name that vivavoce does not export: the line that calls it, and the name that was meant", async () => {
    expect(await problemOf('import { suit } from "vivavoce";\n\nexport default suit({});')).toEqual([
      {
        message: "suit is imported, but was not a function when it was called",
        place: { file: "main.eval.ts", line: 3 },
        remedy: "Did you mean suite?",
      },
    ]);
  });
});
