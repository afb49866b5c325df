import { createContext, Script } from "node:vm";
import { InputError } from "./errors.ts";

/** What became of a pattern on a text. `too-long`: it was stopped, so nobody knows. */
export type PatternOutcome = "match" | "no-match" | "too-long";

/** Long enough for any honest pattern on a busy machine, short enough to give up on one that explodes. */
const defaultTimeoutMs = 1000;

// A pattern from a case file can take exponential time. V8 stops a script in a context of its own, its regular
// expressions included; pattern and text go in as data, so nothing in them is ever run as code.
const context = createContext(Object.create(null) as Record<string, string>);
const script = new Script("new RegExp(pattern, flags).test(text)");

/** Tests a user's regular expression, stopped after a time. Throws an InputError where it is none. */
export function testPattern(
  pattern: string,
  text: string,
  { flags = "", timeoutMs = defaultTimeoutMs }: { flags?: string; timeoutMs?: number } = {},
): PatternOutcome {
  refuseBadPattern(pattern, flags);
  Object.assign(context, { pattern, flags, text });
  try {
    return script.runInContext(context, { timeout: timeoutMs }) ? "match" : "no-match";
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return "too-long";
    throw error;
  }
}

/** What is wrong with a regular expression; undefined when it is one. */
export function patternProblem(pattern: string, flags = ""): string | undefined {
  if (!/^[imsuv]*$/.test(flags)) return `the flags "${flags}" are not among i, m, s, u, v`;
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export function refuseBadPattern(pattern: string, flags = ""): void {
  const problem = patternProblem(pattern, flags);
  if (problem === undefined) return;
  throw new InputError({
    message: `/${pattern}/${flags} is no regular expression: ${problem}`,
    remedy: 'Correct it, or use { "contains": "…" } for plain text.',
  });
}
