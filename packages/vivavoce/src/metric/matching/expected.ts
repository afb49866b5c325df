import { InputError, isJsonObject, type JsonValue, showJson } from "../../base/index.ts";
import { type ExpectedValue, expectedValueSchema, type Matcher, matcherSchema } from "../../shape/index.ts";

/** Whether a value is what was expected; the reason reads on from the value's name: `is "a", expected "b"`. */
export interface Match {
  /** Whether it matches. */
  ok: boolean;
  /** Why it does not. */
  reason: string;
}

/** A custom matcher in code. If it throws, the value does not match. */
export type CustomMatcher = {
  /** Decides whether a value matches; undefined stands for an absent value. */
  custom: (value: JsonValue | undefined) => boolean | Match;
};

/** What may be expected of a value: the value itself, a matcher, or a custom function. */
export type Expected = ExpectedValue | CustomMatcher;

export function isMatcher(expected: Expected): boolean {
  return isCustom(expected) || asMatcher(expected) !== undefined;
}

/** The matcher that a value stands for; undefined if it stands for itself. A matcher with a mistake is refused. */
export function asMatcher(expected: Exclude<Expected, CustomMatcher>): Matcher | undefined {
  if (!isJsonObject(expected)) return undefined;
  const matcher = matcherSchema.safeParse(expected);
  if (matcher.success) return matcher.data;
  if (expectedValueSchema.safeParse(expected).success) return undefined;
  throw new InputError({
    message: `${showJson(expected)} is not a matcher`,
    remedy: "Correct it, or write { equals: … } around an object that is meant as a value.",
  });
}

export function isCustom(expected: Expected): expected is CustomMatcher {
  return isJsonObject(expected) && typeof (expected as { custom?: unknown }).custom === "function";
}

export function showPattern({ matches, flags = "" }: Extract<Matcher, { matches: unknown }>): string {
  return `/${matches}/${flags}`;
}

/** What is expected, in a sentence. */
export function showExpected(expected: Expected): string {
  if (isCustom(expected)) return "a value that the custom check accepts";
  const matcher = asMatcher(expected);
  if (!matcher) return showJson(expected as JsonValue);
  return `${showMatcher(matcher)}${"orAbsent" in matcher && matcher.orAbsent ? ", or absent" : ""}`;
}

function showMatcher(matcher: Matcher): string {
  if ("absent" in matcher) return "nothing";
  if ("any" in matcher) return "anything";
  if ("equals" in matcher) return showJson(matcher.equals);
  if ("oneOf" in matcher) return `one of ${matcher.oneOf.map(showJson).join(", ")}`;
  if ("contains" in matcher) return `something that contains ${[matcher.contains].flat().map(showJson).join(" and ")}`;
  if ("matches" in matcher) return `a text that matches ${showPattern(matcher)}`;
  if ("range" in matcher) return showRange(matcher.range);
  if ("instant" in matcher) return `the moment ${matcher.instant}`;
  return "a value that meets its schema";
}

function showRange([least, most]: [number | null, number | null]): string {
  if (least === null) return most === null ? "a number" : `a number up to ${most}`;
  return most === null ? `a number from ${least}` : `a number from ${least} to ${most}`;
}
