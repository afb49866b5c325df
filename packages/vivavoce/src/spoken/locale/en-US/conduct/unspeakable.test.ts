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
    ["placeholder", "Thanks, None. I'll note that."],
    ["placeholder", "You're set for undefined."],
    ["placeholder", "Your technician is null."],
    ["placeholder", "That comes to NaN dollars."],
    ["placeholder", "It costs %d dollars."],
    ["placeholder", "Hi {{first_name}}!"],
    ["placeholder", ["Hello $", "customer}!"].join("{")],
    ["placeholder", "Your slot is [object Object]."],
    ["placeholder", "TODO: say the address"],
    ["code-name", "Let me call check_availability for you."],
    ["code-name", "Let me use lookupCustomer for that."],
    ["code-name", "It says ERR_TIMEOUT."],
    ["written", "We're open Mon-Fri 8-6."],
    ["written", "The visit is 03/09/2027."],
    ["written", "We come at 14:15."],
    ["written", "Bring it w/ you."],
    ["written", "Bring proof, e.g. a photo."],
    ["written", "It takes two hrs. or so"],
    ["written", "It's $89/hr for that."],
    ["written", "It's 72°F inside."],
    ["written", "Now & then."],
    ["written", "One second.Let me look."],
    ["label", "Assistant: Sure, which day?"],
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
    "None of our techs are free, and we have none left for today.",
    "Thanks, Nan. That would be null and void, and there's no undefined charge.",
    "It's AT&T's line on the I-35 frontage road, 24/7, about 50% of the time.",
    "The A/C at the McDonald house, and the iPhone app.",
    "Dr. Patel's office on St. Mary's is open until 6 p.m. We'll call.",
    "We sat in the sun. Wed in May, they said.",
  ])("%o can be said", (text) => {
    expect(kinds(text)).toEqual([]);
  });

  test("a link is markdown and an address of the web, and says which words", () => {
    const found = unspeakableIn("See [here](https://example.org) now");
    expect(found).toContainEqual({ kind: "url", text: "https://example.org" });
    expect(found.map(({ kind }) => kind)).toContain("markdown");
  });
});

describe("markup, where the voice takes it", () => {
  const inVoice = (text: string) => unspeakableIn(text, { allow: ["bracket"] });

  test.each([
    'Okay. <break time="300ms"/> Which day?',
    '<speak>Your code is <say-as interpret-as="digits">4471</say-as>.</speak>',
    "Under < 5 minutes",
  ])("%s is fine", (text) => {
    expect(inVoice(text)).toEqual([]);
  });

  test.each([
    ["cut", 'Okay. <break time="300ms" Which day?', '<break time="300ms" Which day?'],
    ["not closed", "Okay, <emphasis>Thursday it is.", "<emphasis>"],
    ["closed by another's name", '<prosody rate="slow">Monday</emphasis>', "</emphasis>"],
    ["closed and never opened", "It is </emphasis>Monday.", "</emphasis>"],
  ])("%s", (_name, text, shown) => {
    expect(inVoice(text)).toEqual([{ kind: "markup", text: shown }]);
    expect(unspeakableIn(text, { allow: ["bracket", "markup"] })).toEqual([]);
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
