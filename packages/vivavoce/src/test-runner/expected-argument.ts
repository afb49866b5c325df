import { isJsonObject, type JsonValue, showValue } from "../base/index.ts";
import { type Expected, isMatcher } from "../metric/index.ts";
import type { MatcherContext } from "./matcher.ts";

/** What a test expects of an argument, for Viva's own matching. */
export function asExpected(value: unknown, equals: MatcherContext["equals"]): Expected {
  if (value === undefined) return { absent: true };
  if (value instanceof RegExp) {
    const { asymmetricMatch } = asRunnersOwn(value);
    return {
      custom: (actual) => {
        const ok = asymmetricMatch(actual);
        return { ok, reason: `is ${JSON.stringify(actual)}, expected a text that matches ${value}` };
      },
    };
  }
  let isRunners = false;
  const expected = mapOwn(value, (own) => {
    isRunners = true;
    return own instanceof RegExp ? asRunnersOwn(own) : own;
  });
  if (!isRunners) return value as Expected;
  // The runner would take { oneOf: … } for an object with that field, which no argument equals.
  if (isMatcher(mapOwn(value, () => "text") as Expected))
    throw new TypeError(
      "a matcher such as { oneOf: … } holds plain values only: give a regular expression or expect.…() without it",
    );
  return { custom: (actual: JsonValue | undefined) => equals(actual, expected) };
}

/** A regular expression as one of the runner's own matchers, which stand at any depth. */
function asRunnersOwn({ source, flags }: RegExp) {
  const pattern = new RegExp(source, flags.replace(/[gy]/g, ""));
  return { asymmetricMatch: (actual: unknown): boolean => typeof actual === "string" && pattern.test(actual) };
}

/**
 * A copy of plain data in which regular expressions and the runner's own matchers are replaced. Other objects, such as
 * dates and sets, equal no argument: `.not` would be met whatever the agent does.
 */
function mapOwn(value: unknown, replaced: (own: object) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof RegExp || "asymmetricMatch" in value) return replaced(value);
  if (Array.isArray(value)) return value.map((item) => mapOwn(item, replaced));
  if (isJsonObject(value) && Object.prototype.toString.call(value) === "[object Object]")
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, mapOwn(field, replaced)]));
  throw new TypeError(`arguments are JSON, so none of them can equal ${showValue(value)}: give it as JSON`);
}
