import { type JsonValue, showJson } from "../../../base/index.ts";
import { type Check, callFault, check, type ExpectedCall, isAbout, type ToolCall } from "../../../shape/index.ts";
import { listCalls, type MadeCall, quoteCall, showCall } from "../../evidence.ts";
import { bestAlignment, bestAssignment } from "../../matching/assignment.ts";
import { type Expected, matchValue, withValues } from "../../matching/expected.ts";
import { argumentSimilarity } from "../../matching/mismatches.ts";
import { isPathArgument, pathSpelling } from "../safety/subject.ts";

/** `contains`: others are allowed · `inOrder`: in this order, others between · `oneToOne`: no others · `exact`: exactly these, in this order. */
export const callModes = ["contains", "inOrder", "oneToOne", "exact"] as const;

/** How the calls that were made are compared with those expected. */
export type CallMode = (typeof callModes)[number];

/**
 * One call that should be made. Arguments that it does not name may be anything, in every mode: `{ absent: true }` forbids
 * one, `otherArguments: "forbid"` all others.
 */
export interface CallExpectation extends Omit<ExpectedCall, "arguments"> {
  /** What the arguments should be, by name; your own functions may decide. */
  arguments?: Readonly<Record<string, Expected>> | undefined;
}

/** Pairs expected calls with calls made so that as many as possible are met: required ones first, then optional ones. */
export function matchCalls(
  expected: readonly CallExpectation[],
  made: readonly MadeCall[],
  { mode, partial }: { mode: CallMode; partial: boolean },
) {
  const credits = expected.map((one) => made.map((call) => creditOf(one, call, partial && !one.optional)));
  // One required call outweighs all optional ones together.
  const requiredWeight = expected.length + 1;
  const weights = credits.map((line, row) =>
    line.map((credit) => (expected[row]?.optional ? credit : credit * requiredWeight)),
  );
  const keepsOrder = mode === "inOrder" || mode === "exact";
  const columns = keepsOrder ? bestAlignment(weights) : bestAssignment(weights);
  const pairs = expected.map((one, row) => {
    const column = columns[row];
    const credit = column === undefined ? 0 : (credits[row]?.[column] ?? 0);
    const why = credit === 1 ? "" : whyMissing(one, made);
    return { expected: one, made: column === undefined ? undefined : made[column], credit, why };
  });
  const used = new Set(columns);
  return {
    /** Each expectation with the call that meets it and how well, from 0 to 1; `why` says what is missing. */
    pairs,
    /** Calls that meet no expectation. */
    extra: made.filter((_, index) => !used.has(index)),
  };
}

function creditOf(expected: CallExpectation, { call, exchange }: MadeCall, partial: boolean): number {
  if (!isOfTool(expected, call)) return 0;
  if (expected.turn !== undefined && expected.turn !== exchange) return 0;
  if (callProblems(expected, call).length === 0) return 1;
  if (!partial || call.raw !== undefined) return 0;
  const wanted = expected.arguments ?? {};
  const likeness = argumentSimilarity(wanted, call.arguments);
  if (callFault(call) === undefined) return likeness;
  // If a call could not run, that counts as one more wrong argument.
  const named = Object.keys(wanted).length;
  return (likeness * named) / (named + 1);
}

/** Whether a call is of the expected tool, and made by the expected agent. */
export function isOfTool({ name, agent }: CallExpectation, call: ToolCall): boolean {
  return call.name === name && (agent === undefined || call.agent === agent);
}

function neverCalled({ name, agent }: CallExpectation, made: readonly MadeCall[]): string {
  const others = made.filter(({ call }) => call.name === name);
  if (agent === undefined || others.length === 0) return "it was never called";
  return `${agent} never called it; others did: ${listCalls(others)}`;
}

type Wanted = Pick<CallExpectation, "arguments" | "otherArguments">;

/** Why a call of the right name is not the expected one: it could not run, or its arguments differ. */
function callProblems(expected: Wanted, call: ToolCall): string[] {
  const fault = callFault(call);
  if (fault === undefined) return argumentProblems(expected, call);
  return call.raw === undefined ? [...argumentProblems(expected, call), `it could not run: ${fault}`] : [fault];
}

/** What is wrong with the arguments, a sentence each. Those that are `required` may have any value. */
export function argumentProblems(
  { arguments: wanted = {}, otherArguments }: Wanted,
  call: Pick<ToolCall, "arguments" | "error">,
  required: readonly string[] = [],
): string[] {
  const differing = Object.entries(wanted).flatMap(([name, value]) => {
    const match = matchArgument(name, value, call);
    return match.ok ? [] : [`${name} ${match.reason}`];
  });
  if (otherArguments !== "forbid") return differing;
  const named = new Set([...required, ...Object.keys(wanted)]);
  const others = Object.entries(call.arguments).filter(([name]) => !named.has(name));
  return [...differing, ...others.map(([name, value]) => `${name} is ${showJson(value)}, expected no other arguments`)];
}

/** Why an expectation is not met: the nearest call and what is wrong with it. */
function whyMissing(expected: CallExpectation, made: readonly MadeCall[]): string {
  const namesakes = made.filter(({ call }) => isOfTool(expected, call));
  if (namesakes.length === 0) return neverCalled(expected, made);
  const [nearest] = namesakes
    .map((one) => ({ one, problems: callProblems(expected, one.call) }))
    .sort((a, b) => a.problems.length - b.problems.length);
  if (!nearest || nearest.problems.length === 0) return "its calls come in another place or meet other expectations";
  return `the nearest is ${showCall(nearest.one.call)} in exchange ${nearest.one.exchange}: ${nearest.problems.join("; ")}`;
}

/**
 * Compares one argument of a call with what was expected of it. `./Projects/A.md` is `Projects/A.md`, unless the call
 * has an error: its tool may not have understood the path.
 */
function matchArgument(
  name: string,
  expected: Expected,
  { arguments: given, error }: Pick<ToolCall, "arguments" | "error">,
): ReturnType<typeof matchValue> {
  const actual = Object.hasOwn(given, name) ? given[name] : undefined;
  const match = matchValue(expected, actual);
  const paths = [actual].flat().filter((path) => typeof path === "string");
  if (match.ok || error || actual === undefined || !paths.some((path) => isPathArgument(name, path))) return match;
  const respelt = matchValue(withValues(expected, respeltPaths), respeltPaths(actual));
  return respelt.ok ? respelt : match;
}

/** A path, or a list of paths. */
function respeltPaths(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(respeltPaths);
  return typeof value === "string" ? withoutDots(value) : value;
}

/** White space and backslashes stay: a tool may refuse them. */
function withoutDots(path: string): string {
  return path.includes("\\") || path !== path.trim() ? path : pathSpelling(path);
}

/** Rules for calls, whatever else is expected. */
export interface CallRules {
  /** Pairs of tools: the second may be called only after a call of the first that could run. */
  before?: readonly (readonly [first: string, second: string])[] | undefined;
  /** How often a tool may be called. */
  atMost?: Readonly<Record<string, number>> | undefined;
  /** Tools that must not be called, or calls with these arguments. A call with unreadable arguments counts as one of them. */
  forbidden?: readonly (string | ForbiddenCall)[] | undefined;
}

/** A call that must not be made. */
type ForbiddenCall = Pick<CallExpectation, "name" | "arguments" | "otherArguments">;

/** One check for each rule. */
export function checkRules(
  { before = [], atMost = {}, forbidden = [] }: CallRules,
  made: readonly MadeCall[],
): Check[] {
  return [
    ...before.map(([first, second]) => checkBefore(first, second, made)),
    ...Object.entries(atMost).map(([tool, limit]) => checkAtMost(tool, limit, made)),
    ...forbidden.map((rule, index) => checkForbidden(typeof rule === "string" ? { name: rule } : rule, index, made)),
  ];
}

function checkBefore(first: string, second: string, made: readonly MadeCall[]): Check {
  const start = made.find(({ call }) => call.name === first && callFault(call) === undefined)?.position ?? Infinity;
  const early = made.filter(({ call, position }) => isAbout(second, call) && position < start);
  const reason = `${second} should come after ${first}, but came first: ${listCalls(early)}`;
  return ruleCheck(`before-${first}-${second}`, `${first} before ${second}`, reason, early);
}

function checkAtMost(tool: string, limit: number, made: readonly MadeCall[]): Check {
  const calls = made.filter(({ call }) => isAbout(tool, call));
  const reason = `${tool} was called ${calls.length} times, at most ${limit} allowed`;
  const broken = calls.slice(limit);
  return ruleCheck(`at-most-${tool}`, `${tool} at most ${limit} times`, reason, broken);
}

function checkForbidden(rule: ForbiddenCall, index: number, made: readonly MadeCall[]): Check {
  // Trying is forbidden too, so it does not matter whether the tool could read the path.
  const isForbidden = ({ arguments: given }: ToolCall) => argumentProblems(rule, { arguments: given }).length === 0;
  const broken = made.filter(({ call }) => isAbout(rule.name, call) && (call.raw !== undefined || isForbidden(call)));
  const reason = `called ${listCalls(broken)}, which the case forbids`;
  return ruleCheck(`forbidden-${index + 1}`, `never ${rule.name}`, reason, broken);
}

function ruleCheck(id: string, label: string, reason: string, broken: readonly MadeCall[]): Check {
  const ok = broken.length === 0;
  const row = { label, verdict: ok ? "kept" : "broken", evidence: broken.map(quoteCall) };
  return check(id, ok, ok ? "the rule was kept" : reason, row);
}
