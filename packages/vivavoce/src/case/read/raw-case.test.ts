import { describe, expect, test } from "vitest";
import { SourceMap } from "./placed-tree.ts";
import { flawOf, idOf } from "./raw-case.ts";

describe("the id of a case that nothing has checked yet", () => {
  test.each([
    [{ id: "a" }, "a"],
    [{ id: "two words" }, "two words"],
    [{ id: "\u001b[2Jx\ny" }, "�[2Jx y"],
    [{ id: "" }, undefined],
    [{ id: 5 }, undefined],
    [{}, undefined],
    [["a"], undefined],
    [null, undefined],
    ["a", undefined],
  ])("%j: %s", (value, id) => expect(idOf(value)).toBe(id));

  test("is cut when it is long", () => expect(idOf({ id: "x".repeat(5000) })?.length).toBe(120));
});

test("a source map builds its tree when it is asked, and once", () => {
  let built = 0;
  const map = new SourceMap(
    { line: 1, column: 1 },
    () => {
      built++;
      return { offset: 0, members: [{ key: "a", keyOffset: 1, node: { offset: 5, scalar: 1, members: [] } }] };
    },
    (offset) => ({ line: 1, column: offset + 1 }),
  );
  expect(map.start).toEqual({ line: 1, column: 1 });
  expect(built).toBe(0);
  expect(map.value(["a"])).toEqual({ line: 1, column: 6 });
  expect(map.field(["a"])).toEqual({ line: 1, column: 2 });
  expect(map.has(["b"])).toBe(false);
  expect(map.find({ kind: "value", value: 1 })).toEqual({ line: 1, column: 6 });
  expect(built).toBe(1);
});

test("a flaw has a line and a column, and not the byte", () => {
  const fault = { kind: "syntax" as const, message: "wrong", offset: 7, remedy: "mend it" };
  const place = (offset: number) => ({ line: 2, column: offset, offset });
  expect(flawOf(fault, place)).toEqual({ message: "wrong", remedy: "mend it", position: { line: 2, column: 7 } });
});
