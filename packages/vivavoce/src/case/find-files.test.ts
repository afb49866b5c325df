import { execFileSync } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findFiles } from "./find-files.ts";
import { temporaryFiles } from "./fixtures/temporary-files.ts";

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

  test("a directory is not a file, a link to a file is one", async () => {
    const base = await temporaryFiles(tree);
    await symlink(join(base, "other/d.jsonl"), join(base, "linked.jsonl"));
    expect((await findFiles(["*"], base)).files).toEqual(["linked.jsonl"]);
  });

  test("links that lead nowhere or in a circle are problems, wherever they stand and once", async () => {
    const base = await temporaryFiles(tree);
    await symlink("gone.json", join(base, "cases/dangling.json"));
    await symlink("self.json", join(base, "cases/self.json"));
    await symlink("there.json", join(base, "cases/here.json"));
    await symlink("here.json", join(base, "cases/there.json"));
    const { files, problems } = await findFiles(["cases/*.json", "cases/**/*.json", "cases/self.json"], base);
    expect(files).toHaveLength(4);
    const remedy = "remove the link, or repair its target";
    expect(problems).toEqual([
      {
        message: "a link that leads to nothing readable: gone.json",
        place: { file: "cases/dangling.json" },
        remedy,
      },
      { message: "a link that leads back to itself: there.json", place: { file: "cases/here.json" }, remedy },
      { message: "a link that leads back to itself: self.json", place: { file: "cases/self.json" }, remedy },
      { message: "a link that leads back to itself: here.json", place: { file: "cases/there.json" }, remedy },
    ]);
  });

  test("a pipe is a problem and not waited for; so is a folder with the name of a case file", async () => {
    const base = await temporaryFiles({ ...tree, "cases/folder.yaml/x.json": "" });
    execFileSync("mkfifo", [join(base, "cases/pipe.jsonl")]);
    const { files, problems } = await findFiles(["cases/*"], base);
    expect(files).toEqual(["cases/B.json", "cases/[draft].json", "cases/a.json", "cases/b.json"]);
    expect(problems).toMatchObject([
      {
        message: "a folder with the name of a case file",
        place: { file: "cases/folder.yaml" },
        remedy: "rename the folder",
      },
      { message: "not a regular file, so Viva reads no case from it", place: { file: "cases/pipe.jsonl" } },
    ]);
    expect((await findFiles(["cases/pipe.jsonl"], base)).problems).toHaveLength(1);
  });

  test("links to folders that lead in circles are not followed", async () => {
    const base = await temporaryFiles(tree);
    await symlink("..", join(base, "cases/deep/up"));
    const { files, problems } = await findFiles(["**/*.yaml"], base);
    expect([files, problems]).toEqual([["cases/deep/c.yaml"], []]);
  });

  test("for a folder in place of files, the remedy says how to name the files", async () => {
    const base = await temporaryFiles(tree);
    expect((await findFiles(["./cases/"], base)).problems).toEqual([
      {
        message: "a folder, not a case file",
        place: { file: "./cases/" },
        remedy: 'name the files in it: "./cases/*.json"',
      },
    ]);
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
