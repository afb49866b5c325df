import type { JsonValue } from "../../base/index.ts";
import type { ToolCall } from "../../shape/index.ts";
import { asMatcher, type Expected, isCustom, type Match, matchValue } from "../matching/index.ts";
import { isPathArgument, pathSpelling } from "./safety/subject.ts";

/**
 * Compares one argument of a call with what was expected of it. `./Projects/A.md` is `Projects/A.md`, unless the call
 * has an error: its tool may not have understood the path.
 */
export function matchArgument(
  name: string,
  expected: Expected,
  { arguments: given, error }: Pick<ToolCall, "arguments" | "error">,
): Match {
  const actual = Object.hasOwn(given, name) ? given[name] : undefined;
  const match = matchValue(expected, actual);
  const paths = [actual].flat().filter((path) => typeof path === "string");
  if (match.ok || error || actual === undefined || !paths.some((path) => isPathArgument(name, path))) return match;
  const respelt = matchValue(wantedPath(expected), respeltPaths(actual));
  return respelt.ok ? respelt : match;
}

/** An expected path, or list of paths, also inside of a matcher that compares whole values. */
function wantedPath(expected: Expected): Expected {
  if (isCustom(expected)) return expected;
  const matcher = asMatcher(expected);
  if (!matcher) return respeltPaths(expected as JsonValue);
  if ("equals" in matcher) return { ...matcher, equals: respeltPaths(matcher.equals) };
  return "oneOf" in matcher ? { ...matcher, oneOf: matcher.oneOf.map(respeltPaths) } : expected;
}

function respeltPaths(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(respeltPaths);
  return typeof value === "string" ? withoutDots(value) : value;
}

/** White space and backslashes stay: a tool may refuse them. */
function withoutDots(path: string): string {
  return path.includes("\\") || path !== path.trim() ? path : pathSpelling(path);
}
