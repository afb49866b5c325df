import { describe, expect, test } from "vitest";
import { temporaryFiles } from "../fixtures/temporary-files.ts";
import type { ReadItem } from "./raw-case.ts";
import { readJsonLines } from "./read-json.ts";

async function read(content: string | Uint8Array): Promise<ReadItem[]> {
  const directory = await temporaryFiles({ "a.jsonl": content });
  const items: ReadItem[] = [];
  for await (const item of readJsonLines(`${directory}/a.jsonl`)) items.push(item);
  return items;
}

describe("a file with one case a line", () => {
  test("blank lines are skipped, lines are counted, CRLF is fine", async () => {
    const text = '{"id": "a"}\r\n\r\n  {"id": "é"} \r\n   \n{"id": "c"}';
    const items = await read(text);
    expect(items).toMatchObject([
      { kind: "case", value: { id: "a" }, offset: 0, source: { start: { line: 1, column: 1 } } },
      { kind: "case", value: { id: "é" }, source: { start: { line: 3, column: 3 } } },
      { kind: "case", value: { id: "c" }, source: { start: { line: 5, column: 1 } } },
    ]);
    for (const item of items) {
      if (item.kind !== "case") throw new Error("no case");
      const slice = Buffer.from(text).toString("utf8", item.offset, item.offset + item.length);
      expect(JSON.parse(slice)).toEqual(item.value);
    }
  });

  test("after a byte order mark the bytes still fit", async () => {
    expect(await read('\ufeff{"id": "a"}\n')).toMatchObject([{ value: { id: "a" }, offset: 3, length: 11 }]);
  });

  test("a broken line is one problem, and the others are read", async () => {
    expect(await read('{"id": "a"}\n{"id": \n{"id": "c"}\n')).toMatchObject([
      { kind: "case" },
      { kind: "unreadable", flaws: [{ position: { line: 2, column: 8 } }] },
      { kind: "case", value: { id: "c" } },
    ]);
  });

  test("two cases on one line are refused", async () => {
    expect(await read('{"id": "a"} {"id": "b"}')).toMatchObject([
      { kind: "unreadable", flaws: [{ remedy: "a line of a .jsonl file holds one case" }] },
    ]);
  });

  test("a list on a line is one value, for the schema to refuse", async () => {
    expect(await read('[{"id": "a"}]')).toMatchObject([{ kind: "case", value: [{ id: "a" }] }]);
  });

  test("a line over 10 MB is refused by its number, and the next one is read", async () => {
    const huge = `{"id": "a"}\n{"id": "b", "x": "${"x".repeat(10 * 1024 * 1024)}"}\n{"id": "c"}\n`;
    expect(await read(huge)).toMatchObject([
      { kind: "case", value: { id: "a" } },
      { kind: "unreadable", flaws: [{ message: "a line of more than 10 MB", position: { line: 2, column: 1 } }] },
      { kind: "case", value: { id: "c" }, source: { start: { line: 3 } } },
    ]);
  });
});
