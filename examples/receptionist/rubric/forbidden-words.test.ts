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
  ["Got it. What's your name?", 5, "clean and direct"],
  ["The processor's assistant is certain.", 5, "clean and direct"],
])("%s is a %i", (text, exactly, reason) => {
  expect(decide({ text })).toEqual({ exactly, reason });
});

test("the lists are the owner's", () => {
  expect(decideForbiddenWords({ assistant: ["y'all"], filler: [] })({ text: "Hey y'all" })).toMatchObject({
    exactly: 1,
  });
});
