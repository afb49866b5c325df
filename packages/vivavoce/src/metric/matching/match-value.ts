import {
  canonicalJson,
  compileSchema,
  instantOf,
  type JsonValue,
  messageOf,
  showJson,
  testPattern,
} from "../../base/index.ts";
import type { Matcher } from "../../shape/index.ts";
import {
  asMatcher,
  type CustomMatcher,
  type Expected,
  isCustom,
  type Match,
  showExpected,
  showPattern,
} from "./expected.ts";

/**
 * Compares a value with what was expected of it. A plain value means equal. An object with exactly a matcher's keys is
 * that matcher; write `{ equals: … }` around it if it is meant as a value.
 *
 * @example matchValue({ matches: "^Call " }, "Call Ana").ok; // true
 */
export function matchValue(expected: Expected, actual: JsonValue | undefined): Match {
  if (isCustom(expected)) return matchCustom(expected, actual);
  const matcher = asMatcher(expected);
  return matcher ? matchMatcher(matcher, actual) : equal(expected as JsonValue, actual);
}

function matchMatcher(matcher: Matcher, actual: JsonValue | undefined): Match {
  if ("absent" in matcher) return verdict(actual === undefined, actual, "nothing");
  if (actual === undefined && "orAbsent" in matcher && matcher.orAbsent) return { ok: true, reason: "is absent" };
  if (actual === undefined) return { ok: false, reason: `is absent, expected ${showExpected(matcher)}` };
  if ("any" in matcher) return { ok: true, reason: "is there" };
  if ("equals" in matcher) return verdict(same(matcher.equals, actual), actual, showExpected(matcher));
  if ("oneOf" in matcher) {
    return verdict(
      matcher.oneOf.some((one) => same(one, actual)),
      actual,
      showExpected(matcher),
    );
  }
  if ("contains" in matcher) return verdict(holds(matcher, actual), actual, showExpected(matcher));
  if ("matches" in matcher) return matchPattern(matcher, actual);
  if ("range" in matcher) return verdict(inRange(matcher.range, actual), actual, showExpected(matcher));
  if ("instant" in matcher)
    return verdict(instantOf(matcher.instant) === instantOf(actual), actual, showExpected(matcher));
  const problem = compileSchema(matcher.schema)(actual);
  if (problem === undefined) return { ok: true, reason: "meets its schema" };
  return { ok: false, reason: `does not meet its schema${matcher.orAbsent ? ", and is not absent" : ""}: ${problem}` };
}

function equal(expected: JsonValue, actual: JsonValue | undefined): Match {
  return verdict(actual !== undefined && same(expected, actual), actual, showJson(expected));
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
