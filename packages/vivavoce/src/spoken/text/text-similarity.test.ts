import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textSimilarity, wordsOf } from "./text-similarity.ts";

describe("wordsOf", () => {
  test("leaves punctuation out and folds case", () => {
    expect(wordsOf("Call Ana — today, at 5!")).toEqual(["call", "ana", "today", "at", "5"]);
  });

  test("knows languages without spaces", () => {
    expect(wordsOf("你好世界").length).toBeGreaterThan(1);
  });
});

describe("textSimilarity", () => {
  test("is symmetric, in [0, 1], and 1 for a text with itself", () => {
    const texts = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 6 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const likeness = textSimilarity(a, b);
        expect(likeness).toBe(textSimilarity(b, a));
        expect(likeness >= 0 && likeness <= 1).toBe(true);
        expect(textSimilarity(a, a)).toBe(1);
      }),
    );
  });

  test("the order of words counts", () => {
    expect(textSimilarity("dog bites man", "man bites dog")).toBe(0);
    expect(textSimilarity("one", "two")).toBe(0);
  });
});
