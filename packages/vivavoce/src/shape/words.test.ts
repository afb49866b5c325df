import { describe, expect, test } from "vitest";
import { kindInWords, listInWords, pathInWords, suggestion, valueInWords } from "./words.ts";

describe("words for messages", () => {
  test("kinds", () => {
    expect(["array", "record", "int", "date", "constructor"].map(kindInWords)).toEqual([
      "a list",
      "an object",
      "a whole number",
      "a date",
      "a constructor",
    ]);
  });

  test("values", () => {
    expect([null, 5, true, undefined, [], [1], {}, "a\nb", () => 1].map(valueInWords)).toEqual([
      "null",
      "5",
      "true",
      "nothing",
      "an empty list",
      "a list",
      "an object",
      '"a b"',
      "a function",
    ]);
  });

  test("a value from outside is cut short and cannot move the cursor", () => {
    expect(valueInWords("x".repeat(500)).length).toBeLessThan(70);
    expect(valueInWords("\u001b[2Jx")).toBe('"�[2Jx"');
  });

  test("lists", () => {
    expect(listInWords(["a"])).toBe("a");
    expect(listInWords(["a", "b", "a", "c"])).toBe("a, b or c");
    expect(listInWords(["a", "b"], "and")).toBe("a and b");
  });

  test("paths", () => {
    expect(pathInWords([])).toBe("the case");
    expect(pathInWords(["expect", "tools", 0, "turn"])).toBe("expect.tools[0].turn");
    expect(pathInWords([2, "id"])).toBe("the case[2].id");
  });

  test("suggestions: one that was meant, else all there are, cut", () => {
    expect(suggestion("tags", ["tags", "id"], "known")).toBe('did you mean "tags"?');
    expect(suggestion(undefined, ["a", "b"], "known")).toBe("known: a, b");
    expect(suggestion(undefined, [], "known")).toBeUndefined();
    const many = Array.from({ length: 20 }, (_, index) => `f${index}`);
    expect(suggestion(undefined, many, "known")).toMatch(/f11 and 8 more$/);
  });
});
