import { InputError } from "./errors.ts";
import { answerWithin } from "./pattern-budget.ts";
import type { PatternAnswer } from "./pattern-search.ts";

/** Whether a pattern matches a text. `too-long`: it was stopped, so that is unknown. */
type PatternOutcome = "match" | "no-match" | "too-long";

/** Long enough for any normal pattern on a busy machine, short enough to stop one that takes exponential time. */
const defaultTimeoutMs = 1000;

/**
 * Tests a user's regular expression with a time limit. Throws an InputError if it is not a regular expression. While
 * metrics are scored, another thread decides slow patterns, and the metric is scored again once the answer is known; until
 * then it is `too-long`.
 */
export function testPattern(
  pattern: string,
  text: string,
  options: { flags?: string; timeoutMs?: number } = {},
): PatternOutcome {
  const answer = findPattern(pattern, text, options);
  return typeof answer === "string" ? answer : "match";
}

/** The same, with what was found. */
export function findPattern(
  pattern: string,
  text: string,
  { flags = "", timeoutMs = defaultTimeoutMs }: { flags?: string; timeoutMs?: number } = {},
): PatternAnswer {
  refuseBadPattern(pattern, flags);
  return answerWithin({ pattern, flags, text }, timeoutMs);
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
    message: `/${pattern}/${flags} is not a regular expression: ${problem}`,
    remedy: 'Correct it, or use { "contains": "…" } for plain text.',
  });
}
