import { describe, expect, test } from "vitest";
import { sessionSchema } from "./session.ts";
import { type SlotField, slotPatterns, slotSchema, slotsAskedIn } from "./slots.ts";

test("every slot is a field of the session and has its pattern", () => {
  for (const field of slotSchema.options) {
    expect(Object.keys(sessionSchema.shape)).toContain(field);
    expect(slotPatterns[field]).toBeInstanceOf(RegExp);
  }
});

describe("a reply that asks", () => {
  test.each<[string, SlotField[]]>([
    ["Got it. What's your name?", ["customer_name"]],
    ["And your name?", ["customer_name"]],
    ["Who am I talking to?", ["customer_name"]],
    ["Who's this I'm speaking with?", ["customer_name"]],
    ["Sounds like the cooling isn't kicking in. What name should I put on this?", ["customer_name"]],
    ["What's the street address?", ["service_address"]],
    ["Where are we headed?", ["service_address"]],
    ["I just need your street address.", ["service_address"]],
    ["Give me the ZIP over there.", ["zip_code"]],
    ["What ZIP are you in?", ["zip_code"]],
    ["What's it doing?", ["problem_description"]],
    ["What's going on with the unit?", ["problem_description"]],
    ["How long has it been out?", ["problem_duration"]],
    ["When did it start?", ["problem_duration"]],
    ["When would you like us out there?", ["preferred_time"]],
    ["Morning or afternoon?", ["preferred_time"]],
    ["How soon do you need us?", ["preferred_time", "urgency_tier"]],
    ["Is it an emergency?", ["urgency_tier"]],
    ["What's the best number to reach you?", ["phone_number"]],
    ["What kind of unit is it?", ["equipment"]],
    ["So that's Sarah, 2501 Lake Austin, tomorrow morning. Sound right?", ["confirmed"]],
    ["Tomorrow morning for the leak, that right?", ["confirmed"]],
    ["Want me to book it?", ["confirmed"]],
    ["What's your name and the address?", ["customer_name", "service_address"]],
  ])("%s", (reply, fields) => {
    expect(slotsAskedIn(reply)).toEqual(fields);
  });
});

describe("a reply that does not", () => {
  test.each([
    "Let me pull up your account by name and address.",
    "Somebody calls you at the number we have.",
    "You're set for tomorrow between eight and ten.",
    "Any gas smell, smoke or alarms over there?",
    "Got your address, thanks.",
    "Take your time.",
    "Just to be safe, is there any smell at all near that heater?",
    "Go ahead, I'm listening.",
  ])("%s", (reply) => {
    expect(slotsAskedIn(reply)).toEqual([]);
  });
});

test("an e-mail address and a street's name are something else", () => {
  expect(slotsAskedIn("What's your email address?")).toEqual([]);
  expect(slotsAskedIn("What's the street name?")).toEqual([]);
});

test("an apostrophe may be curly", () => {
  expect(slotsAskedIn("What’s going on with it?")).toEqual(["problem_description"]);
  expect(slotsAskedIn("I’ll need your ZIP.")).toEqual(["zip_code"]);
});
