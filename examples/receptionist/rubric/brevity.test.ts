import { expect, test } from "vitest";
import { decideBrevity } from "./brevity.ts";

test("three or more sentences are worth at most 2", () => {
  expect(decideBrevity({ text: "Got it. Two days. What's your name?" })).toEqual({ atMost: 2, reason: "3 sentences" });
  expect(decideBrevity({ text: "A. B. C. D. E." })).toMatchObject({ atMost: 2 });
});

test("an acknowledgment of more than five words is worth at most 4", () => {
  expect(decideBrevity({ text: "I'm sorry to hear about that. Your name?" })).toMatchObject({ atMost: 4 });
  expect(decideBrevity({ text: "Okay I hear you there. Your name?" })).toBeUndefined();
});

test("three sentences count more than the acknowledgment", () => {
  expect(decideBrevity({ text: "I'm so sorry to hear about that today. One. Two." })).toMatchObject({ atMost: 2 });
});

test.each(["Got it. What's your name?", "What's the street address?", "Mr. Reed at 4210 S. Lamar, right?"])(
  "the judge decides alone: %s",
  (text) => {
    expect(decideBrevity({ text })).toBeUndefined();
  },
);
