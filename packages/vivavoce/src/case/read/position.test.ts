import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { advance, textStart } from "./position.ts";

const at = (text: string, offset: number) => advance(Buffer.from(text), { offset: 0, line: 1, column: 1 }, offset);

describe("positions in a text", () => {
  test("lines and columns count from 1", () => {
    expect(at("ab\ncd", 0)).toEqual({ offset: 0, line: 1, column: 1 });
    expect(at("ab\ncd", 4)).toEqual({ offset: 4, line: 2, column: 2 });
  });

  test("CRLF is one line break, and the carriage return belongs to the line before", () => {
    expect(at("ab\r\ncd", 5)).toMatchObject({ line: 2, column: 2 });
    expect(at("ab\r\ncd", 2)).toMatchObject({ line: 1, column: 3 });
  });

  test("a column counts UTF-16 units, not bytes", () => {
    expect(at("éx", 2)).toMatchObject({ column: 2 });
    expect(at("😀x", 4)).toMatchObject({ column: 3 });
  });

  test("a byte order mark is not part of the first line", () => {
    const bytes = Buffer.from("\ufeffab");
    expect(textStart(bytes)).toEqual({ offset: 3, line: 1, column: 1 });
    expect(advance(bytes, textStart(bytes), 4)).toMatchObject({ line: 1, column: 2 });
    expect(textStart(Buffer.from("ab"))).toMatchObject({ offset: 0 });
    expect(textStart(Buffer.alloc(0))).toMatchObject({ offset: 0 });
  });

  test("going there in two steps is the same as going in one", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "😀", "\n", "\r\n") });
    fc.assert(
      fc.property(text, text, text, (first, second, third) => {
        const bytes = Buffer.from(first + second + third);
        const start = { offset: 0, line: 1, column: 1 };
        const [middle, end] = [Buffer.byteLength(first), Buffer.byteLength(first + second)];
        expect(advance(bytes, advance(bytes, start, middle), end)).toEqual(advance(bytes, start, end));
        const lines = (first + second).split("\n");
        expect(advance(bytes, start, end)).toMatchObject({
          line: lines.length,
          column: (lines.at(-1) ?? "").length + 1,
        });
      }),
    );
  });
});
