import { describe, expect, test } from "vitest";
import { questionsIn, sentencesIn, wordsIn } from "./sentences.ts";

describe("sentences", () => {
  test.each<[string, string[]]>([
    ["Got it.", ["Got it."]],
    ["Got it. What's your name?", ["Got it.", "What's your name?"]],
    ["Got it! What's your name", ["Got it!", "What's your name"]],
    ["You're at 4210 S. Lamar, right?", ["You're at 4210 S. Lamar, right?"]],
    ["Mr. Reed is on Lake Austin Blvd. Sound right?", ["Mr. Reed is on Lake Austin Blvd.", "Sound right?"]],
    ["At 9 a.m. tomorrow. Fine?", ["At 9 a.m. tomorrow.", "Fine?"]],
    ["Well... okay then.", ["Well... okay then."]],
    ["1. Your name\n2. Your address", ["Your name", "Your address"]],
    ["It's 3.5 tons.", ["It's 3.5 tons."]],
    ['"Warm air." That\'s it.', ['"Warm air."', "That's it."]],
    ["", []],
    [" … ", []],
  ])("%j", (reply, sentences) => {
    expect(sentencesIn(reply)).toEqual(sentences);
  });
});

test.each([
  ["Got it.", 0],
  ["What's your name?", 1],
  ["Name? And address?", 2],
  ["Really?? What's your name?", 2],
])("questions in %j", (reply, count) => {
  expect(questionsIn(reply)).toBe(count);
});

test("a house number, a contraction and a time are words", () => {
  expect(wordsIn("4210 S. Lamar, that's 8:30 – okay?")).toEqual(["4210", "S", "Lamar", "that's", "8:30", "okay"]);
});
