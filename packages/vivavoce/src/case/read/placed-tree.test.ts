import { describe, expect, test } from "vitest";
import { jsonTree } from "./json-scanner.ts";
import { type Hint, hasPath, offsetOfField, offsetOfHint, offsetOfValue } from "./placed-tree.ts";

const text = '{"turn": 7, "a": [{"turn": 9, "tool": "x"}, {"tool": "y", "x": 7}], "y": null}';
const tree = jsonTree(Buffer.from(text));
const shown = (offset: number | undefined) => (offset === undefined ? undefined : text.slice(offset, offset + 6));

describe("following a path", () => {
  test("to a value and to a field's name", () => {
    expect(shown(offsetOfValue(tree, ["a", 1, "tool"]))).toBe('"y", "');
    expect(shown(offsetOfField(tree, ["a", 1, "tool"]))).toBe('"tool"');
    expect(offsetOfValue(tree, [])).toBe(0);
  });

  test("what is missing is pointed at by what would hold it", () => {
    expect(shown(offsetOfValue(tree, ["a", 1, "missing", "deeper"]))).toBe('{"tool');
    expect(offsetOfValue(tree, ["nothing"])).toBe(0);
    expect(shown(offsetOfField(tree, ["a", 1, "missing"]))).toBe('{"tool');
  });

  test("whether it leads somewhere", () => {
    expect(hasPath(tree, ["a", 0, "turn"])).toBe(true);
    expect(hasPath(tree, ["a", 2])).toBe(false);
    expect(hasPath(tree, [])).toBe(true);
  });
});

describe("following a hint", () => {
  const find = (hint: Hint, nth?: number) => shown(offsetOfHint(tree, hint, nth));

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
    expect(offsetOfHint(tree, { kind: "field", name: "tool" }, 0)).toBe(text.indexOf('"tool"'));
    expect(offsetOfHint(tree, { kind: "field", name: "tool" }, 1)).toBe(text.lastIndexOf('"tool"'));
    expect(offsetOfHint(tree, { kind: "field", name: "tool" }, 5)).toBe(text.lastIndexOf('"tool"'));
  });

  test("what is nowhere is not found", () => expect(find({ kind: "value", value: "zzz" })).toBeUndefined());
});
