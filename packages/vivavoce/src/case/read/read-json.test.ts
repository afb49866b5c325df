import { describe, expect, test } from "vitest";
import { readJson } from "./read-json.ts";

const read = (text: string) => [...readJson(Buffer.from(text))];

describe("a JSON file", () => {
  test("one case", () => {
    expect(read('\n{"id": "é"}\n')).toMatchObject([
      { kind: "case", value: { id: "é" }, offset: 1, length: 12, source: { start: { line: 2, column: 1 } } },
    ]);
  });

  test("a list of cases, each with its bytes and its line", () => {
    const text = '[\r\n  {"id": "a"},\r\n\r\n  {"id": "b"}]';
    const items = read(text);
    expect(items).toMatchObject([
      { value: { id: "a" }, source: { start: { line: 2, column: 3 } } },
      { value: { id: "b" }, source: { start: { line: 4, column: 3 } } },
    ]);
    const slices = items.map((item) => item.kind === "case" && text.slice(item.offset, item.offset + item.length));
    expect(slices).toEqual(['{"id": "a"}', '{"id": "b"}']);
  });

  test("parts of a case are found in its text", () => {
    const [, item] = read('[1,\n {"id": "b",\n  "é": ["x", "y"]}]');
    if (item?.kind !== "case") throw new Error("no case");
    expect(item.source?.value(["é", 1])).toMatchObject({ line: 3, column: 14 });
    expect(item.source?.field(["é"])).toMatchObject({ line: 3, column: 3 });
    expect(item.source?.find({ kind: "value", value: "y" })).toMatchObject({ line: 3, column: 14 });
    expect(item.source?.find({ kind: "value", value: "z" })).toBeUndefined();
    expect(item.source?.has(["é", 2])).toBe(false);
  });

  test.each([
    ['[\n {"id": "a",\n  "tags": ["x"\n },\n {"id": "b"}]', 4, "the list that begins in line 3 is not closed: a “]”"],
    ['[\n {"id": "a",\n  "tags": ["x",\n  "data": {}\n }]', 4, "the list that begins in line 3 is not closed: a “]”"],
    ['[\n {"id": "a",\n {"id": "b"}\n]', 3, "the object that begins in line 2 is not closed: a “}”"],
    ['[\n {"id": "a"\n {"id": "b"}\n]', 3, "the object that begins in line 2 is not closed: a “}”"],
    ['[\n {"id": "a"\n]', 3, "the object that begins in line 2 is not closed: a “}”"],
    ['[\n {"id": "a"}\n', 3, "the list that begins in line 1 is not closed: a “]”"],
  ])("a missing bracket is told with its line and what it would close: %j", (text, line, remedy) => {
    expect(read(text).at(-1)).toMatchObject({
      kind: "unreadable",
      flaws: [{ position: { line }, remedy: expect.stringContaining(remedy) }],
    });
  });

  test("a syntax error comes after the cases before it", () => {
    expect(read('[{"id": "a"},\n {"id": "b"]')).toMatchObject([
      { kind: "case", value: { id: "a" } },
      { kind: "unreadable", flaws: [{ position: { line: 2, column: 12 } }] },
    ]);
  });

  test("a case with a field given twice is still a case, so that the rest of it is checked", () => {
    expect(read('{"id": "a",\n "id": "b"}')).toMatchObject([
      { kind: "case", value: { id: "b" }, flaws: [{ position: { line: 2, column: 2 } }] },
    ]);
  });

  test("a value with a field called __proto__ is not a case, and the message names the field", () => {
    expect(read('[{"id": "a", "x": {"__proto__": {}}}, {"id": "b"}]')).toMatchObject([
      { kind: "unreadable", id: "a", flaws: [{ position: { line: 1, column: 20 } }] },
      { kind: "case", value: { id: "b" } },
    ]);
    expect({}).not.toHaveProperty("admin");
  });

  test("100,000 brackets are one problem", () => {
    expect(read("[".repeat(100_000))).toMatchObject([
      {
        kind: "unreadable",
        flaws: [{ message: "nested more than 200 levels deep", position: { line: 1, column: 202 } }],
      },
    ]);
  });
});
