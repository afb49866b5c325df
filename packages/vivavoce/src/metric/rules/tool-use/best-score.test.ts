import fc from "fast-check";
import { expect, test } from "vitest";
import { draws } from "../../../seed.test-helper.ts";
import { isWrite, type ToolCall, type ToolExpectation } from "../../../shape/index.ts";
import { type MadeCall, madeCalls } from "../../evidence.ts";
import { call, caseOf, scoredOf, transcriptOf } from "../../testing-transcript.test-helper.ts";
import { toolUse } from "../tool-use.ts";

/** The rules once more, written plainly: every assignment is tried, and the best smallest score wins. */
function bestSmallest(expectations: ToolExpectation[], calls: MadeCall[], extraCalls: "allow" | undefined): number {
  const wanted = expectations.filter(({ shouldCall }) => shouldCall);
  const unwanted = expectations.filter(({ shouldCall }) => !shouldCall);
  const assignments = everyAssignment(wanted, calls).filter((met) => keepsOrder(wanted, met));
  return Math.max(
    ...assignments.map((met) =>
      Math.min(
        ...wanted.map((one, index) => wantedScore(one, met[index], met, calls, extraCalls)),
        ...unwanted.map((one) => unwantedScore(one, wanted, met, calls)),
      ),
    ),
  );
}

type Met = (MadeCall | undefined)[];

function everyAssignment([first, ...rest]: ToolExpectation[], calls: MadeCall[]): Met[] {
  if (!first) return [[]];
  return everyAssignment(rest, calls).flatMap((met) => [
    [undefined, ...met],
    ...calls.filter((made) => fits(first, made) && !met.includes(made)).map((made) => [made, ...met]),
  ]);
}

function keepsOrder(wanted: ToolExpectation[], met: Met): boolean {
  const placed = wanted.flatMap(({ order }, index) => {
    const position = met[index]?.position;
    return order === undefined || position === undefined ? [] : [{ order, position }];
  });
  return placed.every((a) => placed.every((b) => a.order >= b.order || a.position < b.position));
}

function inScope({ turn }: ToolExpectation, made: MadeCall): boolean {
  return turn === undefined || made.exchange === turn;
}

function names({ tools }: ToolExpectation, { call }: MadeCall): boolean {
  return tools ? tools.includes(call.name) : isWrite(call);
}

function fits(expectation: ToolExpectation, made: MadeCall): boolean {
  return inScope(expectation, made) && names(expectation, made);
}

function wantedScore(
  expectation: ToolExpectation,
  made: MadeCall | undefined,
  met: Met,
  calls: MadeCall[],
  extraCalls: "allow" | undefined,
): number {
  const here = calls.filter((one) => inScope(expectation, one));
  if (!here.some((one) => isWrite(one.call) || expectation.tools !== undefined)) return 0;
  if (!made) return 0.4;
  if (extraCalls !== "allow" && here.some((one) => isWrite(one.call) && !met.includes(one))) return 0.4;
  if (made.call.invalid !== undefined) return 0.7;
  return (expectation.required ?? []).every((name) => Object.hasOwn(made.call.arguments, name)) ? 1 : 0.7;
}

function unwantedScore(expectation: ToolExpectation, wanted: ToolExpectation[], met: Met, calls: MadeCall[]): number {
  const hit = calls.some((made) => {
    if (!fits(expectation, made)) return false;
    const index = met.indexOf(made);
    if (expectation.turn !== undefined) return index < 0 || wanted[index]?.turn === undefined;
    if (!expectation.tools && wanted.some(({ turn }) => turn === made.exchange)) return false;
    return index < 0;
  });
  return hit ? 0 : 1;
}

const tools = fc.option(fc.subarray(["add", "move", "show"], { minLength: 1 }), { nil: undefined });
const turn = fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined });
const expectation: fc.Arbitrary<ToolExpectation> = fc.record({
  turn,
  shouldCall: fc.boolean(),
  tools,
  required: fc.constantFrom(undefined, ["text"]),
  order: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }),
});
const expectations = fc.array(expectation, { minLength: 1, maxLength: 4 });
const deed: fc.Arbitrary<ToolCall> = fc
  .record({ name: fc.constantFrom("add", "move", "show"), withText: fc.boolean(), couldRun: fc.boolean() })
  .map(({ name, withText, couldRun }) =>
    call(name, withText ? { text: "x" } : {}, {
      effect: name === "show" ? "display" : "write",
      ...(couldRun ? {} : { invalid: "it could not run" }),
    }),
  );

test("no other assignment of calls would give a better smallest score", async () => {
  const exchanges = fc.array(fc.array(deed, { maxLength: 2 }), { minLength: 2, maxLength: 2 });
  const extra = fc.constantFrom(undefined, "allow" as const);
  await fc.assert(
    fc.asyncProperty(expectations, exchanges, extra, async (list, played, extraCalls) => {
      const transcript = transcriptOf(played);
      const testCase = caseOf(extraCalls ? { tools: list, extraCalls } : { tools: list });
      const { value } = await scoredOf(toolUse(), transcript, testCase);
      expect(value).toBe(bestSmallest(list, madeCalls(transcript), extraCalls));
    }),
    draws(3000),
  );
});
