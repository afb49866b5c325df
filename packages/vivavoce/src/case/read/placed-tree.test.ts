import { describe, expect, test } from "vitest";
import { jsonTree } from "./json-scanner.ts";
import { type CaseFinding, SourceMap } from "./placed-tree.ts";

const text = '{"turn": 7, "a": [{"turn": 9, "tool": "x"}, {"tool": "y", "x": 7}], "y": null}';
const source = new SourceMap(
  { line: 1, column: 0 },
  () => jsonTree(Buffer.from(text)),
  (column) => ({ line: 1, column }),
);
const shown = (at: { column: number } | undefined) => at && text.slice(at.column, at.column + 6);

describe("following a path", () => {
  test("to a value and to a field's name", () => {
    expect(shown(source.value(["a", 1, "tool"]))).toBe('"y", "');
    expect(shown(source.field(["a", 1, "tool"]))).toBe('"tool"');
    expect(source.value([]).column).toBe(0);
  });

  test("what is missing is pointed at by what would hold it", () => {
    expect(shown(source.value(["a", 1, "missing", "deeper"]))).toBe('{"tool');
    expect(source.value(["nothing"]).column).toBe(0);
    expect(shown(source.field(["a", 1, "missing"]))).toBe('{"tool');
  });

  test("whether it leads somewhere", () => {
    expect(source.has(["a", 0, "turn"])).toBe(true);
    expect(source.has(["a", 2])).toBe(false);
    expect(source.has([])).toBe(true);
  });
});

describe("following a hint", () => {
  const find = (hint: CaseFinding["hint"], nth?: number) => shown(source.find(hint, nth));

  test("a value with its field is preferred to the value alone", () => {
    expect(find({ kind: "value", value: 9, field: "turn" })).toBe('9, "to');
    expect(find({ kind: "value", value: 7, field: "turn" })).toBe('7, "a"');
    expect(find({ kind: "value", value: 7, field: "x" })).toBe('7}], "');
  });

  test("without that field the value alone will do", () => {
    expect(find({ kind: "value", value: 9, field: "exchange" })).toBe('9, "to');
  });

  test("a value may be written as a field's name, and a field's name as a value", () => {
    expect(find({ kind: "value", value: "a" })).toBe('"a": [');
    expect(find({ kind: "value", value: "y" })).toBe('"y", "');
    expect(find({ kind: "field", name: "y" })).toBe('"y": n');
  });

  test("the nth place, or the last there is", () => {
    expect(source.find({ kind: "field", name: "tool" }, 0)?.column).toBe(text.indexOf('"tool"'));
    expect(source.find({ kind: "field", name: "tool" }, 1)?.column).toBe(text.lastIndexOf('"tool"'));
    expect(source.find({ kind: "field", name: "tool" }, 5)?.column).toBe(text.lastIndexOf('"tool"'));
  });

  test("what is nowhere is not found", () => expect(find({ kind: "value", value: "zzz" })).toBeUndefined());
});
