import {
  canonicalJson,
  compileSchema,
  InputError,
  instantOf,
  isJsonObject,
  type JsonValue,
  messageOf,
  showJson,
  testPattern,
} from "../../base/index.ts";
import { type ExpectedValue, expectedValueSchema, type Matcher, matcherSchema } from "../../shape/index.ts";

/** Whether a value is what was expected; the reason reads on from the value's name: `is "a", expected "b"`. */
interface Match {
  /** Whether it matches. */
  ok: boolean;
  /** Why it does not. */
  reason: string;
}

/** A custom matcher in code. If it throws, the value does not match. */
type CustomMatcher = {
  /** Decides whether a value matches; undefined stands for an absent value. */
  custom: (value: JsonValue | undefined) => boolean | Match;
};

/** What may be expected of a value: the value itself, a matcher, or a custom function. */
export type Expected = ExpectedValue | CustomMatcher;

export function isMatcher(expected: Expected): boolean {
  return isCustom(expected) || asMatcher(expected) !== undefined;
}

/** The matcher that a value stands for; undefined if it stands for itself. A matcher with a mistake is refused. */
function asMatcher(expected: Exclude<Expected, CustomMatcher>): Matcher | undefined {
  if (!isJsonObject(expected)) return undefined;
  const matcher = matcherSchema.safeParse(expected);
  if (matcher.success) return matcher.data;
  if (expectedValueSchema.safeParse(expected).success) return undefined;
  throw new InputError({
    message: `${showJson(expected)} is not a matcher`,
    remedy: "Correct it, or write { equals: … } around an object that is meant as a value.",
  });
}

function isCustom(expected: Expected): expected is CustomMatcher {
  return isJsonObject(expected) && typeof (expected as { custom?: unknown }).custom === "function";
}

/** The same expectation with other values where it names whole ones, itself or in a matcher. */
export function withValues(expected: Expected, change: (value: JsonValue) => JsonValue): Expected {
  if (isCustom(expected)) return expected;
  const matcher = asMatcher(expected);
  if (!matcher) return change(expected as JsonValue);
  if ("equals" in matcher) return { ...matcher, equals: change(matcher.equals) };
  return "oneOf" in matcher ? { ...matcher, oneOf: matcher.oneOf.map(change) } : expected;
}

function showPattern({ matches, flags = "" }: Extract<Matcher, { matches: unknown }>): string {
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

/**
 * Compares a value with what was expected of it. A plain value means equal. An object with exactly a matcher's keys is
 * that matcher; write `{ equals: … }` around it if it is meant as a value.
 *
 * @example matchValue({ matches: "^Call " }, "Call Ana").ok; // true
 */
export function matchValue(expected: Expected, actual: JsonValue | undefined): Match {
  if (isCustom(expected)) return matchCustom(expected, actual);
  const matcher = asMatcher(expected);
  if (matcher) return matchMatcher(matcher, actual);
  return verdict(actual !== undefined && same(expected as JsonValue, actual), actual, showExpected(expected));
}

function matchMatcher(matcher: Matcher, actual: JsonValue | undefined): Match {
  if ("absent" in matcher) return verdict(actual === undefined, actual, showExpected(matcher));
  if (actual === undefined && "orAbsent" in matcher && matcher.orAbsent) return { ok: true, reason: "is absent" };
  if (actual === undefined) return { ok: false, reason: `is absent, expected ${showExpected(matcher)}` };
  if ("any" in matcher) return { ok: true, reason: "is there" };
  if ("matches" in matcher) return matchPattern(matcher, actual);
  if (!("schema" in matcher)) return verdict(fits(matcher, actual), actual, showExpected(matcher));
  const problem = compileSchema(matcher.schema)(actual);
  if (problem === undefined) return { ok: true, reason: "meets its schema" };
  return { ok: false, reason: `does not meet its schema${matcher.orAbsent ? ", and is not absent" : ""}: ${problem}` };
}

type Plain = Extract<
  Matcher,
  { equals: unknown } | { oneOf: unknown } | Contains | { range: unknown } | { instant: unknown }
>;

function fits(matcher: Plain, actual: JsonValue): boolean {
  if ("equals" in matcher) return same(matcher.equals, actual);
  if ("oneOf" in matcher) return matcher.oneOf.some((one) => same(one, actual));
  if ("contains" in matcher) return holds(matcher, actual);
  if ("range" in matcher) return inRange(matcher.range, actual);
  return instantOf(matcher.instant) === instantOf(actual);
}

/** `1` and `1.0` are equal, and so are composed and decomposed letters; `"1"` and `1` stay different. */
function same(a: JsonValue, b: JsonValue): boolean {
  return canonicalJson(a).normalize("NFC") === canonicalJson(b).normalize("NFC");
}

type Contains = Extract<Matcher, { contains: unknown }>;

/** A text holds each wanted text; a list holds each as an item. */
function holds({ contains, ignoreCase = false }: Contains, actual: JsonValue): boolean {
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text).normalize("NFC");
  const wanted = (typeof contains === "string" ? [contains] : contains).map(fold);
  if (typeof actual === "string") return wanted.every((text) => fold(actual).includes(text));
  if (!Array.isArray(actual)) return false;
  const items = actual.filter((item) => typeof item === "string").map(fold);
  return wanted.every((text) => items.includes(text));
}

function matchPattern(matcher: Extract<Matcher, { matches: unknown }>, actual: JsonValue): Match {
  if (typeof actual !== "string") return verdict(false, actual, showExpected(matcher));
  // Texts are compared in Unicode's composed form, so both sides have to be in it.
  const [pattern, text] = [matcher.matches.normalize("NFC"), actual.normalize("NFC")];
  const outcome = testPattern(pattern, text, { flags: matcher.flags ?? "" });
  if (outcome === "too-long") return { ok: false, reason: `was not decided: ${showPattern(matcher)} took too long` };
  return verdict(outcome === "match", actual, showExpected(matcher));
}

function inRange([least, most]: [number | null, number | null], actual: JsonValue): boolean {
  return typeof actual === "number" && actual >= (least ?? -Infinity) && actual <= (most ?? Infinity);
}

function matchCustom({ custom }: CustomMatcher, actual: JsonValue | undefined): Match {
  try {
    const answer = custom(actual);
    return typeof answer === "boolean" ? verdict(answer, actual, "a value that the custom check accepts") : answer;
  } catch (error) {
    return { ok: false, reason: `is ${showJson(actual)}, on which the custom check threw: ${messageOf(error)}` };
  }
}

function verdict(ok: boolean, actual: JsonValue | undefined, expected: string): Match {
  return { ok, reason: ok ? `is ${showJson(actual)}` : `is ${showJson(actual)}, expected ${expected}` };
}
