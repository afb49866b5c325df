import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFiles } from "../fixtures/temporary-files.ts";
import { findFiles } from "./find-files.ts";

const tree = {
  "cases/b.json": "",
  "cases/a.json": "",
  "cases/B.json": "",
  "cases/deep/c.yaml": "",
  "cases/[draft].json": "",
  "other/d.jsonl": "",
};

describe("finding files", () => {
  test("in the order of their paths, relative to the base directory, with forward slashes", async () => {
    const base = await temporaryFiles(tree);
    const { files, problems } = await findFiles(["cases/**/*.{json,yaml}"], base);
    expect(files).toEqual(["cases/B.json", "cases/[draft].json", "cases/a.json", "cases/b.json", "cases/deep/c.yaml"]);
    expect(problems).toEqual([]);
  });

  test("two globs that match the same file give it once, and the order of globs does not matter", async () => {
    const base = await temporaryFiles(tree);
    const { files } = await findFiles(["other/*", "./cases/a.json", "cases/a*"], base);
    expect(files).toEqual(["cases/a.json", "other/d.jsonl"]);
  });

  test("a name with brackets is taken as it is written", async () => {
    const base = await temporaryFiles(tree);
    expect((await findFiles(["cases/[draft].json"], base)).files).toEqual(["cases/[draft].json"]);
  });

  test("a file above the base directory, and one by its whole path", async () => {
    const base = await temporaryFiles(tree);
    const { files } = await findFiles(["../cases/a.json", join(base, "cases/b.json")], join(base, "other"));
    expect(files).toEqual(["../cases/a.json", "../cases/b.json"]);
    expect((await findFiles(["../cases/deep/*.yaml"], join(base, "other"))).files).toEqual(["../cases/deep/c.yaml"]);
  });

  test("a directory is no file, a link to a file is one", async () => {
    const base = await temporaryFiles(tree);
    await symlink(join(base, "other/d.jsonl"), join(base, "linked.jsonl"));
    expect((await findFiles(["*"], base)).files).toEqual(["linked.jsonl"]);
  });

  test("a glob that matches nothing is a problem of its own, named with the base directory", async () => {
    const base = await temporaryFiles(tree);
    const { files, problems } = await findFiles(["cases/a.json", "case/*.json", "deep"], base);
    expect(files).toEqual(["cases/a.json"]);
    expect(problems).toMatchObject([
      { message: `no file matches in ${base}`, place: { file: "case/*.json" } },
      { place: { file: "deep" } },
    ]);
  });
});
