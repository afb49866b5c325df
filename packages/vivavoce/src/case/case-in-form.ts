import { type ExpectedForm, unmarkedForm } from "../base/index.ts";
import type { Case, LineExpectations } from "../shape/index.ts";

/** A case in the form of a redacted transcript, so that the two can be compared: every text and regular expression. */
export function caseInForm(testCase: Case, form: ExpectedForm): Case {
  if (form === unmarkedForm) return testCase;
  const { expect, script, ...rest } = testCase;
  const lines = script.map(({ expect: own, ...line }) => {
    const formedLine = form.value(line);
    return own ? { ...formedLine, expect: expectedInForm(own, form) } : formedLine;
  });
  return { ...form.value(rest), script: lines as Case["script"], expect: expectedInForm(expect, form) };
}

function expectedInForm<E extends LineExpectations>(expect: E, form: ExpectedForm): E {
  const expected = inForm(expect, form);
  const patterns = expect.matches?.map((source) => form.pattern(source));
  return patterns ? { ...expected, matches: patterns } : expected;
}

/** Expectations with their matchers in that form; custom functions stay as they are. */
export function inForm<T>(expected: T, form: ExpectedForm): T {
  return formed(expected, form, "") as T;
}

function formed(value: unknown, form: ExpectedForm, name: string): unknown {
  if (typeof value !== "object" || value === null) return form.value(value);
  if (Array.isArray(value)) return value.map((item) => formed(item, form, name));
  if (name !== "arguments" && isPattern(value)) return { ...value, matches: form.pattern(value.matches) };
  // Everything inside a schema is schema too, at any depth.
  const under = (key: string) => (name === "schema" ? name : key);
  const isPatternOf = (key: string) => name === "schema" && key === "pattern";
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      form.text(key),
      isPatternOf(key) && typeof field === "string" ? form.pattern(field) : formed(field, form, under(key)),
    ]),
  );
}

/** `{ "matches": "^a", "flags": "i" }`; directly under `arguments` it is an argument of that name. */
function isPattern(value: object): value is { matches: string } {
  const isText = "matches" in value && typeof value.matches === "string";
  return isText && Object.keys(value).every((key) => ["matches", "flags", "orAbsent", "before", "by"].includes(key));
}
