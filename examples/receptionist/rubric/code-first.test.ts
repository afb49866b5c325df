import { describe, expect, test } from "vitest";
import { rubric } from "vivavoce/metrics";
import { receptionistRubric } from "../rubric.ts";
import { playCase, snippet } from "../testing/play-call.ts";
import { scoreReply } from "../testing/score-reply.ts";
import { examinerNotes } from "./examiner-notes.ts";

const { dimensions } = receptionistRubric;
const withCode = rubric({ ...receptionistRubric, notes: examinerNotes });
/** What the judge is asked for where code has found a listed word: all but forbidden_words. */
const asked = Object.fromEntries(dimensions.filter(({ id }) => id !== "forbidden_words").map(({ id }) => [id, 4]));

describe("code decides first", () => {
  test("in three dimensions, one of them alone", () => {
    expect(dimensions.filter(({ code }) => code).map(({ id }) => id)).toEqual([
      "brevity",
      "forbidden_words",
      "spoken_flow",
    ]);
  });

  test.each([
    ["brevity", "Okay. So. What's your name?", { atMost: 2 }],
    ["brevity", "I'm so sorry to hear that, what's your name?", { atMost: 4 }],
    ["spoken_flow", "Name; address?", { atMost: 2 }],
    ["forbidden_words", "I'd love to assist you.", { exactly: 1 }],
    ["forbidden_words", "Certainly.", { exactly: 3 }],
    ["forbidden_words", "Sure thing.", { oneOf: [1, 3, 5] }],
  ])("%s: %s", async (id, text, decision) => {
    const { transcript, testCase } = await playCase(snippet("discovery", "Hm."), [text], { mode: "prompt-only" });
    const [exchange] = transcript.exchanges;
    const dimension = dimensions.find((one) => one.id === id);
    expect(exchange && dimension?.code?.({ text, exchange, transcript }, testCase)).toMatchObject(decision);
  });

  test("what it settles is not asked of the judge", async () => {
    const { score, judge } = await scoreReply(withCode, "Certainly. What's your name?", [asked]);
    expect(JSON.stringify(judge.calls)).not.toContain('\\"item\\":\\"forbidden_words\\"');
    expect(score.status === "scored" && score.native?.value).toBeCloseTo(3.9, 12);
  });

  test("where it finds no listed word, the judge says whether one like them is said", async () => {
    const reply = "I'd be happy to help. What's your name?";
    const { score, judge } = await scoreReply(withCode, reply, [{ ...asked, forbidden_words: 3 }]);
    expect(JSON.stringify(judge.calls)).toContain(
      "Code has decided that it is one of 1, 3, 5: none of the listed words",
    );
    const check = score.status === "scored" && score.checks.find(({ id }) => id === "forbidden_words");
    expect(check).toMatchObject({ verdict: "3", ok: false });
  });

  test("an answer outside its bounds is asked again, and never bent", async () => {
    const reply = "Okay. So. What's your name?";
    const all = { ...asked, forbidden_words: 5 };
    const { score, judge } = await scoreReply(withCode, reply, [all, { ...all, brevity: 1 }]);
    expect(judge.calls).toHaveLength(2);
    expect(JSON.stringify(judge.calls[1])).toContain("item brevity: ");
    expect(score.status === "scored" && score.checks.find(({ id }) => id === "brevity")?.verdict).toBe("1");
    expect(score.status === "scored" && score.native?.value).toBeCloseTo(4 - 0.6 + 0.1, 12);
  });

  test("a judge that stays outside gives no score", async () => {
    const { score } = await scoreReply(withCode, "Name; address? Now?", [asked, asked, asked]);
    expect(score).toMatchObject({ status: "unscored", reason: expect.stringContaining("spoken_flow") });
  });
});
