import { isJsonObject, type JsonValue } from "../base/index.ts";
import type { Expected } from "../metric/index.ts";

/** What a test may expect of an argument: a matcher as in a case, a regular expression, or the runner's `expect.any(…)`. */
export type ExpectedArgument = Expected | RegExp | { asymmetricMatch(value: unknown): boolean } | undefined;

/** How the test runner compares values: it knows what `expect.any(…)` stands for, at any depth. */
export type Equals = (actual: unknown, expected: unknown) => boolean;

/** The same for Viva's own matching. */
export function asExpected(value: unknown, equals: Equals): Expected {
  if (value === undefined) return { absent: true };
  if (value instanceof RegExp) {
    const pattern = new RegExp(value.source, value.flags.replace(/[gy]/g, ""));
    return {
      custom: (actual) => {
        const ok = typeof actual === "string" && pattern.test(actual);
        return { ok, reason: `is ${JSON.stringify(actual)}, expected a text that matches ${value}` };
      },
    };
  }
  if (!holdsRunnersOwn(value)) return value as Expected;
  return { custom: (actual: JsonValue | undefined) => equals(actual, value) };
}

function holdsRunnersOwn(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsRunnersOwn);
  if (typeof value !== "object" || value === null) return false;
  if ("asymmetricMatch" in value) return true;
  return isJsonObject(value) && Object.values(value).some(holdsRunnersOwn);
}
