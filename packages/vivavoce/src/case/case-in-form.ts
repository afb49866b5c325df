import type { ExpectedForm } from "../base/index.ts";
import type { Case } from "./case.ts";
import type { LineExpectations } from "./expectations.ts";

/** A case as it is compared with a redacted transcript: every text in that form, and so are its regular expressions. */
export function caseInForm(testCase: Case, form: ExpectedForm): Case {
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

/** Expectations with their matchers in that form; a function of one's own stays what it is. */
export function inForm<T>(expected: T, form: ExpectedForm): T {
  return formed(expected, form, "") as T;
}

function formed(value: unknown, form: ExpectedForm, name: string): unknown {
  if (typeof value !== "object" || value === null) return form.value(value);
  if (Array.isArray(value)) return value.map((item) => formed(item, form, name));
  if (name !== "arguments" && isPattern(value)) return { ...value, matches: form.pattern(value.matches) };
  // A schema goes on being one, however deep.
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
  return isText && Object.keys(value).every((key) => key === "matches" || key === "flags");
}
