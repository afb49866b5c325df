import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openProject } from "./config.ts";
import { findSuites } from "./find-suites.ts";
import { folderOf, problemsOf } from "./temporary-project.test-helper.ts";

/** Names relative to the folder. */
async function found(folder: string, paths: string[], limit?: number) {
  const files = await findSuites(await openProject(folder, async () => ({})), paths, folder, limit);
  return files.map((file) => file.replace(`${folder}/`, ""));
}

describe("a search through a folder", () => {
  test("finds every ending that code may have, and nothing else", async () => {
    const endings = ["ts", "mts", "cts", "tsx", "js", "mjs", "cjs", "jsx", "md", "ts.bak", "json"];
    const folder = folderOf(Object.fromEntries(endings.map((ending) => [`x.eval.${ending}`, ""])));
    expect((await found(folder, ["."])).sort()).toEqual(
      ["cjs", "cts", "js", "jsx", "mjs", "mts", "ts", "tsx"].map((ending) => `x.eval.${ending}`),
    );
  });

  test("leaves out packages, what was built, hidden folders and links to folders", async () => {
    const folder = folderOf({
      "a/x.eval.ts": "",
      "node_modules/pack/x.eval.ts": "",
      "a/node_modules/pack/x.eval.ts": "",
      "dist/x.eval.ts": "",
      ".cache/x.eval.ts": "",
      "a/.git/x.eval.ts": "",
    });
    symlinkSync("..", join(folder, "a/up"));
    symlinkSync("a", join(folder, "b"));
    expect(await found(folder, ["."])).toEqual(["a/x.eval.ts"]);
    expect(await found(folder, [])).toEqual(["a/x.eval.ts"]);
  });

  test("takes a hidden folder that is named", async () => {
    const folder = folderOf({
      ".evals/x.eval.ts": "",
      "viva.config.mjs": `export default { suites: [".evals/*.eval.ts"] };`,
    });
    expect(await found(folder, [])).toEqual([".evals/x.eval.ts"]);
    expect(await found(folder, [".evals"])).toEqual([".evals/x.eval.ts"]);
  });
});

test("every glob of a config has to match a suite", async () => {
  const folder = folderOf({
    "evals/x.eval.ts": "",
    "viva.config.mjs": `export default { suites: ["evals/*.eval.ts", "moved/*.eval.ts", "evals/y.eval.ts"] };`,
  });
  const remedy = "Correct it, or remove it: suites that were there are not played.";
  expect(await problemsOf(found(folder, []))).toMatchObject([
    { message: "no suite matches moved/*.eval.ts", remedy },
    { message: "no suite matches evals/y.eval.ts", remedy },
  ]);
  expect(await found(folder, ["evals"])).toEqual(["evals/x.eval.ts"]);
});

describe("a search without end", () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`d${index % 5}/${index}.txt`, ""]));

  test("is given up, with what to do instead", async () => {
    const folder = folderOf({ ...files, "d4/x.eval.ts": "" });
    for (const paths of [["."], []]) {
      expect(await problemsOf(found(folder, paths, 20))).toEqual([
        {
          message: `more than 20 files and folders in ${folder}: the search for suites was given up`,
          remedy: "Name the suites' files, or a smaller folder; a viva.config.ts can say where suites are.",
        },
      ]);
    }
  });

  test("each file and folder counts once, and packages count for one", async () => {
    const packages = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`node_modules/p/${index}.js`, ""]));
    const folder = folderOf({ ...files, ...packages, "d4/x.eval.ts": "" });
    expect(await found(folder, ["."], 37)).toEqual(["d4/x.eval.ts"]);
    expect(await problemsOf(found(folder, ["."], 36))).toHaveLength(1);
  });

  test("a smaller folder, or a config that says where suites are, is searched", async () => {
    const folder = folderOf({ ...files, "evals/x.eval.ts": "" });
    expect(await found(folder, ["evals"], 20)).toEqual(["evals/x.eval.ts"]);
    const configured = folderOf({
      ...files,
      "evals/x.eval.ts": "",
      "viva.config.mjs": `export default { suites: ["evals/*.eval.ts"] };`,
    });
    expect(await found(configured, [], 20)).toEqual(["evals/x.eval.ts"]);
  });
});
