import { rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { InfrastructureError, InputError } from "../base/index.ts";
import { caseSchema } from "../shape/index.ts";
import { caseList, cases } from "./case-files.ts";
import { caseInput } from "./fixtures/cases.ts";
import { temporaryFiles } from "./fixtures/temporary-files.ts";
import { scanCases } from "./scan-cases.ts";

const list = [caseInput("a"), caseInput("b", { description: "é😀" }), caseInput("c", { world: { x: [1, null] } })];
const contents = {
  "list.json": `\ufeff${JSON.stringify(list, null, 2)}`,
  "lines.jsonl": list.map((one) => JSON.stringify(one)).join("\r\n"),
  "list.yaml": JSON.stringify(list, null, 2),
};
type Name = keyof typeof contents;
const names = Object.keys(contents) as Name[];

async function setOf(name: Name, keptCharacters = 0) {
  const directory = await temporaryFiles({ [name]: contents[name] });
  return {
    path: join(directory, name),
    set: await scanCases(cases(name), { baseDirectory: directory, keptCharacters }),
  };
}

describe.each(names)("a case of %s that is kept", (name) => {
  test("is the finished case, and remains it whatever happens to its file or to an earlier copy", async () => {
    const { path, set } = await setOf(name, 1_000_000);
    await rm(path);
    for (const [index, given] of [...list.entries(), ...list.entries()]) {
      const read = await set.read(index);
      expect(read).toEqual(caseSchema.parse(given));
      read.tags.push("changed");
    }
  });

  test("is among the first; those for which there is no room are read again", async () => {
    const { path, set } = await setOf(name, JSON.stringify(caseSchema.parse(list[0])).length + 20);
    await rm(path);
    expect(await set.read(0)).toMatchObject({ id: "a" });
    await expect(set.read(1)).rejects.toThrow(/changed during the run/);
  });
});

describe.each(names)("reading a case of %s again", (name) => {
  test("gives the finished case, in any order, many at once", async () => {
    const { set } = await setOf(name);
    const read = await Promise.all([2, 0, 1, 0].map((index) => set.read(index)));
    expect(read).toEqual([list[2], list[0], list[1], list[0]].map((one) => caseSchema.parse(one)));
  });

  test("refuses it when it was changed, and names it", async () => {
    const { path, set } = await setOf(name);
    await writeFile(path, contents[name].replaceAll("é😀", "è😀"));
    expect(await set.read(0)).toMatchObject({ id: "a" });
    const error = await Promise.resolve(set.read(1)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({
      problems: [{ message: expect.stringContaining("changed during the run"), place: { file: name, caseId: "b" } }],
    });
  });

  test.each([
    ["emptied", (path: string) => truncate(path)],
    ["removed", (path: string) => rm(path)],
    ["filled with something else", (path: string) => writeFile(path, "{{{{")],
    ["filled with other cases", (path: string) => writeFile(path, JSON.stringify([caseInput("x")]))],
  ])("refuses it when its file was %s", async (_, change) => {
    const { path, set } = await setOf(name);
    await change(path);
    await expect(set.read(1)).rejects.toThrow(/changed during the run/);
  });
});

describe("reading cases again", () => {
  test("a case given in code that was changed since is refused", async () => {
    const mine = [caseInput("a", { tags: ["x"] })];
    const set = await scanCases(caseList(mine), { baseDirectory: ".", keptCharacters: 0 });
    mine[0]?.tags?.push("y");
    await expect(set.read(0)).rejects.toThrow(/changed during the run/);
  });

  test("a schema that gives another case each time is found out", async () => {
    let count = 0;
    const schema = z.object({ id: z.string() }).transform(({ id }) => ({ id, script: [{ content: `${count++}` }] }));
    const directory = await temporaryFiles({ "a.json": '{"id": "a"}' });
    const set = await scanCases(cases("a.json", schema), { baseDirectory: directory });
    await expect(set.read(0)).rejects.toThrow(/a schema must give the same case every time/);
  });

  test("a file that moved its cases but kept them is still the same cases in YAML, and not in JSON", async () => {
    const yaml = await setOf("list.yaml");
    await writeFile(yaml.path, `\n\n${contents["list.yaml"]}`);
    await expect(yaml.set.read(1)).resolves.toMatchObject({ id: "b" });
    const json = await setOf("list.json");
    await writeFile(json.path, `\n\n${contents["list.json"]}`);
    await expect(json.set.read(1)).rejects.toThrow(/changed during the run/);
  });

  test("a file that cannot be opened for another reason is an outage, not a change", async () => {
    const { path, set } = await setOf("lines.jsonl");
    await rm(path);
    await symlink(path, path);
    await expect(set.read(1)).rejects.toThrow(InfrastructureError);
  });

  test("a YAML file is read once for all of its cases in a row", async () => {
    const { path, set } = await setOf("list.yaml");
    await set.read(0);
    await rm(path);
    await expect(set.read(1)).resolves.toMatchObject({ id: "b" });
  });

  test("of YAML files only the last one is kept", async () => {
    const one = (id: string) => JSON.stringify([caseInput(id), caseInput(`${id}2`)]);
    const directory = await temporaryFiles({ "a.yaml": one("a"), "b.yaml": one("b") });
    const set = await scanCases(cases("*.yaml"), { baseDirectory: directory, keptCharacters: 0 });
    await set.read(0);
    await set.read(2);
    await rm(join(directory, "a.yaml"));
    await expect(set.read(3)).resolves.toMatchObject({ id: "b2" });
    await expect(set.read(1)).rejects.toThrow(/changed during the run/);
  });
});
