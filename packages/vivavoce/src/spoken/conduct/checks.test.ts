import { describe, expect, test } from "vitest";
import { checkQuantity, figuresOf, quantities } from "../../metric/rules/quantities.ts";
import { exchange, transcriptOf } from "../../metric/testing-transcript.test-helper.ts";
import { enUS } from "../locale/en-US/en-us.ts";
import { checkOpeners, checkQuestions, checkSpeakability, openerOf } from "./conduct.ts";

const replies = (...texts: string[]) => texts.map((text, index) => ({ exchange: index + 1, text }));

/** So many words, reply by reply. */
const words = (...counts: number[]) => ({
  id: "words",
  label: "words per reply",
  unit: "words",
  parts: () => ({ values: counts, none: "no reply has text" }),
});
const nothing = transcriptOf([]);

describe("percentiles", () => {
  test.each([
    [[5], "p95", 5],
    [[10, 20], "p50", 15],
    [[30, 10, 20], "p50", 20],
    [[1, 2, 3, 4, 5], "p95", 5],
    [Array.from({ length: 19 }, (_, index) => index), "p95", 18],
    [Array.from({ length: 20 }, (_, index) => index), "p95", 18],
    [Array.from({ length: 40 }, (_, index) => index), "p95", 37],
  ] as const)("of %j, %s is %d", (values, name, value) => {
    expect(figuresOf(words(...values), nothing)[name]).toBe(value);
  });

  test("one slow reply of two is not made faster by the other", () => {
    const [, p95] = checkQuantity({ ...words(100, 300), unit: "ms" }, nothing, { p95: 295 });
    expect(p95).toMatchObject({ ok: false, value: 0, reason: "300 ms over 2 replies, at most 295 allowed" });
  });

  test("are measured where no limit is set, and decide nothing", () => {
    const checks = checkQuantity(words(4, 8), nothing, {});
    expect(checks.map(({ id, verdict, ok, reason }) => [id, verdict, ok, reason])).toEqual([
      ["words-p50", "measured", true, "6 words over 2 replies; no limit is set"],
      ["words-p95", "measured", true, "8 words over 2 replies; no limit is set"],
    ]);
    for (const check of checks) {
      expect(check).toMatchObject({ status: "skipped" });
      expect(check).not.toHaveProperty("value");
    }
  });

  test("are kept up to the limit and over beyond it, each for itself", () => {
    const [p50, p95] = checkQuantity(words(4, 8), nothing, { p50: 6, p95: 7 });
    expect(p50).toMatchObject({ verdict: "kept", ok: true, value: 1 });
    expect(p95).toMatchObject({ verdict: "over", ok: false, value: 0 });
    expect(p95?.reason).toBe("8 words over 2 replies, at most 7 allowed");
  });

  test("nothing has no figures", () => {
    expect(figuresOf(words(), nothing)).toEqual({ p50: null, p95: null });
    expect(figuresOf(words(2), nothing)).toEqual({ p50: 2, p95: 2 });
  });
});

test("words are counted reply by reply; without a reply there is nothing to check", () => {
  const [p50] = checkQuantity(quantities.words, transcriptOf([["One two three."], ["It's four-wheel drive"]]), {
    p50: 3,
  });
  expect(p50).toMatchObject({ ok: false, reason: "3.5 words over 2 replies, at most 3 allowed" });
  expect(checkQuantity(quantities.words, nothing, {})).toEqual([]);
  expect(checkQuantity(quantities.words, nothing, { p50: 1 })).toMatchObject([
    { status: "skipped", reason: "not measured: no reply has text" },
  ]);
});

describe("questions", () => {
  test("one in a reply is fine, two are not", () => {
    expect(checkQuestions(replies("What? ", "And when?"), 1, enUS)).toMatchObject([
      { id: "questions", ok: true, value: 1 },
    ]);
    const [check] = checkQuestions(replies("Hi.", "What's your name? And your address?"), 1, enUS);
    expect(check).toMatchObject({
      ok: false,
      value: 0,
      verdict: "over",
      reason: "2 in exchange 2, at most 1 allowed",
      evidence: [{ exchange: 2, source: "reply", text: "What's your name? And your address?" }],
    });
  });

  test("the limit may be another", () => {
    expect(checkQuestions(replies("What? And when?"), 2, enUS)).toMatchObject([{ ok: true }]);
    expect(checkQuestions(replies("What?"), 0, enUS)).toMatchObject([{ ok: false }]);
  });

  test("without a reply there is nothing to check", () => {
    expect(checkQuestions([], 1, enUS)).toEqual([]);
  });
});

describe("speakability", () => {
  test("names what cannot be said, and where", () => {
    const [check] = checkSpeakability(replies("Sure.", "See **this**: https://example.org"), {}, enUS);
    expect(check).toMatchObject({ id: "speakability", ok: false, verdict: "unspeakable", evidence: [{ exchange: 2 }] });
    expect(check?.reason).toContain("url “https://example.org” in exchange 2");
  });

  test("a long list is cut", () => {
    const [check] = checkSpeakability(replies("👍".repeat(8)), {}, enUS);
    expect(check?.reason).toMatch(/and 3 more$/);
  });

  test("plain speech is fine, and its options reach it", () => {
    expect(checkSpeakability(replies("All set (really)."), { allow: ["bracket"] }, enUS)).toMatchObject([{ ok: true }]);
    expect(checkSpeakability([], {}, enUS)).toEqual([]);
  });
});

describe("openers", () => {
  test.each([
    ["Got it, Maria. What's next?", "got it"],
    ["Got it. What's next?", "got it"],
    ["Okay – what's next?", "okay"],
    ["What's the street address?", "what's the street"],
    ["“Sure”, I said", "sure"],
    ["", ""],
  ])("of %o: %o", (text, opener) => {
    expect(openerOf(text, 3)).toBe(opener);
  });

  test("the same in two replies in a row is a repetition", () => {
    const [check] = checkOpeners(replies("Got it. Name?", "Got it, Maria. Address?", "Thanks."), {});
    expect(check).toMatchObject({ id: "openers", ok: false, verdict: "repeated" });
    expect(check?.reason).toContain("“got it” opens exchange 2 as it did the reply before");
    expect(check?.evidence.map(({ exchange: number }) => number)).toEqual([1, 2]);
  });

  test("the same in most replies is one, too", () => {
    const [check] = checkOpeners(replies("Okay. A", "Sure. B", "Okay. C", "Right. D", "Okay. E"), {});
    expect(check).toMatchObject({ ok: false, reason: "“okay” opens 3 of 5 replies" });
    expect(check?.evidence).toHaveLength(3);
  });

  test("now and then is fine", () => {
    expect(checkOpeners(replies("Okay. A", "Sure. B", "Okay. C", "Right. D"), {})).toMatchObject([{ ok: true }]);
  });

  test("what was said before the first exchange counts, but is not judged itself", () => {
    const before = { exchange: undefined, text: "Got it." };
    expect(checkOpeners([before, ...replies("Got it. Name?")], {})).toMatchObject([{ ok: false }]);
    expect(checkOpeners([before, before, ...replies("Name?")], {})).toMatchObject([{ ok: true }]);
    expect(checkOpeners([before, before], {})).toEqual([]);
  });

  test("one reply cannot repeat", () => {
    expect(checkOpeners(replies("Got it."), {})).toEqual([]);
  });

  test("words sets how many first words are compared", () => {
    const two = replies("Can you tell me more", "Can you hold on");
    expect(checkOpeners(two, {})).toMatchObject([{ ok: true }]);
    expect(checkOpeners(two, { words: 2 })).toMatchObject([{ ok: false }]);
  });

  test("share sets how many replies may begin alike", () => {
    const four = replies("Okay. A", "Sure. B", "Okay. C", "Right. D");
    expect(checkOpeners(four, { share: 0.4 })).toMatchObject([{ ok: false }]);
    expect(checkOpeners(replies("Okay. A", "Sure. B", "Okay. C"), { share: 1 })).toMatchObject([{ ok: true }]);
  });
});

describe("how long the caller waits", () => {
  const played = (...replyTimes: (number | undefined)[]) =>
    transcriptOf(replyTimes.map((replyMs) => exchange(["Hi."], replyMs === undefined ? {} : { replyMs })));

  test("is checked by its percentiles", () => {
    const [p50, p95] = checkQuantity(quantities.latency, played(100, 300), { p50: 150, p95: 300 });
    expect(p50).toMatchObject({ id: "latency-p50", ok: false, reason: "200 ms over 2 replies, at most 150 allowed" });
    expect(p95).toMatchObject({ id: "latency-p95", ok: true, value: 1 });
  });

  test("counts for a reply that asked no model, too", () => {
    const canned = transcriptOf([exchange(["Leave the house now."], { modelCalls: 0, replyMs: 1500 })]);
    expect(checkQuantity(quantities.latency, canned, { p95: 500 })).toMatchObject([
      {},
      { id: "latency-p95", ok: false },
    ]);
  });

  test("is skipped where it was not measured, or only in part", () => {
    for (const transcript of [played(undefined), played(100, undefined)]) {
      const checks = checkQuantity(quantities.latency, transcript, { p95: 1 });
      expect(checks).toMatchObject([{ id: "latency", status: "skipped", verdict: "skipped" }]);
      expect(checks[0]?.reason).toMatch(/^not measured: no time is recorded in 1 of /);
      expect(checks[0]).not.toHaveProperty("value");
      expect(figuresOf(quantities.latency, transcript)).toEqual({ p50: null, p95: null });
    }
    expect(checkQuantity(quantities.latency, played(undefined), {})).toEqual([]);
  });

  test("for the first word is measured where the agent streams", () => {
    const streamed = transcriptOf([exchange(["One. Two."], { firstWordMs: 700, replyMs: 2000 })]);
    expect(checkQuantity(quantities.firstWord, streamed, { p95: 600 })).toMatchObject([
      {},
      { id: "first-word-p95", ok: false },
    ]);
    expect(checkQuantity(quantities.firstWord, played(100), { p95: 600 })).toMatchObject([
      { id: "first-word", status: "skipped", reason: "not measured: no reply is recorded as streamed" },
    ]);
  });
});
