import { describe, expect, test } from "vitest";
import { decideSpokenFlow } from "./spoken-flow.ts";

describe("written language is worth at most 2", () => {
  test.each([
    ["a list", "I need:\n- your name\n- your address"],
    ["a list", "1. Your name\n2. Your address"],
    ["a list", "• Your name"],
    ["a bracket", "Your address (street and number)?"],
    ["a bracket", "[pause] Your name?"],
    ["a semicolon", "Got it; your name?"],
    ["a URL", "Go to https://example.org for more"],
    ["a URL", "See www.example.org"],
    ["a URL", "It's on cedarbend.com"],
    ["markdown", "**Name**?"],
    ["markdown", "# Name"],
    ["markdown", "Say `yes`"],
    ["markdown", "That is *very* hot"],
  ])("%s: %j", (what, reply) => {
    expect(decideSpokenFlow({ text: reply })).toMatchObject({ atMost: 2, reason: expect.stringContaining(what) });
  });
});

test("all that is found is named", () => {
  expect(decideSpokenFlow({ text: "**Name** (first); see www.example.org" })?.reason).toBe(
    "it holds a URL, markdown, a bracket, a semicolon",
  );
});

test.each([
  "Got it, two days without cooling. What's your name?",
  "That's 4210 South Lamar, right?",
  "Well-known trouble, that – what's the ZIP?",
  "It's 2 for 1.",
])("the judge decides alone: %s", (reply) => {
  expect(decideSpokenFlow({ text: reply })).toBeUndefined();
});
