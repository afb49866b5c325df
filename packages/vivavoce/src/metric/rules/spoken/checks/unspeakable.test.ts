import { describe, expect, test } from "vitest";
import { unspeakableIn } from "./unspeakable.ts";

const kinds = (text: string, options = {}) => unspeakableIn(text, options).map(({ kind }) => kind);

describe("what a voice cannot say", () => {
  test.each([
    ["markdown", "That is **very** important"],
    ["markdown", "That is *very* important"],
    ["markdown", "That is _very_ important"],
    ["markdown", "Use `book`"],
    ["markdown", "# Booking"],
    ["markdown", "> quoted"],
    ["markdown", "| a | b |"],
    ["markdown", "one\n---\ntwo"],
    ["bullet", "- first"],
    ["bullet", "* first"],
    ["bullet", "Options:\n1. first"],
    ["bullet", "• first"],
    ["url", "See https://example.org/a?b=1"],
    ["url", "See www.example.org"],
    ["url", "See example.com for more"],
    ["email", "Write to help@example.org"],
    ["emoji", "Great 👍"],
    ["emoji", "Cold ❄️"],
    ["emoji", "1️⃣"],
    ["iso-date", "on 2026-10-06"],
    ["iso-date", "at 2026-10-06T14:30:00Z"],
    ["digits", "Call 5125550199"],
    ["bracket", "Tuesday (or later)"],
    ["bracket", "[pause] Hello"],
    ["bracket", "<break/> Hello"],
  ] as const)("%s: %s", (kind, text) => {
    expect(new Set(kinds(text))).toEqual(new Set([kind]));
  });

  test.each([
    "Got it, Maria. What's the street address?",
    "That's 512-555-0199, in 78745, right?",
    "It's 98 degrees, so let's get you cooled off: tomorrow between 8:00 and 10:00.",
    "Between eight and ten - does that work?",
    "It's $89, and that's it; we'll see you then…",
    "We'll send Dr. Smith's tech, at 3.5 tons.",
    "snake_case stays as it is",
  ])("%o can be said", (text) => {
    expect(kinds(text)).toEqual([]);
  });

  test("a link is markdown and an address of the web, and says which words", () => {
    const found = unspeakableIn("See [here](https://example.org) now");
    expect(found).toContainEqual({ kind: "url", text: "https://example.org" });
    expect(found.map(({ kind }) => kind)).toContain("markdown");
  });
});

describe("options", () => {
  test("digits: how many may stand in a row", () => {
    expect(kinds("code 123456")).toEqual([]);
    expect(kinds("code 1234567")).toEqual(["digits"]);
    expect(kinds("code 78745", { digits: 4 })).toEqual(["digits"]);
  });

  test("allow: kinds that may be used", () => {
    expect(kinds("<break/> Hello 👍", { allow: ["bracket"] })).toEqual(["emoji"]);
  });
});
