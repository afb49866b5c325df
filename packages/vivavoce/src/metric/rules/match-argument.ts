import type { ToolCall } from "../../transcript/index.ts";
import { type Expected, type Match, matchValue } from "../matching/index.ts";
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
  if (match.ok || error || typeof actual !== "string" || !isPathArgument(name, actual)) return match;
  const wanted = typeof expected === "string" ? withoutDots(expected) : expected;
  const respelt = matchValue(wanted, withoutDots(actual));
  return respelt.ok ? respelt : match;
}

/** White space and backslashes stay: a tool may refuse them. */
function withoutDots(path: string): string {
  return path.includes("\\") || path !== path.trim() ? path : pathSpelling(path);
}
