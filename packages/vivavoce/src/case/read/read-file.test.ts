import { symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFiles } from "../fixtures/temporary-files.ts";
import type { ReadItem } from "./raw-case.ts";
import { formatOf, readCaseFile } from "./read-file.ts";

async function readAll(path: string): Promise<ReadItem[]> {
  const items: ReadItem[] = [];
  for await (const item of readCaseFile(path)) items.push(item);
  return items;
}

async function read(name: string, content: string | Uint8Array) {
  const directory = await temporaryFiles({ [name]: content });
  return (await readAll(join(directory, name))).map((item) => {
    if (item.kind === "case") return { value: item.value, at: item.source?.start, flaws: item.flaws };
    return item.kind === "remark" ? item.flaw : { flaws: item.flaws };
  });
}

describe("formats", () => {
  test.each([
    ["a.json", "json"],
    ["a.JSON", "json"],
    ["a.jsonl", "json lines"],
    ["a.ndjson", "json lines"],
    ["a.yaml", "yaml"],
    ["a.yml", "yaml"],
    ["a.txt", undefined],
    ["json", undefined],
  ])("%s is %s", (name, format) => expect(formatOf(name)).toBe(format));

  test("another ending is refused with the ones that can be read", async () => {
    expect(await read("README.md", "# cases")).toMatchObject([
      { flaws: [{ message: "a .md file holds no cases", remedy: expect.stringContaining(".jsonl") }] },
    ]);
    expect(await read("LICENSE", "MIT")).toMatchObject([
      { flaws: [{ message: "a file without an ending holds no cases" }] },
    ]);
  });
});

describe("files without a case", () => {
  test.each([
    ["a.json", ""],
    ["a.json", " \n"],
    ["a.json", "[]"],
    ["a.json", "\ufeff"],
    ["a.jsonl", ""],
    ["a.jsonl", "\n\n \r\n"],
    ["a.jsonl", "\ufeff\n"],
    ["a.yaml", ""],
    ["a.yaml", "# nothing yet\n"],
    ["a.yaml", "---\n---\n"],
    ["a.yaml", "[]"],
  ])("%s holding %j", async (name, content) => {
    expect(await read(name, content)).toMatchObject([{ flaws: [{ message: "there is no case in this file" }] }]);
  });
});

describe("files that cannot be read", () => {
  test("one that is gone", async () => {
    const directory = await temporaryFiles({});
    expect(await readAll(join(directory, "gone.json"))).toMatchObject([
      { kind: "unreadable", flaws: [{ message: expect.stringMatching(/^cannot be read: .*ENOENT/) }] },
    ]);
  });

  test.each(["a.json", "a.jsonl", "a.yaml"])("a directory called %s", async (name) => {
    const directory = await temporaryFiles({ [`${name}/x`]: "" });
    expect(await readAll(join(directory, name))).toMatchObject([
      {
        kind: "unreadable",
        flaws: [{ message: expect.stringMatching(/^cannot be read: this is a folder, not a regular file$/) }],
      },
    ]);
  });

  test("a link that leads to itself", async () => {
    const directory = await temporaryFiles({});
    const path = join(directory, "a.jsonl");
    await symlink(path, path);
    expect(await readAll(path)).toMatchObject([
      { flaws: [{ message: expect.stringMatching(/^cannot be read: .*ELOOP/) }] },
    ]);
  });

  test.each(["big.json", "big.yaml"])("%s of more than 64 MB is not read at all", async (name) => {
    const directory = await temporaryFiles({});
    const path = join(directory, name);
    await writeFile(path, "");
    await truncate(path, 64 * 1024 * 1024 + 1);
    expect(await readAll(path)).toMatchObject([
      { flaws: [{ message: expect.stringContaining("larger than 64 MB"), remedy: expect.stringContaining(".jsonl") }] },
    ]);
  });
});

describe("a byte order mark", () => {
  test.each([
    ["a.json", '\ufeff{"id": 1}'],
    ["a.jsonl", '\ufeff{"id": 1}\n'],
    ["a.yaml", "\ufeffid: 1\n"],
  ])("at the start of %s is skipped and shifts nothing", async (name, content) => {
    expect(await read(name, content)).toMatchObject([{ value: { id: 1 }, at: { line: 1, column: 1 }, flaws: [] }]);
  });

  test("in the middle of a file is an error", async () => {
    expect(await read("a.jsonl", '{"id": 1}\n\ufeff{"id": 2}\n')).toMatchObject([
      { value: { id: 1 } },
      { flaws: [{ message: expect.stringContaining("an invisible character"), position: { line: 2, column: 1 } }] },
    ]);
  });
});

describe("bytes that are not text", () => {
  test.each([
    ["a.json", '[\n {"id": "a\0"}]', 2, 11],
    ["a.jsonl", '{"id": 1}\n{"id": "a\0"}\n', 2, 10],
    ["a.yaml", "id: a\nb: \0\n", 2, 4],
  ])("a NUL in %s is refused where it stands", async (name, content, line, column) => {
    const items = await read(name, content);
    expect(items.at(-1)).toMatchObject({ flaws: [{ message: "a NUL byte", position: { line, column } }] });
  });

  test.each(["a.json", "a.jsonl", "a.yaml"])(
    "a byte that is not UTF-8 in %s is refused where it stands",
    async (name) => {
      const content = Buffer.concat([Buffer.from('\n{"é": "'), Buffer.from([0xe9]), Buffer.from('"}\n')]);
      expect(await read(name, content)).toMatchObject([
        { flaws: [{ message: "a byte that is not UTF-8", position: { line: 2, column: 8 } }] },
      ]);
    },
  );
});
