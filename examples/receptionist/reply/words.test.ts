import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdsWord, inflectionsOf } from "./words.ts";

test.each([
  ["process", ["process", "processes", "processed", "processing"]],
  ["transition", ["transition", "transitions", "transitioned", "transitioning"]],
  ["handle", ["handle", "handles", "handled", "handling"]],
  ["inquiry", ["inquiries"]],
  ["understand", ["understands", "understood", "understanding"]],
  ["you", ["you"]],
])("inflections of %s", (word, forms) => {
  expect(inflectionsOf(word)).toEqual(expect.arrayContaining(forms));
});

test("a word that keeps its form has no other", () => {
  expect(inflectionsOf("this")).toEqual(["this"]);
});

describe("found", () => {
  test.each([
    ["I'm processing your request", "process"],
    ["We will transition you now", "transition"],
    ["Happy to be handling this for you", "handle this"],
    ["I can assist you", "assist you"],
    ["Absolutely!", "absolutely"],
    ["I UNDERSTAND.", "I understand"],
    ["I understood that", "I understand"],
    ["of  course", "of course"],
    ["Let’s go", "let's"],
  ])("%s: %s", (text, phrase) => {
    expect(holdsWord(text, phrase)).toBe(true);
  });
});

describe("not found: only whole words count", () => {
  test.each([
    ["The processor is fried", "process"],
    ["unprocessed", "process"],
    ["I can handle that", "handle this"],
    ["The assistant", "assist you"],
    ["absolute zero", "absolutely"],
    ["They understand", "I understand"],
    ["", "process"],
  ])("%s: %s", (text, phrase) => {
    expect(holdsWord(text, phrase)).toBe(false);
  });
});

test("any word is found between others, and a pattern's signs are only signs", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{3,10}$/), (word) => {
      expect(holdsWord(`so ${word}, right`, word)).toBe(true);
      expect(holdsWord(`so x${word}x right`, word)).toBe(false);
    }),
  );
  expect(holdsWord("C++ is fine", "c++")).toBe(true);
  expect(holdsWord("a.b", "a.b")).toBe(true);
  expect(holdsWord("axb", "a.b")).toBe(false);
});
