import type { TokenLogprob } from "../model/index.ts";
import { pointOf, type Scale } from "./expected-score.ts";

/**
 * The probabilities of the points of a scale, taken from the token in which the judge wrote its score (searched from the
 * end). All alternatives that name a point count, " 4" and "4" together. Undefined if there are no log-probabilities, or
 * the score is not a token of its own.
 */
export function scoreProbabilities(
  logprobs: readonly TokenLogprob[] | undefined,
  score: number,
  scale: Scale,
): Record<string, number> | undefined {
  const token = logprobs?.findLast((candidate) => pointOf(candidate.token, scale) === score);
  if (!token) return undefined;
  const alternatives = token.top.some((top) => top.token === token.token) ? token.top : [token, ...token.top];
  const sums = new Map<number, number>();
  for (const { token: text, logprob } of alternatives) {
    const point = pointOf(text, scale);
    if (point !== undefined) sums.set(point, (sums.get(point) ?? 0) + Math.exp(logprob));
  }
  return Object.fromEntries([...sums].map(([point, probability]) => [`${point}`, probability]));
}
