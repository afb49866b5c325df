import { describe, expect, test } from "vitest";
import { isNegated } from "../locale/en-US/answers/negation.ts";
import { sliceOf } from "./reading.ts";
import { editDistance, foldWord, sentencesOf, soundsAlike, tokensOf, usesCapitals, wordsAt } from "./tokens.ts";

describe("tokens", () => {
  test("are words, digits and marks with their places", () => {
    expect(tokensOf("It’s 4B, José!").map(({ kind, text, word, gap }) => [kind, text, word, gap])).toEqual([
      ["word", "It’s", "it's", false],
      ["digits", "4", "4", true],
      ["word", "B", "b", false],
      ["mark", ",", ",", false],
      ["word", "José", "jose", true],
      ["mark", "!", "!", false],
    ]);
    const text = "a, 💨 bc";
    for (const token of tokensOf(text)) expect(text.slice(token.start, token.end)).toBe(token.text);
  });

  test("are compared without case, accents and kinds of apostrophes", () => {
    expect(foldWord("ÉCOLE’s")).toBe("ecole's");
    expect(wordsAt(tokensOf("This IS it"), 1, ["is", "it"])).toBe(true);
    expect(wordsAt(tokensOf("This is"), 1, ["is", "it"])).toBe(false);
  });

  test("give back the text they stand in", () => {
    const text = "so 4210  South, ok";
    expect(sliceOf(text, tokensOf(text), { at: 1, next: 3 })).toBe("4210  South");
    expect(sliceOf(text, tokensOf(text), { at: 2, next: 2 })).toBe("");
  });

  test.each([
    ["My name is Maria", true],
    ["My name is maria. And i", false],
    ["I think I'm fine, my AC died", false],
    ["", false],
  ])("%o writes names with capitals: %s", (text, uses) => {
    expect(usesCapitals(tokensOf(text))).toBe(uses);
  });
});

describe("sentences", () => {
  const parts = (text: string) => sentencesOf(text).map((sentence) => sentence.text.trim());

  test.each([
    ["Got it. What's the address?", ["Got it.", "What's the address?"]],
    ["It's 4210 S. Lamar Blvd. in town. Right?", ["It's 4210 S. Lamar Blvd. in town.", "Right?"]],
    ["Mr. Lopez at 9 a.m. tomorrow", ["Mr. Lopez at 9 a.m. tomorrow"]],
    ["One\ntwo", ["One", "two"]],
    ["Really?! Yes…", ["Really?!", "Yes…"]],
    ["at 2.30", ["at 2.30"]],
    ["", []],
  ])("%o", (text, sentences) => {
    expect(parts(text)).toEqual(sentences);
  });

  test("know where they begin", () => {
    const text = "Yes. No. Maybe";
    for (const { text: sentence, start } of sentencesOf(text)) {
      expect(text.slice(start, start + sentence.length)).toBe(sentence);
    }
  });
});

test.each([
  ["not Tuesday", true],
  ["not on the Tuesday", true],
  ["instead of Tuesday", true],
  ["rather than Tuesday", true],
  ["it isn't Tuesday", true],
  ["on Tuesday", false],
  ["not sure but Tuesday", false],
])("%o takes Tuesday back: %s", (line, negated) => {
  const tokens = tokensOf(line);
  expect(isNegated(tokens, tokens.length - 1)).toBe(negated);
});

describe("words that sound alike", () => {
  test.each([
    ["sara", "sarah", 1],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["same", "same", 0],
  ])("from %o to %o it takes %d", (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance);
    expect(editDistance(other, one)).toBe(distance);
  });

  test.each([
    ["jon", "john", true],
    ["maria", "marie", true],
    ["gonzalez", "gonsales", true],
    ["bob", "rob", false],
    ["maria", "martha", false],
    ["a", "b", false],
    ["x".repeat(50), "x".repeat(50), false],
  ])("%s and %s: %s", (one, other, alike) => {
    expect(soundsAlike(one, other)).toBe(alike);
  });
});
