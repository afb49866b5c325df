import { expect, test } from "vitest";
import type { CaseInput, ToolCall } from "../../shape/index.ts";
import { call, caseOf, scoredOf, scoreOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { type CarriedOutOptions, carriedOut } from "./carried-out.ts";
import { toolCalls } from "./tool-calls.ts";
import { toolUse } from "./tool-use.ts";

type Expect = CaseInput["expect"];
const book = (more: Partial<ToolCall> = {}) => call("book", { day: "Monday" }, more);
const failed = book({ error: { message: "full" } });
const byTools: Expect = { tools: [{ shouldCall: true, tools: ["book"], arguments: { day: "Monday" } }] };
const byCalls: Expect = { calls: [{ name: "book", arguments: { day: "Monday" } }] };
const valueFor = async (calls: ToolCall[], expect: Expect, options?: CarriedOutOptions) =>
  (await scoredOf(carriedOut(options), transcriptOf([[...calls, "Booked!"]]), caseOf(expect))).value;

test.for([byTools, byCalls])("an expected call has to run: %j", async (expectation) => {
  expect(await valueFor([book({ result: "done" })], expectation)).toBe(1);
  expect(await valueFor([failed], expectation)).toBe(0);
  expect(await valueFor([book({ fate: "never-ran" })], expectation)).toBe(0);
  expect(await valueFor([book({ approval: { decision: "rejected" } })], expectation)).toBe(0);
  expect(await valueFor([], expectation)).toBe(0);
  // The right call never ran, and the one that ran is another.
  expect(
    await valueFor([book({ fate: "never-ran" }), call("book", { day: "Tuesday" }, { result: 1 })], expectation),
  ).toBe(0);
});

test("a second try that runs carries it out", async () => {
  expect(await valueFor([failed, book({ result: "done" })], byTools)).toBe(1);
});

test.for(["failed", "rejected", "any"] as const)("it may have to end otherwise: %s", async (outcome) => {
  const expectation: Expect = { calls: [{ name: "book", outcome }] };
  const rejected = book({ approval: { decision: "rejected" } });
  expect(await valueFor([failed], expectation)).toBe(outcome === "rejected" ? 0 : 1);
  expect(await valueFor([rejected], expectation)).toBe(outcome === "failed" ? 0 : 1);
  expect(await valueFor([book({ result: "done" })], expectation)).toBe(outcome === "any" ? 1 : 0);
  expect(await valueFor([book({ fate: "never-ran" })], expectation)).toBe(0);
});

test("a call whose end nobody can see is shown and not counted, or is a miss", async () => {
  const transcript = transcriptOf([[book(), call("send", {}, { result: 1 })]]);
  const both = caseOf({ calls: [{ name: "book" }, { name: "send" }] });
  const score = await scoredOf(carriedOut(), transcript, both);
  expect(score).toMatchObject({ value: 1, detail: { unknown: 1 }, checks: [{ status: "skipped" }, { ok: true }] });
  expect(await scoredOf(carriedOut({ unknown: "miss" }), transcript, both)).toMatchObject({
    value: 0.5,
    passed: false,
  });
  expect(await scoreOf(carriedOut(), transcript, caseOf(byTools))).toMatchObject({ status: "skipped" });
});

test("a call that Viva made to fail ended as the case says", async () => {
  expect(await valueFor([book({ error: { message: "503" }, fault: "error" })], byTools)).toBe(1);
});

test("one call may be expected among the tools and among the calls", async () => {
  expect(await valueFor([book({ result: 1 })], { ...byTools, ...byCalls })).toBe(1);
});

test("optional calls and calls that are not expected do not count; lines have calls of their own", async () => {
  expect(carriedOut().applies?.(caseOf({ calls: [{ name: "book", optional: true }] }))).toBe(false);
  expect(carriedOut().applies?.(caseOf({ tools: [{ shouldCall: false }] }))).toBe(false);
  const line = caseOf({}, { script: [{ content: "a" }, { content: "b", expect: { calls: [{ name: "book" }] } }] });
  const early = transcriptOf([[book({ result: 1 })], ["Done."]]);
  expect(await scoredOf(carriedOut(), early, line)).toMatchObject({ value: 0 });
});

test("an unknown option is refused", () => {
  expect(() => carriedOut({ unknown: "pass" as never })).toThrow('unknown should be "miss"');
});

test("toolUse and toolCalls treat a call that never ran as not made, and say so", async () => {
  const transcript = transcriptOf([[book({ fate: "never-ran" }), "Booked!"]]);
  const used = await scoredOf(toolUse(), transcript, caseOf(byTools));
  expect(used).toMatchObject({ value: 0 });
  expect(used.checks[0]?.reason).toContain("proposed, but never run: book (exchange 1)");
  const made = await scoredOf(toolCalls(), transcript, caseOf(byCalls));
  expect(made).toMatchObject({ value: 0 });
  expect(made.checks[0]?.reason).toContain("proposed, but never run: book (exchange 1)");
  expect(await scoredOf(toolUse(), transcript, caseOf({ tools: [{ shouldCall: false }] }))).toMatchObject({ value: 1 });
});

test("otherArguments forbids further arguments in expect.tools, too", async () => {
  const only: Expect = {
    tools: [{ shouldCall: true, tools: ["book"], required: ["day"], otherArguments: "forbid" }],
  };
  const more = call("book", { day: "Monday", price: 3 }, { result: 1 });
  expect(await scoredOf(toolUse(), transcriptOf([[book({ result: 1 })]]), caseOf(only))).toMatchObject({ value: 1 });
  const score = await scoredOf(toolUse(), transcriptOf([[more]]), caseOf(only));
  expect(score).toMatchObject({ value: 0.7 });
  expect(score.checks[0]?.reason).toContain("price is 3, expected no other arguments");
});
