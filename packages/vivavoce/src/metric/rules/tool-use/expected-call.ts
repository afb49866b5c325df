import { isBlank, type JsonValue } from "../../../base/index.ts";
import { callFault, isAbout, isWrite, type Quote, type ToolCall, type ToolExpectation } from "../../../shape/index.ts";
import { butNeverRan, listCalls, type MadeCall, quoteCall } from "../../evidence.ts";
import { argumentProblems } from "../tool-calls/match-calls.ts";

/** Goes down the tree for an expectation that a tool is called. `met` has the call that meets each expected one. */
export function judgeExpected(
  expectation: ToolExpectation,
  met: ReadonlyMap<ToolExpectation, MadeCall>,
  played: Played,
): Trail {
  const { calls, extraCalls, ofLines, neverRan = [] } = played;
  const inPlace = calls.filter((made) => inScope(expectation, made));
  // If any write is accepted, only a write is the expected call or was made in its place.
  const relevant = inPlace.filter(({ call }) => isWrite(call) || expectation.tools !== undefined);
  const never = butNeverRan(neverRan.filter((one) => isMeant(expectation, one)));
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
  const before = [...decided, right("tool_types", `${made.call.name} was called`)];
  const problems = parameterProblems(expectation, made.call);
  if (problems.length > 0) return stopAt("tool_params", problems.join("; "), before, [quoteCall(made)]);
  return passed([...before, right("tool_params", "the parameters are as expected")], [quoteCall(made)]);
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

/**
 * What is wrong with a call's arguments, a sentence each: required ones absent or blank, values that do not match, and
 * why the call could not run at all.
 */
export function parameterProblems(expectation: ToolExpectation, call: ToolCall): string[] {
  const fault = callFault(call);
  // Nothing else can be said about unreadable arguments.
  if (fault !== undefined && call.raw !== undefined) return [fault];
  const argument = (name: string): JsonValue | undefined =>
    Object.hasOwn(call.arguments, name) ? call.arguments[name] : undefined;
  const missing = (expectation.required ?? [])
    .filter((name) => isEmpty(argument(name)))
    .map((name) => `${name} is ${argument(name) === undefined ? "absent" : "blank"}`);
  const others = argumentProblems(expectation, call, expectation.required);
  return [...missing, ...others, ...(fault === undefined ? [] : [`the call could not run: ${fault}`])];
}

/** Whether a value says nothing: null, a blank text, an empty list or object. Zero and false do say something. */
function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return isBlank(value);
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Whether a call was made in the exchange of an expectation, or anywhere if it names none. */
function inScope(expectation: ToolExpectation, made: MadeCall): boolean {
  return expectation.turn === undefined || expectation.turn === made.exchange;
}

/** Whether a call is of the kind that an expectation names: one of its tools (any write if it names none), by its agent. */
function isNamed({ tools, agent, shouldCall }: ToolExpectation, { call }: MadeCall): boolean {
  if (agent !== undefined && call.agent !== agent) return false;
  if (!tools) return isWrite(call);
  return shouldCall ? tools.includes(call.name) : tools.some((tool) => isAbout(tool, call));
}

/** Whether a call is of the kind and in the place that an expectation names. */
export function isMeant(expectation: ToolExpectation, made: MadeCall): boolean {
  return inScope(expectation, made) && isNamed(expectation, made);
}

/** What was expected and what was done. */
interface Played {
  /** Calls that should be made. */
  expected: readonly ToolExpectation[];
  /** Calls that should not. */
  unwanted: readonly ToolExpectation[];
  extraCalls: "allow" | undefined;
  calls: readonly MadeCall[];
  /** Calls that were proposed but never run, which count as not made. */
  neverRan?: readonly MadeCall[] | undefined;
  /** The exchange in which the agent hung up, if it did. */
  hungUpIn?: number | undefined;
  /** The exchanges in which lines of the script expect calls of their own, and the calls that meet them. */
  ofLines?: { exchanges: ReadonlySet<number>; calls: ReadonlySet<MadeCall> } | undefined;
}

/** The decision tree's nodes, in the order in which they are asked, and what a wrong answer at each is worth. */
const nodeScores = { tool_decision: 0, tool_types: 0.4, tool_params: 0.7 } as const;
type TreeNode = keyof typeof nodeScores;

/** One node that an expectation passed. */
type TrailStep = { node: TreeNode; ok: boolean; reason: string };

/** The way of one expectation through the tree: every node up to the first that was wrong. */
interface Trail {
  steps: TrailStep[];
  evidence: Quote[];
  /** The node that was wrong, and what that is worth. */
  wrong?: TreeNode;
  score: number;
}

function right(node: TreeNode, reason: string): TrailStep {
  return { node, ok: true, reason };
}

/** Ends a trail on which nothing was wrong. */
export function passed(steps: TrailStep[], evidence: Quote[]): Trail {
  return { steps, evidence, score: 1 };
}

/** Ends a trail at a wrong node. */
export function stopAt(node: TreeNode, reason: string, before: readonly TrailStep[], evidence: Quote[]): Trail {
  return { steps: [...before, { node, ok: false, reason }], evidence, wrong: node, score: nodeScores[node] };
}
