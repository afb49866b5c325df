import { expect, test } from "vitest";
import { decideForbiddenWords } from "./forbidden-words.ts";

const decide = decideForbiddenWords({
  assistant: ["transition", "process", "handle this", "assist you"],
  filler: ["absolutely", "certainly", "I understand"],
});

test.each([
  ["I'm processing that now.", 1, "assistant-speak: process"],
  ["We handled this before.", 1, "assistant-speak: handle this"],
  ["Absolutely, I can assist you.", 1, "assistant-speak: assist you"],
  ["Transitioning you to assist you.", 1, "assistant-speak: transition, assist you"],
  ["Absolutely.", 3, "filler: absolutely"],
  ["I understand, certainly.", 3, "filler: certainly, I understand"],
])("%s is a %i", (text, exactly, reason) => {
  expect(decide({ text })).toEqual({ exactly, reason });
});

test.each(["Got it. What's your name?", "The processor's assistant is certain.", "I'd be happy to help."])(
  "%s holds no listed word: the judge says whether there is one like them",
  (text) => {
    expect(decide({ text })).toEqual({ oneOf: [1, 3, 5], reason: expect.stringContaining("none of the listed words") });
  },
);

test("the lists are the owner's", () => {
  expect(decideForbiddenWords({ assistant: ["y'all"], filler: [] })({ text: "Hey y'all" })).toMatchObject({
    exactly: 1,
  });
});
