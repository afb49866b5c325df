import { expect, test } from "vitest";
import { asksForAbsence, evidenceFor } from "./question.ts";

test.each([
  "Never name a price.",
  "Is it free of assistant-speak?",
  "forbidden_words About words.",
  "The agent doesn’t guess.",
  "Kitchen is as it was.",
  "Nennt keinen Preis",
])("asks that something is absent: %s", (words) => {
  expect(asksForAbsence(words)).toBe(true);
});

test.each([
  "Greet first.",
  "Is it as short as a dispatcher would be?",
  "Notes every number",
  "normal tone",
  "since noon",
])("asks for something: %s", (words) => {
  expect(asksForAbsence(words)).toBe(false);
});

test("a verdict for the agent needs a quote, unless the words ask that something is absent", () => {
  expect(evidenceFor("Greet first.")).toEqual({ evidence: "required" });
  expect(evidenceFor("Never name a price.")).toEqual({});
});
