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
  [2, "What's the address and the phone number?"],
  [2, "I'll need your last name, and I'd also like to know how many rooms there are."],
  [2, "Which is better, Monday or Tuesday, and should he call before he comes?"],
  [2, "I was wondering where the gate is and whether the motor makes any noise."],
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
  "Sorry, what was that? Which street did you say?",
  "What's the address? Where should we send him?",
  "How about Friday at nine? Would that suit you?",
  "Isn't that always the way? I can have somebody there at five. Does five work?",
])("one: %s", (text) => {
  expect(thingsAsked(text)).toBe(1);
});

test("a request and a question may want the same thing", () => {
  const text = "I'll need your address. Where are you?";
  expect([thingsAsked(text), thingsAsked(text, { sure: true })]).toEqual([2, 1]);
});

test.each([
  ["words of the caller", "Front gate? What's your number?", "there's a lock on the front gate"],
  ["an inference", "So no heat at all? And what's your address?"],
  ["an example", "What happened, like when it started?"],
  ["a guess", "What's going on with it, is it leaking?"],
])("%s may be a question of its own", (_what, text, heard = "") => {
  expect([thingsAsked(text, { heard }), thingsAsked(text, { sure: true, heard })]).toEqual([2, 1]);
});

test("words of the caller given back ask nothing where the agent goes on", () => {
  const text = "Past the feed store? I know it. What's the house number?";
  expect([thingsAsked(text, { heard: "past the feed store" }), thingsAsked(text)]).toEqual([1, 2]);
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
