import { expect, test } from "vitest";
import { thingsAsked } from "./asked-things.ts";

test.each([
  [2, "What's your name, and what's a good number?"],
  [2, "Where are you located and when did it start"],
  [3, "Could I have your name, street and ZIP?"],
  [2, "Is anyone hurt, and what’s the address?"],
  [2, "Which day works? And is there a gate code?"],
  [2, "May I have your name and phone number?"],
  [3, "Is it making noise? Is it leaking? Is it warm?"],
  [2, "Your name? And your ZIP code?"],
  [2, "Morning or afternoon? Sure. And the address?"],
  [2, "What's your address? Gate code?"],
  [2, "How old is it? Under warranty?"],
  [2, "Please give me your address, and let me know your phone number too."],
  [2, "I need your phone number. And what's the zip?"],
  [2, "I'll need your phone number, and let me know whether somebody is home."],
  [2, "Tell me the street address and also what time works for you."],
  [3, "Is it still running, how long has it been going, did you close the valve?"],
  [3, "I'll just need a name, an address and a callback number from you."],
])("%i: %s", (count, text) => {
  expect(thingsAsked(text)).toBe(count);
});

test.each([
  "Hello? Are you still there?",
  "Can you hear me? Hello?",
  "Oh really? That's rough. Which day works for you?",
  "Thursday? Sure. Which time suits you?",
  "Would you rather have the two o'clock or the four o'clock?",
  "Can I have your first and last name?",
  "What's the address, including any unit number?",
  "What's the street address and unit number?",
  "So it's blowing warm air, and it started yesterday?",
  "So that's Maria at 12 Main Street, number 512-555-0199, is that right?",
])("one: %s", (text) => {
  expect(thingsAsked(text)).toBe(1);
});

test("a request and a question may want the same thing", () => {
  const text = "I'll need your address. Where are you?";
  expect([thingsAsked(text), thingsAsked(text, { sure: true })]).toEqual([2, 1]);
});

test("none", () => {
  expect(thingsAsked("Let me know if anything changes. We'll call your number.")).toBe(0);
  expect(thingsAsked("You know what? I can get you in today.")).toBe(0);
  expect(thingsAsked("What a day. How nice of you to call!")).toBe(0);
  expect(thingsAsked("")).toBe(0);
});

test("many words behind a question do not take long", () => {
  expect(thingsAsked(`What's your address? A gate ${"or a dog ".repeat(2_000)}?`)).toBeGreaterThan(0);
});
