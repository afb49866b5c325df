import { isBlank, type JsonValue, showJson } from "../../../base/index.ts";
import { callFault, type ToolCall, type ToolExpectation } from "../../../shape/index.ts";
import { matchArgument } from "../match-argument.ts";

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
  const differing = Object.entries(expectation.arguments ?? {}).flatMap(([name, expected]) => {
    const match = matchArgument(name, expected, call);
    return match.ok ? [] : [`${name} ${match.reason}`];
  });
  const named = new Set([...(expectation.required ?? []), ...Object.keys(expectation.arguments ?? {})]);
  const others = Object.keys(expectation.otherArguments === "forbid" ? call.arguments : {})
    .filter((name) => !named.has(name))
    .map((name) => `${name} is ${showJson(call.arguments[name])}, expected no other arguments`);
  return [...missing, ...differing, ...others, ...(fault === undefined ? [] : [`the call could not run: ${fault}`])];
}

/** Whether a value says nothing: null, a blank text, an empty list or object. Zero and false do say something. */
function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return isBlank(value);
  return typeof value === "object" && Object.keys(value).length === 0;
}
