import { describe, expect, test } from "vitest";
import { noJudge } from "../testing/no-judge.ts";
import { playCase, snippet } from "../testing/play-call.ts";
import { expectations } from "./expectations.ts";

interface Scene {
  state?: string;
  line?: string;
  mode?: "prompt-only" | "production-turn";
  options?: Parameters<typeof expectations>[0];
}

async function scoreOf(reply: string, expected: object | undefined, scene: Scene = {}) {
  const { state = "discovery", line = "Hm.", mode = "prompt-only", options } = scene;
  const input = snippet(state, line, expected ? { expect: expected } : {});
  const { transcript, testCase } = await playCase(input, [reply], { mode });
  return expectations(options).score(transcript, testCase, noJudge);
}

describe("each expectation is kept or missed", () => {
  test.each<[object, string, string]>([
    [{ max_sentences: 2 }, "One. Two.", "One. Two. Three."],
    [{ max_questions: 1 }, "Your name?", "Your name? And address?"],
    [{ max_questions: 0 }, "Hold on.", "Your name?"],
    [{ must_ask: ["customer_name"] }, "Your name?", "Your ZIP?"],
    [{ must_not_ask: ["preferred_time"] }, "Your name?", "When would you like us?"],
    [{ forbidden: ["absolutely"] }, "Sure.", "Absolutely."],
    [{ forbidden: ["process"] }, "Sure.", "We are processing it."],
  ])("%j", async (expected, good, bad) => {
    expect(await scoreOf(good, expected)).toMatchObject({ status: "scored", value: 1, passed: true, judged: false });
    expect(await scoreOf(bad, expected)).toMatchObject({ status: "scored", value: 0, passed: false });
  });
});

test("the value is the share that was kept, and one miss fails", async () => {
  const expected = { max_sentences: 1, max_questions: 1, must_ask: ["customer_name"], forbidden: ["sure"] };
  expect(await scoreOf("Sure, your name?", expected)).toMatchObject({ value: 0.75, passed: false });
});

test("a check names what was found and quotes the reply", async () => {
  const score = await scoreOf("When would you like us? And your ZIP?", {
    must_ask: ["customer_name"],
    max_questions: 1,
  });
  expect(score.status === "scored" && score.checks).toMatchObject([
    { id: "max_questions", ok: false, reason: "2 questions", label: "at most 1 question" },
    {
      id: "must_ask.customer_name",
      ok: false,
      reason: "it asks for zip_code, preferred_time",
      evidence: [{ text: "When would you like us? And your ZIP?", exchange: 1, source: "reply" }],
    },
  ]);
});

describe("where the machine has moved on", () => {
  const scene: Scene = { state: "welcome", line: "My AC died", mode: "production-turn" };

  test("questions are the new state's business", async () => {
    const expected = { max_questions: 0, must_not_ask: ["zip_code"], max_sentences: 2 };
    const score = await scoreOf("Any gas smell? What's your ZIP?", expected, scene);
    expect(score).toMatchObject({ status: "scored", value: 1 });
    expect(score.status === "scored" && score.checks.map(({ id }) => id)).toEqual(["max_sentences"]);
  });

  test("with nothing else to check there is no score", async () => {
    expect(await scoreOf("Any gas smell?", { max_questions: 0 }, scene)).toMatchObject({ status: "skipped" });
  });

  test("in the same state they are checked in both modes", async () => {
    const stays: Scene = { state: "welcome", line: "Hello?", mode: "production-turn" };
    expect(await scoreOf("Your name?", { max_questions: 0 }, stays)).toMatchObject({ value: 0 });
  });
});

test("a snippet without expectations is skipped", async () => {
  expect(await scoreOf("Hi.", undefined)).toMatchObject({ status: "skipped" });
});

test("name, threshold and report are the suite's to set", async () => {
  const expected = { max_sentences: 1, max_questions: 0 };
  expect(await scoreOf("Your name?", expected, { options: { threshold: 0.5 } })).toMatchObject({ passed: true });
  expect(await scoreOf("Hi.", expected, { options: { report: true } })).toMatchObject({ gating: false });
  expect(await scoreOf("Hi.", expected, { options: { name: "form" } })).toMatchObject({ metric: "form" });
});
