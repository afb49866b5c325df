import { isPromise, plural, sentencesOf } from "../base/index.ts";

/** The runner's context for a matcher. */
export interface MatcherContext {
  isNot?: boolean;
  /** How the runner compares values: it knows what `expect.any(…)` stands for, at any depth. */
  equals(actual: unknown, expected: unknown): boolean;
}

export interface MatcherResult {
  pass: boolean;
  message(): string;
}

/**
 * A matcher for a runner. If it cannot decide, because there is no conversation or the question is wrong, both the
 * expectation and its `.not` fail. `most` is how many arguments it reads.
 */
export function decidable<Given extends unknown[], Result extends MatcherResult | Promise<MatcherResult>>(
  decide: (this: MatcherContext, ...given: Given) => Result,
  most = Number.POSITIVE_INFINITY,
) {
  return function (this: MatcherContext, ...given: Given): Result | MatcherResult {
    const undecided = (error: unknown) => ({ pass: this.isNot === true, message: () => sentencesOf(error) });
    try {
      const wishes = given.length - 1;
      // toSay("tea", "milk") would look at the tea only.
      if (wishes > most)
        throw new TypeError(`this expectation takes ${plural(most, "argument")}, and was given ${wishes}`);
      const result = decide.apply(this, given);
      return (isPromise(result) ? result.catch(undecided) : result) as Result;
    } catch (error) {
      return undecided(error);
    }
  };
}
