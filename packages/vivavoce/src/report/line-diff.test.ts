import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineDiff } from "./line-diff.ts";

const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: " ", removed: "-", added: "+" }[kind]}${text}`);

describe("the difference of two texts", () => {
  test("keeps what both have, in between what went and what came", () => {
    expect(shown("one\ntwo\nthree\nfour", "one\ntoo\nthree\nfour\nfive")).toEqual([
      " one",
      "-two",
      "+too",
      " three",
      " four",
      "+five",
    ]);
  });

  test("the same text, whatever its line endings", () => {
    expect(shown("a\r\nb\r\n", "a\nb")).toEqual([" a", " b"]);
    expect(shown("", "")).toEqual([]);
  });

  test("all new, all gone", () => {
    expect(shown("", "a\nb")).toEqual(["+a", "+b"]);
    expect(shown("a\nb\n", "")).toEqual(["-a", "-b"]);
  });

  test("thousands of other lines are shown as replaced, in no time", () => {
    const many = (word: string) => Array.from({ length: 5_000 }, (_, index) => `${word} ${index}`).join("\n");
    const diff = lineDiff(many("old"), many("new"));
    expect(diff).toHaveLength(10_000);
    expect(diff[0]).toEqual({ kind: "removed", text: "old 0" });
  });

  test("taken apart, each side is the text it came from", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = lineDiff(before, after);
        const side = (without: string) => diff.filter(({ kind }) => kind !== without).map((line) => line.text);
        expect(side("added").join("\n")).toBe(before);
        expect(side("removed").join("\n")).toBe(after);
      }),
    );
  });
});
