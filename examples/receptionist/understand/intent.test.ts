import { describe, expect, test } from "vitest";
import { readIntent } from "./intent.ts";

test.each([
  "My AC died this morning",
  "I've been calling all day and nobody answers, it's 90 degrees in here",
  "The furnace makes a strange noise",
  "I need somebody to come out",
  "Can you take a look at my heat pump?",
  "I want a tune-up",
  "There's no cold air",
])("a service call: %s", (line) => {
  expect(readIntent(line)).toEqual({ kind: "service" });
});

describe("a visit that is booked", () => {
  test.each([
    ["I need to cancel my appointment", "cancel"],
    ["Can I reschedule my visit for Thursday?", "move"],
    ["I'd like to move my appointment", "move"],
    ["What time is my appointment?", "find"],
    ["Is the technician still coming?", "find"],
  ])("%s", (line, action) => {
    expect(readIntent(line)).toEqual({ kind: "manage", action });
  });
});

test.each(["I'm returning your call", "I have a question about my invoice", "somebody was supposed to call me"])(
  "for the office: %s",
  (line) => {
    expect(readIntent(line)).toEqual({ kind: "follow_up" });
  },
);

test.each(["My toilet is leaking", "Sorry, wrong number", "Are you hiring?", "We're selling solar panels"])(
  "not our trade: %s",
  (line) => {
    expect(readIntent(line)).toEqual({ kind: "non_service" });
  },
);

test.each(["Hello?", "Hi, this is Maria", "Can you hear me"])("cannot be told yet: %s", (line) => {
  expect(readIntent(line)).toEqual({ kind: "unclear" });
});

test("trouble with the unit comes before an old bill", () => {
  expect(readIntent("You sent me a bill and it still isn't cooling")).toEqual({ kind: "service" });
});
