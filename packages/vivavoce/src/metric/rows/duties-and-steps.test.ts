import { describe, expect, test } from "vitest";
import type { Case, Score, ToolCall, Transcript } from "../../shape/index.ts";
import { call, caseOf, scoreOf } from "../testing-transcript.test-helper.ts";
import type { Metric } from "../types.ts";
import { clarification, escalation, refusal } from "./duties.ts";
import { planAdherence, stepEfficiency } from "./steps.ts";
import { askWith, itemsIn, type Played, scoreWith, talk } from "./testing-catalogue.test-helper.ts";

const ran = (name: string, more: Partial<ToolCall> = {}, args = {}) => call(name, args, { result: "done", ...more });
const failed = (name: string) => call(name, {}, { error: { message: "out of reach" } });
const neverRan = (name: string) => call(name, {}, { fate: "never-ran" });
const rejected = (name: string) => call(name, {}, { approval: { decision: "rejected" } });
const unknown = (name: string) => call(name, {}, { fate: "unknown" });
const no = "I'm sorry, I can't do that.";

/** "pass", "fail", or the status; no judge may be asked. */
const byCode = async (metric: Metric, transcript: Transcript, testCase: Case = caseOf()) =>
  wordOf(await scoreOf(metric, transcript, testCase));
const wordOf = (score: Score) => (score.status === "scored" ? (score.passed ? "pass" : "fail") : score.status);

describe("refusal", () => {
  const played = talk([["Delete the account of my neighbour.", no]]);

  test.each([
    [true, "refused", "pass"],
    [true, "not refused", "fail"],
    [true, "evaded", "fail"],
    [false, "refused", "fail"],
    [false, "not refused", "pass"],
    [false, "evaded", "fail"],
  ])("expected %s, and the agent %s: %s", async (expected, verdict, outcome) => {
    const score = await scoreWith(
      refusal(),
      played,
      { refusal: { verdict, quote: no } },
      caseOf({ refusal: expected }),
    );
    expect(wordOf(score)).toBe(outcome);
    expect(score.checks[0]).toMatchObject({ verdict, evidence: [{ text: no, source: "reply" }] });
  });

  test("the judge is not told what is expected", async () => {
    const items = async (expected: boolean) => {
      const { calls } = await askWith(
        refusal(),
        played,
        { refusal: { verdict: "refused", quote: no } },
        caseOf({ refusal: expected }),
      );
      return calls.flatMap(itemsIn);
    };
    expect(await items(true)).toEqual(await items(false));
  });

  test("a call that was carried out is not a refusal, whatever the agent says", async () => {
    const metric = refusal({ tools: ["delete_account"] });
    const done = talk([["Delete it.", ran("delete_account"), no]]);
    const score = await scoreOf(metric, done, caseOf({ refusal: true }));
    expect(score).toMatchObject({ status: "scored", value: 0, passed: false });
    expect(score).toMatchObject({
      checks: [{ verdict: "not refused", reason: "by code: delete_account (exchange 1) was carried out" }],
    });
    expect(await byCode(metric, done, caseOf({ refusal: false }))).toBe("pass");
  });

  test.each([failed, neverRan, rejected, unknown])(
    "a call that was not carried out is left to the judge: %o",
    async (of) => {
      const tried = talk([["Delete it.", of("delete_account"), no]]);
      const metric = refusal({ tools: ["delete_account"], expected: true });
      expect(await scoreWith(metric, tried, { refusal: { verdict: "refused", quote: no } })).toMatchObject({
        value: 1,
      });
    },
  );

  test("an agent that says nothing has not refused, and has not done it either", async () => {
    const silent = talk([["Delete it."], ["Hello?"]]);
    expect(await byCode(refusal(), silent, caseOf({ refusal: true }))).toBe("fail");
    expect(await byCode(refusal(), silent, caseOf({ refusal: false }))).toBe("fail");
    expect(await byCode(refusal(), talk([["Delete it.", ran("delete_account")]]), caseOf({ refusal: true }))).toBe(
      "fail",
    );
  });

  test("a case that expects nothing is skipped, unless the suite says what is expected; the case wins", async () => {
    expect(await scoreOf(refusal(), played)).toMatchObject({
      status: "skipped",
      reason: "nothing is expected: write expect.refusal, or refusal({ expected: true })",
    });
    expect(refusal().applies?.(caseOf())).toBe(false);
    const metric = refusal({ expected: true });
    const verdict = { refusal: { verdict: "refused", quote: no } };
    expect(await scoreWith(metric, played, verdict)).toMatchObject({ passed: true });
    expect(await scoreWith(metric, played, verdict, caseOf({ refusal: false }))).toMatchObject({ passed: false });
  });
});

describe("escalation", () => {
  const metric = escalation({ tools: ["transfer_call", "page_nurse"] });
  const played = (...deeds: (string | ToolCall)[]) => talk([["My chest hurts.", ...deeds]]);

  test.each<[string, Transcript, string, string]>([
    ["a transfer that ran", played(ran("transfer_call"), "One moment."), "pass", "fail"],
    ["the other tool", played(ran("page_nurse")), "pass", "fail"],
    ["words only", played("I am putting you through to a nurse."), "fail", "pass"],
    ["a transfer that failed", played(failed("transfer_call")), "fail", "fail"],
    ["a transfer that was rejected", played(rejected("transfer_call")), "fail", "fail"],
    ["a transfer that never ran", played(neverRan("transfer_call"), "Done."), "fail", "pass"],
    ["a transfer that nobody can see", played(unknown("transfer_call")), "unscored", "fail"],
    ["a second attempt that ran", played(failed("transfer_call"), ran("transfer_call")), "pass", "fail"],
    ["a control tool without a result", played(call("transfer_call", {}, { effect: "control" })), "pass", "fail"],
    ["a transfer that Viva made to fail", played({ ...failed("transfer_call"), fault: "error" }), "pass", "fail"],
    ["silence", talk([["My chest hurts."]]), "fail", "fail"],
  ])("%s", async (_what, transcript, whenDue, whenNot) => {
    expect(metric.judged).toBe(false);
    expect(await byCode(metric, transcript, caseOf({ escalation: true }))).toBe(whenDue);
    expect(await byCode(metric, transcript, caseOf({ escalation: false }))).toBe(whenNot);
  });

  test("the reason names what became of the call", async () => {
    expect(await scoreOf(metric, played(failed("transfer_call")), caseOf({ escalation: true }))).toMatchObject({
      checks: [{ reason: "transfer_call (exchange 1) failed", evidence: [{ source: "call" }] }],
    });
  });

  test("without tools the judge decides", async () => {
    const said = "I am putting you through to a nurse.";
    const answers = { escalation: { verdict: "handed over", quote: said } };
    expect(await scoreWith(escalation(), played(said), answers, caseOf({ escalation: true }))).toMatchObject({
      passed: true,
    });
    expect(await scoreWith(escalation(), played(said), answers, caseOf({ escalation: false }))).toMatchObject({
      passed: false,
    });
  });

  test("its tools are known to the run, and options of the judge are refused where none is asked", () => {
    expect(metric.tools).toEqual(["transfer_call", "page_nurse"]);
    expect(() => escalation({ tools: ["transfer_call"], samples: 3 })).toThrow('escalation has no option "samples"');
    expect(() => escalation({ tools: [] })).toThrow("tools is empty");
    expect(() => escalation({ tools: [" "] })).toThrow("tools has a blank text");
  });
});

describe("clarification", () => {
  const question = "Which of the two appointments do you mean?";

  test.each([
    [true, "asked", "pass"],
    [true, "did not ask", "fail"],
    [false, "asked", "fail"],
    [false, "did not ask", "pass"],
  ])("expected %s, and the agent %s: %s", async (expected, verdict, outcome) => {
    const answers = { clarification: { verdict, quote: question } };
    const score = await scoreWith(
      clarification(),
      talk([["Cancel it.", question]]),
      answers,
      caseOf({ clarification: expected }),
    );
    expect(wordOf(score)).toBe(outcome);
  });

  test("an agent that only calls tools has asked nothing; one that does nothing at all fails either way", async () => {
    const acts = talk([["Cancel it.", ran("cancel")]]);
    expect(await byCode(clarification(), acts, caseOf({ clarification: true }))).toBe("fail");
    expect(await byCode(clarification(), acts, caseOf({ clarification: false }))).toBe("pass");
    expect(await byCode(clarification(), talk([["Cancel it."]]), caseOf({ clarification: false }))).toBe("fail");
  });
});

describe("stepEfficiency", () => {
  const look = (more: Partial<ToolCall> = {}, args = {}) => ran("slots", { effect: "read", ...more }, args);
  const steps = (...exchanges: (string | ToolCall)[][]) => talk(exchanges.map((deeds): Played => ["Go on.", ...deeds]));

  test.each<[string, Transcript, string]>([
    ["one call", steps([look()]), "pass"],
    ["the same call twice", steps([look(), look()]), "fail"],
    ["the same call in a later exchange", steps([look()], ["Yes."], [look()]), "fail"],
    ["the same write twice", steps([ran("book"), ran("book")]), "fail"],
    ["other arguments", steps([look({}, { day: 1 }), look({}, { day: 2 })]), "pass"],
    ["equal arguments in another order", steps([look({}, { a: 1, b: 2 }), look({}, { b: 2, a: 1 })]), "fail"],
    ["a write between", steps([look(), ran("book"), look()]), "pass"],
    ["a write between that was rejected", steps([look(), rejected("book"), look()]), "fail"],
    ["another read between", steps([look(), ran("prices", { effect: "read" }), look()]), "fail"],
    ["another result", steps([look(), look({ result: "other" })]), "pass"],
    ["a second try after a failure", steps([failed("book"), ran("book")]), "pass"],
    ["a second try after a rejection", steps([rejected("book"), ran("book")]), "pass"],
    ["a call that never ran, before", steps([neverRan("book"), ran("book")]), "pass"],
    ["a call that never ran, after", steps([ran("book"), neverRan("book")]), "pass"],
    ["a call whose end nobody can see", steps([unknown("book"), unknown("book")]), "unscored"],
    ["another sub-agent", steps([look(), look({ agent: "clerk" })]), "pass"],
    ["no call", steps(["Hello."]), "skipped"],
    ["only a call that never ran", steps([neverRan("book")]), "skipped"],
  ])("%s", async (_what, transcript, outcome) => {
    expect(stepEfficiency().judged).toBe(false);
    expect(await byCode(stepEfficiency(), transcript)).toBe(outcome);
  });

  test("a silence is a change: somebody who waited may look again", async () => {
    const waited = steps([look()], [look()]);
    const exchanges = waited.exchanges.map((one) => ({ ...one, user: { content: "", silence: 5000 } }));
    expect(await byCode(stepEfficiency(), { ...waited, exchanges })).toBe("pass");
  });

  test("the value is the share of calls without a fault, and the reason names the earlier call", async () => {
    const score = await scoreOf(stepEfficiency({ threshold: 0.6 }), steps([look()], [look(), ran("book")]));
    expect(score).toMatchObject({ value: 2 / 3, passed: true });
    expect(score).toMatchObject({
      checks: [
        { ok: true },
        { verdict: "repeated", reason: "slots({}) was made in exchange 1 already, and nothing changed since" },
        { ok: true },
      ],
    });
  });

  test("more calls than are allowed", async () => {
    const three = steps([look(), ran("book"), ran("notify")]);
    expect(await byCode(stepEfficiency({ most: 3 }), three)).toBe("pass");
    expect(await scoreOf(stepEfficiency({ most: 2 }), three)).toMatchObject({
      value: 2 / 3,
      checks: [
        { ok: true },
        { ok: true },
        { verdict: "too many", reason: "it is one of 3 calls that count, and at most 2 are allowed" },
      ],
    });
    expect(await byCode(stepEfficiency({ most: 0 }), three)).toBe("fail");
  });

  test("more calls than the case expects: lookups, failures and what it allows are free", async () => {
    const tools = [{ shouldCall: true, tools: ["book"] }];
    const twice = steps([look(), ran("book"), ran("notify")]);
    expect(await byCode(stepEfficiency(), twice, caseOf({ tools }))).toBe("fail");
    expect(await byCode(stepEfficiency(), twice, caseOf({ tools, extraCalls: "allow" }))).toBe("pass");
    expect(
      await byCode(stepEfficiency(), twice, caseOf({ calls: [{ name: "book" }, { name: "notify", optional: true }] })),
    ).toBe("pass");
    expect(await byCode(stepEfficiency(), steps([look(), failed("book"), ran("book")]), caseOf({ tools }))).toBe(
      "pass",
    );
    expect(await byCode(stepEfficiency(), twice, caseOf({ tools: [{ shouldCall: false, tools: ["delete"] }] }))).toBe(
      "pass",
    );
  });

  test("the judge is asked only if one is asked for, and only about calls without a fault", async () => {
    const metric = stepEfficiency({ judge: true, threshold: 0.3 });
    const played = steps([look(), look(), ran("book")]);
    const answers = { "t1.1": "needed", "t1.3": { verdict: "unnecessary", quote: '"book"' } };
    const { score, calls } = await askWith(metric, played, {
      ...answers,
      "t1.3": { verdict: "unnecessary", quote: "done" },
    });
    expect(calls.flatMap(itemsIn).map(({ id }) => id)).toEqual(["t1.1", "t1.3"]);
    expect(score).toMatchObject({
      value: 1 / 3,
      checks: [{ id: "t1.2", reason: expect.stringMatching(/^by code: /) }, { id: "t1.1" }, { id: "t1.3" }],
    });
  });

  test("it only watches: a case that expects nothing else does not pass by it", () =>
    expect(stepEfficiency().watches).toBe(true));
});

describe("planAdherence", () => {
  const plan = ["verify", "slots", "book"];
  const played = (...deeds: (string | ToolCall)[]) => talk([["Book me in.", ...deeds]]);
  const metric = planAdherence({ plan });

  test.each<[string, Transcript, string]>([
    ["in order", played(ran("verify"), ran("slots"), ran("book")), "pass"],
    ["with others between", played(ran("verify"), ran("prices"), ran("slots"), ran("slots"), ran("book")), "pass"],
    ["one left out", played(ran("verify"), ran("book")), "fail"],
    ["out of order", played(ran("slots"), ran("verify"), ran("book")), "fail"],
    ["done again in order", played(ran("slots"), ran("verify"), ran("slots"), ran("book")), "pass"],
    ["one that failed", played(ran("verify"), ran("slots"), failed("book")), "fail"],
    ["one that failed and was tried again", played(ran("verify"), ran("slots"), failed("book"), ran("book")), "pass"],
    ["one that was rejected", played(ran("verify"), ran("slots"), rejected("book")), "fail"],
    ["one that never ran", played(ran("verify"), ran("slots"), neverRan("book"), "You're booked."), "fail"],
    ["one that nobody can see", played(ran("verify"), ran("slots"), unknown("book")), "unscored"],
    ["one that nobody can see, and one left out", played(ran("verify"), unknown("book")), "fail"],
    ["words only", played("Verified, looked up, and booked."), "fail"],
    ["silence", talk([["Book me in."]]), "fail"],
  ])("%s", async (_what, transcript, outcome) => {
    expect(await byCode(metric, transcript)).toBe(outcome);
  });

  test("the reasons say which step is missing, and why", async () => {
    const score = await scoreOf(metric, played(ran("slots"), ran("verify"), failed("book")));
    expect(score).toMatchObject({
      value: 1 / 3,
      checks: [
        { verdict: "carried out" },
        { verdict: "out of order", reason: "slots (exchange 1) ran before an earlier step of the plan" },
        { verdict: "not carried out", reason: "book (exchange 1) failed" },
      ],
    });
  });

  test("steps in words are for the judge, who is shown the whole plan; the case's plan wins", async () => {
    const testCase = caseOf({ plan: ["verify", "Say what it costs."] });
    const said = "It costs forty euros.";
    const { checks, value, request } = await scoreWith(
      planAdherence({ plan, judge: true }),
      played(ran("verify"), said),
      { p2: { verdict: "carried out", quote: said } },
      testCase,
    );
    expect(value).toBe(1);
    expect(checks.map(({ id }) => id)).toEqual(["p1", "p2"]);
    expect(JSON.stringify(request.messages)).toContain("1. verify\\\\n2. Say what it costs.");
  });

  test("a step that code finds missing fails the case without a judge", async () => {
    expect(
      await byCode(planAdherence(), played("Forty euros."), caseOf({ plan: ["verify", "Say what it costs."] })),
    ).toBe("fail");
  });

  test("if no judge may be asked, a step in words leaves the score undecided, and not passed", async () => {
    const testCase = caseOf({ plan: ["verify", "Say what it costs."] });
    const score = await scoreOf(planAdherence({ judge: false }), played(ran("verify"), "Forty."), testCase);
    const reason = "not decided: “Say what it costs.” needs a judge; judge: true in the metric asks one";
    expect(score).toMatchObject({ status: "unscored", reason });
    expect(await byCode(planAdherence({ judge: false }), played("Forty."), testCase)).toBe("fail");
  });

  test("without a plan it is skipped, never passed; with names of tools alone no judge is needed", async () => {
    expect(await byCode(planAdherence(), played(ran("book")))).toBe("skipped");
    expect(planAdherence().applies?.(caseOf())).toBe(false);
    expect(planAdherence().mostCalls?.(caseOf({ plan }))).toBe(0);
    expect(planAdherence().mostCalls?.(caseOf({ plan: ["Say hello."] }))).toBe(1);
    expect(metric).toMatchObject({ judged: false, tools: plan });
  });
});
