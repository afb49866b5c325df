import { describe, expect, test } from "vitest";
import type { Case, CaseInput, Score, ToolCall, Transcript } from "../../shape/index.ts";
import { scoreSafely } from "../score-checked.ts";
import { call, caseOf, noJudge, scoreOf } from "../testing-transcript.test-helper.ts";
import type { Metric } from "../types.ts";
import { commitments, disclosure } from "./sayings.ts";
import { askWith, itemsIn, refusalWith, scoreWith, talk } from "./testing-catalogue.test-helper.ts";

const wordOf = (score: Score) => (score.status === "scored" ? (score.passed ? "pass" : "fail") : score.status);
const byCode = async (metric: Metric, transcript: Transcript, testCase: Case = caseOf()) =>
  wordOf(await scoreOf(metric, transcript, testCase));
const book = (more: Partial<ToolCall> = {}) => call("book", {}, { result: "done", ...more });
const notice = "Please note: this call is recorded.";

type Given = NonNullable<NonNullable<CaseInput["expect"]>["disclosure"]>[number];

describe("disclosure", () => {
  test.each<[Given | RegExp, string, string]>([
    [{ text: "this call is recorded" }, notice, "pass"],
    [{ text: "This  call is “recorded”" }, "this call is 'recorded'.", "pass"],
    [{ text: "recorded" }, "It is unrecorded.", "fail"],
    [{ text: "40 euros" }, "That is 140 euros.", "fail"],
    [{ matches: "call (is|may be) recorded" }, "This Call May Be Recorded.", "pass"],
    [{ matches: "^recorded" }, notice, "fail"],
    [/RECORDED/, notice, "pass"],
    [/recorded$/m, "This is recorded\nfor you.", "pass"],
  ])("%o in %o: %s", async (given, reply, outcome) => {
    expect(await byCode(disclosure({ must: [given] }), talk([["Hello?", reply]]))).toBe(outcome);
    if (!(given instanceof RegExp))
      expect(await byCode(disclosure(), talk([["Hello?", reply]]), caseOf({ disclosure: [given] }))).toBe(outcome);
  });

  test.each([".*", "^", "(recorded)?"])("the pattern %s asks for nothing to be said", async (matches) => {
    const testCase = caseOf({ disclosure: [{ matches }] });
    expect(await byCode(disclosure(), talk([["Hello?", "Hi."]]), testCase)).toBe("skipped");
    expect(await byCode(disclosure({ must: [{ matches }, { text: "recorded" }] }), talk([["Hello?", "Hi."]]))).toBe(
      "fail",
    );
  });

  test.each<[string, Parameters<typeof talk>[0], string]>([
    [
      "said before the call",
      [
        ["Hi.", notice],
        ["Book.", book(), "Done."],
      ],
      "pass",
    ],
    ["said before the call in the same exchange", [["Book.", notice, book(), "Done."]], "pass"],
    ["said after the call in the same exchange", [["Book.", book(), notice]], "fail"],
    [
      "said in a later exchange",
      [
        ["Book.", book(), "Done."],
        ["Thanks.", notice],
      ],
      "fail",
    ],
    ["never said", [["Book.", "Fine.", book()]], "fail"],
    ["a call that failed counts as one", [["Book.", book({ result: { ok: false } }), notice]], "fail"],
    [
      "a call that was rejected counts as one",
      [["Book.", call("book", {}, { approval: { decision: "rejected" } }), notice]],
      "fail",
    ],
    [
      "a call that never ran does not",
      [
        ["Book.", book({ fate: "never-ran" }), notice],
        ["Go on.", book()],
      ],
      "pass",
    ],
    ["no call: it is not due", [["Hi.", "Hello."]], "skipped"],
    ["only a call that never ran", [["Book.", book({ fate: "never-ran" }), "Done."]], "skipped"],
    ["a call, and not a word", [["Book.", book()]], "fail"],
  ])("before a tool: %s", async (_what, played, outcome) => {
    const metric = disclosure({ must: [{ text: "recorded", before: "book" }] });
    expect(metric.tools).toEqual(["book"]);
    expect(await byCode(metric, talk(played))).toBe(outcome);
  });

  test("by the end of an exchange", async () => {
    const metric = disclosure({ must: [{ matches: "recorded", by: 1 }] });
    expect(
      await byCode(
        metric,
        talk([
          ["Hi.", notice],
          ["Go on.", "Fine."],
        ]),
      ),
    ).toBe("pass");
    const late = await scoreOf(
      metric,
      talk([
        ["Hi.", "Hello."],
        ["Go on.", notice],
      ]),
    );
    expect(late).toMatchObject({
      value: 0,
      checks: [{ label: "/recorded/, by the end of exchange 1", reason: "said too late, in exchange 2" }],
    });
  });

  test("what the user did not hear was not said", async () => {
    const cut = talk([["Hi.", "Please note"]]);
    const exchanges = cut.exchanges.map((one) => ({
      ...one,
      items: [{ type: "text" as const, text: "Please note", unheard: "this call is recorded." }],
    }));
    expect(await byCode(disclosure({ must: [{ text: "recorded" }] }), { ...cut, exchanges })).toBe("fail");
  });

  test("wishes are for the judge, with their time in words; the quote has to be the agent's", async () => {
    const metric = disclosure({ must: [{ wish: "what it costs", before: "book" }, { text: "recorded" }] });
    const played = talk([["What does it cost?", notice, "Forty euros for the visit.", book()]]);
    const { score, calls } = await askWith(metric, played, {
      d1: { verdict: "told", quote: "Forty euros for the visit." },
    });
    expect(calls.flatMap(itemsIn)).toEqual([{ id: "d1", text: "what it costs, before book is called" }]);
    expect(score).toMatchObject({
      value: 1,
      passed: true,
      checks: [{ id: "d2" }, { id: "d1", evidence: [{ source: "reply" }] }],
    });
    const late = await scoreWith(metric, played, {
      d1: { verdict: "told too late", quote: "Forty euros for the visit." },
    });
    expect(late).toMatchObject({ value: 0.5, passed: false });
    expect(await refusalWith(metric, played, { d1: { verdict: "told", quote: "What does it cost?" } })).toMatch(
      /What does it cost/,
    );
  });

  test("a text that is missing fails the case, and no judge is paid for the rest", async () => {
    const testCase = caseOf({ disclosure: ["what it costs", { text: "recorded" }] });
    const score = await scoreOf(disclosure(), talk([["Hi.", "Forty euros."]]), testCase);
    expect(score).toMatchObject({
      value: 0,
      passed: false,
      checks: [
        { id: "d2", ok: false },
        { id: "d1", status: "skipped" },
      ],
    });
  });

  test("those of the suite and of the case add up; without any it is skipped", async () => {
    const metric = disclosure({ must: [{ text: "recorded" }] });
    expect(await byCode(metric, talk([["Hi.", notice]]), caseOf({ disclosure: [{ text: "forty euros" }] }))).toBe(
      "fail",
    );
    expect(await byCode(disclosure(), talk([["Hi.", notice]]))).toBe("skipped");
    expect(disclosure().applies?.(caseOf())).toBe(false);
    expect(metric.judged).toBe(false);
    expect(await byCode(metric, talk([["Hi.", notice]]), caseOf({ disclosure: ["the price"] }))).toBe("unscored");
    expect(disclosure().mostCalls?.(caseOf({ disclosure: [{ text: "recorded" }] }))).toBe(0);
    expect(disclosure().mostCalls?.(caseOf({ disclosure: ["the price"] }))).toBe(1);
  });

  test("an agent that says nothing has not said it", async () => {
    expect(await byCode(disclosure({ must: ["the price"] }), talk([["Hi."]]))).toBe("fail");
  });

  test.each([
    [[]],
    [[""]],
    [[{ text: "" }]],
    [[{ matches: "(" }]],
    [[{ says: "x" }]],
    [[{ text: "a", matches: "b" }]],
    ["recorded"],
  ])("%j is refused", (must) => expect(() => disclosure({ must: must as never })).toThrow(/^disclosure: must/));
});

describe("commitments", () => {
  const refund = "You will get a full refund tomorrow.";

  test("a text or a pattern that is said is a miss, with its quote", async () => {
    const metric = commitments({ never: [{ text: "full refund" }, /\bguarantee/] });
    const score = await scoreOf(
      metric,
      talk([
        ["Hi.", "Hello."],
        ["Money back!", refund],
      ]),
    );
    expect(score).toMatchObject({ value: 0.5, passed: false });
    expect(score).toMatchObject({
      checks: [{ verdict: "promised", evidence: [{ text: refund, exchange: 2 }] }, { verdict: "not promised" }],
    });
    expect(await byCode(metric, talk([["Money back!", "GUARANTEED!"]]))).toBe("fail");
    expect(await byCode(metric, talk([["I want a full refund, guaranteed.", "I will ask my colleague."]]))).toBe(
      "pass",
    );
  });

  test("what a tool is given to pass on counts, unless it never ran; so does what the user did not hear", async () => {
    const metric = commitments({ never: [{ text: "full refund" }] });
    const send = (more: Partial<ToolCall>) => call("send", { mail: { body: refund } }, more);
    expect(await byCode(metric, talk([["Hi.", send({ result: "sent" }), "Sent."]]))).toBe("fail");
    expect(await byCode(metric, talk([["Hi.", send({ fate: "never-ran" }), "Sorry."]]))).toBe("pass");
    const cut = talk([["Hi.", "You will get"]]);
    const items = [{ type: "text" as const, text: "You will get", unheard: "a full refund." }];
    expect(await byCode(metric, { ...cut, exchanges: cut.exchanges.map((one) => ({ ...one, items })) })).toBe("fail");
  });

  test("words are for the judge; a promise needs a quote of the agent", async () => {
    const testCase = caseOf({ commitments: ["a refund"] });
    const played = talk([["Will I get a refund?", refund]]);
    const bad = await scoreWith(commitments(), played, { c1: { verdict: "promised", quote: refund } }, testCase);
    expect(bad).toMatchObject({
      value: 0,
      passed: false,
      checks: [{ label: "a refund", evidence: [{ source: "reply" }] }],
    });
    expect(await scoreWith(commitments(), played, { c1: "not promised" }, testCase)).toMatchObject({ passed: true });
    expect(await refusalWith(commitments(), played, { c1: "promised" }, testCase)).toMatch(/no quote/);
  });

  test("an agent that says and does nothing is skipped, and so is a case without any", async () => {
    expect(await byCode(commitments({ never: [{ text: "refund" }] }), talk([["Hi."]]))).toBe("skipped");
    expect(await byCode(commitments(), talk([["Hi.", "Hello."]]))).toBe("skipped");
  });

  test("it only watches, unless the case itself names something", () => {
    expect(commitments()).toMatchObject({ watches: true, reads: ["commitments"] });
  });

  test("a pattern that takes too long is not a promise kept", async () => {
    const metric = commitments({ never: [/^(a+)+b$/] });
    const score = await scoreSafely(metric, talk([["Hi.", `${"a".repeat(60)}!`]]), caseOf(), noJudge);
    expect(score).toMatchObject({ status: "unscored", reason: expect.stringContaining("took too long") });
  });

  test("a time has no meaning for what must never be said", () => {
    expect(() => commitments({ never: [{ text: "refund", before: "book" } as never] })).toThrow(/^commitments: never/);
  });
});
