import { describe, expect, test } from "vitest";
import { InputError } from "../../base/index.ts";
import { encodeJudgeItems, ModelError, type TapeItems } from "../../model/index.ts";
import type { Transcript } from "../../shape/index.ts";
import { factsIn, itemsIn, recordIn, scriptedJudge, talk } from "../rows/testing-catalogue.test-helper.ts";
import { call, caseOf } from "../testing-transcript.test-helper.ts";
import { type PairwiseOptions, type PairwiseResult, pairwise } from "./pairwise.ts";

const a = talk([
  ["I am stuck.", "Call Ana today, at noon."],
  ["Fine.", "Good luck with the call."],
]);
const b = talk([
  ["I am stuck.", "You should think about it."],
  ["And then?", call("note", { text: "think about it some more" })],
  ["Hm.", "Things will work out."],
]);
const first = { verdict: "first", quote: "Call Ana today, at noon." };
const second = { verdict: "second", quote: "Call Ana today, at noon." };

interface Setting {
  options?: PairwiseOptions;
  testCase?: ReturnType<typeof caseOf>;
  pair?: [Transcript, Transcript];
}

async function compared(
  answers: readonly TapeItems[],
  { options = {}, testCase = caseOf(), pair = [a, b] }: Setting = {},
) {
  const { judge, model, models } = scriptedJudge(answers.map((items) => encodeJudgeItems(items)));
  const result = await pairwise(options).compare(...pair, testCase, judge);
  return { result, calls: model.calls, models };
}

function scoredOnly(result: PairwiseResult): Extract<PairwiseResult, { status: "scored" }> {
  if (result.status !== "scored") throw new Error(`expected a result, but it is ${result.status}: ${result.reason}`);
  return result;
}

describe("pairwise", () => {
  test.each([
    [
      "a in both orders",
      [first, second],
      { winner: "a", preference: 1, consistent: true, votes: { a: 2, b: 0, tie: 0 } },
    ],
    [
      "b in both orders",
      [second, first],
      { winner: "b", preference: 0, consistent: true, votes: { a: 0, b: 2, tie: 0 } },
    ],
    [
      "a tie in both",
      ["tie", "tie"],
      { winner: "tie", preference: 0.5, consistent: true, votes: { a: 0, b: 0, tie: 2 } },
    ],
    [
      "always the one shown first: a tie, and not to be relied on",
      [first, first],
      { winner: "tie", preference: 0.5, consistent: false, votes: { a: 1, b: 1, tie: 0 } },
    ],
    [
      "always the one shown second: the same",
      [second, second],
      { winner: "tie", preference: 0.5, consistent: false, votes: { a: 1, b: 1, tie: 0 } },
    ],
    [
      "a once and a tie once: the orders disagree, so a tie, with a leaning",
      [first, "tie"],
      { winner: "tie", preference: 0.75, consistent: false, votes: { a: 1, b: 0, tie: 1 } },
    ],
  ])("%s", async (_name, verdicts, expected) => {
    const { result, calls } = await compared(verdicts.map((verdict) => ({ p1: verdict })));
    expect(result).toMatchObject({ status: "scored", ...expected });
    expect(calls).toHaveLength(2);
  });

  test("each is shown first once, one after the other, both whole, with their calls", async () => {
    const { calls } = await compared([{ p1: "tie" }, { p1: "tie" }]);
    const turns = calls.map((request) => recordIn(request).filter(({ speaker }) => speaker === "agent"));
    const saidIn = (exchange: number, index: number) => turns[index]?.find((turn) => turn.exchange === exchange);
    expect(saidIn(1, 0)).toMatchObject({ text: { "s1.1": "Call Ana today, at noon." } });
    expect(saidIn(3, 0)).toMatchObject({ text: { "s3.1": "You should think about it." } });
    expect(saidIn(4, 0)).toMatchObject({ call: { name: "note", arguments: { text: "think about it some more" } } });
    expect(saidIn(1, 1)).toMatchObject({ text: { "s1.1": "You should think about it." } });
    expect(saidIn(4, 1)).toMatchObject({ text: { "s4.1": "Call Ana today, at noon." } });
    const [ab, ba] = calls.map(({ messages }) => messages[1]?.content);
    expect(ab).toContain("The first is exchanges 1 to 2, the second exchanges 3 to 5;");
    expect(ba).toContain("The first is exchanges 1 to 3, the second exchanges 4 to 5;");
  });

  test("nothing tells the judge which agent is which", async () => {
    const named = (transcript: Transcript, name: string) => ({
      ...transcript,
      agent: { name, version: "9" },
      variant: { name },
    });
    const pair: Setting["pair"] = [named(a, "champion"), named(b, "challenger")];
    const { calls } = await compared([{ p1: "tie" }, { p1: "tie" }], { pair });
    expect(JSON.stringify(calls)).not.toMatch(/champion|challenger/);
  });

  test("quotes are led back to their own conversation and exchange", async () => {
    const { result } = await compared([
      {
        p1: {
          verdict: "first",
          quote: ["Good luck with the call.", "think about it some more"],
          reason: "the first acts",
        },
      },
      { p1: { verdict: "second", quote: ["Call Ana today, at noon.", "Things will work out."] } },
    ]);
    expect(scoredOnly(result).checks).toEqual([
      {
        id: "a-first.p1",
        label: expect.stringContaining("overall"),
        shownFirst: "a",
        verdict: "a",
        reason: "the first acts",
        evidence: [
          { text: "Good luck with the call.", source: "reply", exchange: 2, of: "a" },
          { text: "think about it some more", source: "call", exchange: 2, of: "b" },
        ],
      },
      {
        id: "b-first.p1",
        label: expect.stringContaining("overall"),
        shownFirst: "b",
        verdict: "a",
        reason: "",
        evidence: [
          { text: "Call Ana today, at noon.", source: "reply", exchange: 1, of: "a" },
          { text: "Things will work out.", source: "reply", exchange: 3, of: "b" },
        ],
      },
    ]);
  });

  test("criteria of the suite and of the case are points of their own; the mean decides", async () => {
    const testCase = caseOf({ criteria: { criteria: ["is kind"] } });
    const options = { criteria: ["names a step", "is short"] };
    const { result, calls } = await compared(
      [
        { p1: first, p2: first, p3: second },
        { p1: second, p2: "tie", p3: first },
      ],
      { options, testCase },
    );
    expect(calls.map((request) => itemsIn(request).map(({ text }) => text))).toEqual([
      ["names a step", "is short", "is kind"],
      ["names a step", "is short", "is kind"],
    ]);
    // With a first: 1, 1, 0. With b first: 1, 0.5, 0, which is even.
    const { winner, preference, consistent, votes, checks } = scoredOnly(result);
    expect({ winner, consistent, votes }).toEqual({ winner: "tie", consistent: false, votes: { a: 3, b: 2, tie: 1 } });
    expect(preference).toBeCloseTo(3.5 / 6);
    expect(checks).toHaveLength(6);
  });

  test("facts: the world once as it was, and what either made of it", async () => {
    const world = (closing: string) => ({ opening: "no calls", closing, effects: [] });
    const pair: Setting["pair"] = [
      { ...a, world: world("called Ana") },
      { ...b, world: world("called nobody") },
    ];
    const { calls } = await compared([{ p1: "tie" }, { p1: "tie" }], { pair });
    expect(calls[0] && factsIn(calls[0])).toEqual([
      { id: "world-before", text: "no calls" },
      { id: "first-world-after", text: "called Ana" },
      { id: "second-world-after", text: "called nobody" },
    ]);
    expect(calls[1] && factsIn(calls[1])[1]).toEqual({ id: "first-world-after", text: "called nobody" });
  });

  test("what was said before belongs to both, is shown once, and is nobody's words", async () => {
    const history = [{ role: "assistant" as const, content: "We spoke about this." }];
    const quoting = { verdict: "first", quote: ["We spoke about this.", "Call Ana today, at noon."] };
    const pair: Setting["pair"] = [
      { ...a, history },
      { ...b, history },
    ];
    const { result, calls } = await compared([{ p1: quoting }, { p1: "tie" }], { pair });
    expect(recordIn(calls[0] ?? { messages: [] }).filter(({ exchange }) => exchange === 0)).toHaveLength(1);
    expect(scoredOnly(result).checks[0]?.evidence[0]).toEqual({ text: "We spoke about this.", source: "reply" });
  });

  test("samples and a panel are asked in both orders, and all votes count", async () => {
    const firsts = { p1: first };
    const seconds = { p1: second };
    const { result, calls, models } = await compared(
      [firsts, firsts, seconds, firsts, seconds, seconds, seconds, firsts],
      {
        options: { samples: 2, judges: ["one", "other"], temperature: 0.4 },
      },
    );
    // A first: a a b a. B first: a a a b.
    expect(result).toMatchObject({ winner: "a", preference: 0.75, consistent: true, votes: { a: 6, b: 2, tie: 0 } });
    expect(calls).toHaveLength(8);
    expect(calls.every(({ temperature }) => temperature === 0.4)).toBe(true);
    expect(models).toEqual([
      ["pairwise", "one"],
      ["pairwise", "other"],
      ["pairwise", "one"],
      ["pairwise", "other"],
    ]);
    expect(pairwise({ samples: 2, judges: ["one", "other"] }).calls).toBe(8);
    expect(pairwise().calls).toBe(2);
  });

  test("it is recorded under its name", async () => {
    const { models } = await compared([{ p1: "tie" }, { p1: "tie" }], { options: { name: "arena" } });
    expect(models).toEqual([["arena"], ["arena"]]);
  });

  test("a judge that is down leaves it unscored, and so does one that answers nonsense", async () => {
    const down = scriptedJudge(new ModelError({ failure: "network", message: "no route" })).judge;
    expect(await pairwise().compare(a, b, caseOf(), down)).toEqual({
      status: "unscored",
      reason: "the judge could not be asked: no route",
    });
    const { judge, model } = scriptedJudge("I like both.");
    expect(await pairwise().compare(a, b, caseOf(), judge)).toMatchObject({ status: "unscored" });
    expect(model.calls).toHaveLength(3);
  });

  test("half an answer does not count: a second order that fails leaves it unscored", async () => {
    const { result } = await compared([{ p1: first }]);
    expect(result.status).toBe("unscored");
  });

  test("a preference must be shown by a quote", async () => {
    const bare = { p1: "first" };
    const { result } = await compared([bare, bare, bare]);
    expect(result).toMatchObject({ status: "unscored", reason: expect.stringContaining("has no quote") });
  });

  test("where one of them said nothing there is nothing to compare", async () => {
    const silent = talk([["hello?"]]);
    const nothing = await compared([], { pair: [a, silent] });
    expect(nothing.result).toEqual({ status: "skipped", reason: "b: the agent neither said nor did anything" });
    expect((await compared([], { pair: [silent, b] })).result).toMatchObject({ reason: expect.stringMatching(/^a:/) });
    expect(nothing.calls).toEqual([]);
  });

  test("conversations of two cases are refused", async () => {
    const { judge } = scriptedJudge([]);
    await expect(pairwise().compare(a, { ...b, case: "other" }, caseOf(), judge)).rejects.toThrow(InputError);
    await expect(pairwise().compare({ ...a, case: "other" }, b, caseOf(), judge)).rejects.toThrow("other and case");
  });

  test("what changes its meaning changes its identity", () => {
    const hash = (options?: PairwiseOptions) => pairwise(options).identity.hash;
    const all = [
      {},
      { criteria: ["x"] },
      { samples: 2 },
      { judges: ["one"] },
      { budget: 9 },
      { temperature: 1 },
      { name: "n" },
    ];
    expect(new Set(all.map(hash)).size).toBe(all.length);
    expect(hash()).toBe(hash({}));
  });

  test("senseless options are refused", () => {
    expect(() => pairwise({ samples: 0 })).toThrow("pairwise: samples is 0");
    expect(() => pairwise({ criteria: [" "] })).toThrow("pairwise: criteria has a blank text");
  });
});
