import { type Check, callFault, check, type ToolCall } from "../../../shape/index.ts";
import { listCalls, type MadeCall, quoteCall } from "../../evidence.ts";
import { argumentProblems, type CallExpectation } from "./match-calls.ts";

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
  const early = made.filter(({ call, position }) => call.name === second && position < start);
  const reason = `${second} should come after ${first}, but came first: ${listCalls(early)}`;
  return ruleCheck(`before-${first}-${second}`, `${first} before ${second}`, reason, early);
}

function checkAtMost(tool: string, limit: number, made: readonly MadeCall[]): Check {
  const calls = made.filter(({ call }) => call.name === tool);
  const reason = `${tool} was called ${calls.length} times, at most ${limit} allowed`;
  const broken = calls.slice(limit);
  return ruleCheck(`at-most-${tool}`, `${tool} at most ${limit} times`, reason, broken);
}

function checkForbidden(rule: ForbiddenCall, index: number, made: readonly MadeCall[]): Check {
  // Trying is forbidden too, so it does not matter whether the tool could read the path.
  const isForbidden = ({ arguments: given }: ToolCall) => argumentProblems(rule, { arguments: given }).length === 0;
  const broken = made.filter(({ call }) => call.name === rule.name && (call.raw !== undefined || isForbidden(call)));
  const reason = `called ${listCalls(broken)}, which the case forbids`;
  return ruleCheck(`forbidden-${index + 1}`, `never ${rule.name}`, reason, broken);
}

function ruleCheck(id: string, label: string, reason: string, broken: readonly MadeCall[]): Check {
  const ok = broken.length === 0;
  const row = { label, verdict: ok ? "kept" : "broken", evidence: broken.map(quoteCall) };
  return check(id, ok, ok ? "the rule was kept" : reason, row);
}
