import { describe, expect, test } from "vitest";
import { exchange, transcriptOf } from "../../testing-transcript.test-helper.ts";
import { checkLatency, latenciesOf } from "./latency.ts";
import { checkOpeners, openerOf } from "./openers.ts";
import { checkPercentiles, figuresOf, percentile } from "./percentiles.ts";
import { checkQuestions } from "./questions.ts";
import { checkSpeakability } from "./speakability.ts";
import { checkWords } from "./words.ts";

const replies = (...texts: string[]) => texts.map((text, index) => ({ exchange: index + 1, text }));

describe("percentiles", () => {
  test.each([
    [[5], 0.95, 5],
    [[10, 20], 0.5, 15],
    [[30, 10, 20], 0.5, 20],
    [[1, 2, 3, 4, 5], 0.95, 4.8],
  ])("of %j at %d is %d", (values, share, value) => {
    expect(percentile(values, share)).toBeCloseTo(value);
  });

  const quantity = { id: "words", label: "words per reply", unit: "words" };

  test("are measured where no limit is set, and decide nothing", () => {
    const checks = checkPercentiles(quantity, [4, 8], {});
    expect(checks.map(({ id, verdict, ok, reason }) => [id, verdict, ok, reason])).toEqual([
      ["words-p50", "measured", true, "6 words over 2 replies; no limit is set"],
      ["words-p95", "measured", true, "7.8 words over 2 replies; no limit is set"],
    ]);
    for (const check of checks) expect(check).not.toHaveProperty("value");
  });

  test("are kept up to the limit and over beyond it, each for itself", () => {
    const [p50, p95] = checkPercentiles(quantity, [4, 8], { p50: 6, p95: 7 });
    expect(p50).toMatchObject({ verdict: "kept", ok: true, value: 1 });
    expect(p95).toMatchObject({ verdict: "over", ok: false, value: 0 });
    expect(p95?.reason).toBe("7.8 words over 2 replies, at most 7 allowed");
  });

  test("of nothing are no figures", () => {
    expect(figuresOf([])).toEqual({ p50: null, p95: null });
    expect(figuresOf([2])).toEqual({ p50: 2, p95: 2 });
  });
});

test("words are counted reply by reply; without a reply there is nothing to check", () => {
  const [p50] = checkWords(replies("One two three.", "It's four-wheel drive"), { p50: 3 });
  expect(p50).toMatchObject({ ok: false, reason: "3.5 words over 2 replies, at most 3 allowed" });
  expect(checkWords([], { p50: 1 })).toEqual([]);
});

describe("questions", () => {
  test("one in a reply is fine, two are not", () => {
    expect(checkQuestions(replies("What? ", "And when?"), 1)).toMatchObject([{ id: "questions", ok: true, value: 1 }]);
    const [check] = checkQuestions(replies("Hi.", "What's your name? And your address?"), 1);
    expect(check).toMatchObject({
      ok: false,
      value: 0,
      verdict: "over",
      reason: "2 in exchange 2, at most 1 allowed",
      evidence: [{ exchange: 2, source: "reply", text: "What's your name? And your address?" }],
    });
  });

  test("the limit may be another", () => {
    expect(checkQuestions(replies("What? And when?"), 2)).toMatchObject([{ ok: true }]);
    expect(checkQuestions(replies("What?"), 0)).toMatchObject([{ ok: false }]);
  });

  test("without a reply there is nothing to check", () => {
    expect(checkQuestions([], 1)).toEqual([]);
  });
});

describe("speakability", () => {
  test("names what cannot be said, and where", () => {
    const [check] = checkSpeakability(replies("Sure.", "See **this**: https://example.org"), {});
    expect(check).toMatchObject({ id: "speakability", ok: false, verdict: "unspeakable", evidence: [{ exchange: 2 }] });
    expect(check?.reason).toContain("url “https://example.org” in exchange 2");
  });

  test("a long list is cut", () => {
    const [check] = checkSpeakability(replies("👍".repeat(8)), {});
    expect(check?.reason).toMatch(/and 3 more$/);
  });

  test("plain speech is fine, and its options reach it", () => {
    expect(checkSpeakability(replies("All set (really)."), { allow: ["bracket"] })).toMatchObject([{ ok: true }]);
    expect(checkSpeakability([], {})).toEqual([]);
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

  test("now and then is none", () => {
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

  test("words: how many first words are compared", () => {
    const two = replies("Can you tell me more", "Can you hold on");
    expect(checkOpeners(two, {})).toMatchObject([{ ok: true }]);
    expect(checkOpeners(two, { words: 2 })).toMatchObject([{ ok: false }]);
  });

  test("share: from which share on it is too many", () => {
    const four = replies("Okay. A", "Sure. B", "Okay. C", "Right. D");
    expect(checkOpeners(four, { share: 0.4 })).toMatchObject([{ ok: false }]);
    expect(checkOpeners(replies("Okay. A", "Sure. B", "Okay. C"), { share: 1 })).toMatchObject([{ ok: true }]);
  });
});

describe("latency", () => {
  const played = (...latencies: (number | undefined)[]) =>
    transcriptOf(latencies.map((latencyMs) => exchange(["Hi."], latencyMs === undefined ? {} : { latencyMs })));

  test("is checked by its percentiles", () => {
    const [p50, p95] = checkLatency(played(100, 300), { p50: 150, p95: 300 });
    expect(p50).toMatchObject({ id: "latency-p50", ok: false, reason: "200 ms over 2 replies, at most 150 allowed" });
    expect(p95).toMatchObject({ id: "latency-p95", ok: true, value: 1 });
  });

  test("that was not recorded, or only in part, is not checked", () => {
    for (const transcript of [played(undefined), played(100, undefined)]) {
      const checks = checkLatency(transcript, { p95: 1 });
      expect(checks).toMatchObject([{ id: "latency", verdict: "unknown", ok: true }]);
      expect(checks[0]).not.toHaveProperty("value");
    }
  });

  test("a reply that asked no model takes none", () => {
    const silent = exchange(["Leave the house now."], { modelCalls: 0 });
    expect(latenciesOf(transcriptOf([exchange(["Hi."], { latencyMs: 100 }), silent]))).toEqual([100]);
    expect(latenciesOf(transcriptOf([silent]))).toBeUndefined();
    expect(checkLatency(transcriptOf([]), {})).toEqual([]);
  });
});
