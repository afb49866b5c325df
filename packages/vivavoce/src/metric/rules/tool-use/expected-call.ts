import { isWrite, type ToolExpectation } from "../../../shape/index.ts";
import { butNeverRan, listCalls, type MadeCall, quoteCall } from "../../evidence.ts";
import { parameterProblems } from "./parameters.ts";
import { inScope, isNamed, type Met, type Played } from "./scope.ts";
import { right, stopAt, type Trail, type TrailStep } from "./trail.ts";

/** Goes down the tree for an expectation that a tool is called. */
export function judgeExpected(expectation: ToolExpectation, met: Met, played: Played): Trail {
  const { calls, extraCalls, ofLines, neverRan = [] } = played;
  const inPlace = calls.filter((made) => inScope(expectation, made));
  const relevant = inPlace.filter((made) => isInItsPlace(expectation, made));
  const never = butNeverRan(neverRan.filter((one) => inScope(expectation, one) && isNamed(expectation, one)));
  if (relevant.length === 0) return stopAt("tool_decision", `${notCalled(expectation, calls)}${never}`, [], []);
  const decided = [right("tool_decision", "a tool was called")];

  const made = met.get(expectation);
  const used = new Set(met.values());
  if (!made)
    return stopAt("tool_types", `${notMet(expectation, relevant, used)}${never}`, decided, relevant.map(quoteCall));
  const isExpected = (one: MadeCall) => used.has(one) || ofLines?.calls.has(one) === true;
  const extra = extraCalls === "allow" ? [] : inPlace.filter((one) => isWrite(one.call) && !isExpected(one));
  if (extra.length > 0) {
    return stopAt("tool_types", `a write that is not expected: ${listCalls(extra)}`, decided, extra.map(quoteCall));
  }
  return judgeParameters(expectation, made, [...decided, right("tool_types", `${made.call.name} was called`)]);
}

/** Whether a call is the expected one or was made in its place; if any write is accepted, only a write counts. */
function isInItsPlace(expectation: ToolExpectation, made: MadeCall): boolean {
  return isWrite(made.call) || expectation.tools !== undefined;
}

function judgeParameters(expectation: ToolExpectation, made: MadeCall, before: TrailStep[]): Trail {
  const problems = parameterProblems(expectation, made.call);
  if (problems.length > 0) return stopAt("tool_params", problems.join("; "), before, [quoteCall(made)]);
  return { steps: [...before, right("tool_params", "the parameters are as expected")], evidence: [quoteCall(made)] };
}

function notCalled(expectation: ToolExpectation, calls: readonly MadeCall[]): string {
  const elsewhere = calls.filter((made) => isNamed(expectation, made));
  const where = expectation.turn === undefined ? "" : ` in exchange ${expectation.turn}`;
  const hint = elsewhere.length === 0 ? "" : `, only elsewhere: ${listCalls(elsewhere)}`;
  const others = calls.filter((made) => inScope(expectation, made));
  if (others.length > 0) return `no tool that writes was called${where}, only others: ${listCalls(others)}${hint}`;
  return `${toolNames(expectation)} was not called${where}, nor any tool in its place${hint}`;
}

function notMet(expectation: ToolExpectation, relevant: readonly MadeCall[], used: ReadonlySet<MadeCall>): string {
  const named = relevant.filter((made) => isNamed(expectation, made));
  const wanted = toolNames(expectation);
  if (named.length === 0) {
    const others = relevant.filter((made) => !used.has(made));
    if (others.length === 0) return `${wanted} was not called: every call made meets another expectation`;
    const writes = others.filter(({ call }) => isWrite(call));
    return `${wanted} was expected, called instead: ${listCalls(writes.length > 0 ? writes : others)}`;
  }
  const order = expectation.order === undefined ? "" : " or comes in the wrong order";
  return `${wanted} was expected once more: ${listCalls(named)} already meets another expectation${order}`;
}

/** "a or b", "a tool that writes" */
export function toolNames({ tools, agent }: ToolExpectation): string {
  const names = tools ? tools.join(" or ") : "a tool that writes";
  return agent === undefined ? names : `${agent} › ${names}`;
}
