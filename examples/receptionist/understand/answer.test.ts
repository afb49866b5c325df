import { expect, test } from "vitest";
import { readAnswer } from "./answer.ts";

test.each(["Yes", "yeah, that's right", "Okay, book it", "Sure", "That's correct.", "Sounds good", "OK", "Yep please"])(
  "yes: %s",
  (line) => {
    expect(readAnswer(line)).toBe("yes");
  },
);

test.each([
  "No",
  "nope, forget it",
  "Well, no.",
  "Never mind",
  "I don't want it anymore",
  "Not now",
  "hold off please",
])("no: %s", (line) => {
  expect(readAnswer(line)).toBe("no");
});

test.each([
  "That is everything",
  "Maria",
  "No, that's right",
  "Is it expensive?",
  "I need to ask my wife",
  "know what",
])("neither: %s", (line) => {
  expect(readAnswer(line)).toBeUndefined();
});
