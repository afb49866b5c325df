import { describe, expect, test } from "vitest";
import { acknowledgmentIn, acknowledgmentWords } from "./acknowledgment.ts";

describe("an acknowledgment ends at the first pause", () => {
  test.each([
    ["Got it. What's your name?", "Got it", 2],
    ["Okay, the cooling's not kicking in.", "Okay", 1],
    ["Ouch, two days. What's the address?", "Ouch", 1],
    ["I hear you – let's get going.", "I hear you", 3],
    ["I'm so sorry to hear that your AC is broken. Your name?", "I'm so sorry to hear that your AC is broken", 10],
    ["Thank you so much for calling us today! Your name?", "Thank you so much for calling us today", 8],
    [
      "That sounds really frustrating for you and your family.",
      "That sounds really frustrating for you and your family",
      9,
    ],
  ])("%s", (reply, acknowledgment, words) => {
    expect(acknowledgmentIn(reply)).toBe(acknowledgment);
    expect(acknowledgmentWords(reply)).toBe(words);
  });
});

test.each([
  "Sounds like the cooling isn't kicking in. What's your name?",
  "What's the street address?",
  "Let me pull up your account.",
  "",
])("who goes straight to the point acknowledges nothing: %s", (reply) => {
  expect(acknowledgmentIn(reply)).toBeUndefined();
  expect(acknowledgmentWords(reply)).toBe(0);
});
