import type { TokenLogprob } from "../model/index.ts";
import { pointOf, type Scale } from "./expected-score.ts";

/**
 * The probabilities of the points of a scale, taken from the token in which the judge wrote its score (searched from the
 * end). All alternatives that name a point count, " 4" and "4" together. Undefined if there are no log-probabilities or
 * no alternatives, the score is not a token of its own, or a token may be only the beginning of a longer point.
 */
export function scoreProbabilities(
  logprobs: readonly TokenLogprob[] | undefined,
  score: number,
  scale: Scale,
): Record<string, number> | undefined {
  const token = logprobs?.findLast((candidate) => pointOf(candidate.token, scale) === score);
  // Without alternatives there is one answer and no probabilities of others, whatever its own is.
  if (!token || token.top.length === 0) return undefined;
  const alternatives = token.top.some((top) => top.token === token.token) ? token.top : [token, ...token.top];
  const sums = new Map<number, number>();
  for (const { token: text, logprob } of alternatives) {
    const point = pointOf(text, scale);
    if (point !== undefined) sums.set(point, (sums.get(point) ?? 0) + Math.exp(logprob));
  }
  if (mayGoOn([...sums.keys()], scale)) return undefined;
  return Object.fromEntries([...sums].map(([point, probability]) => [`${point}`, probability]));
}

/**
 * Whether a point may be the first digit of another: "1" of 10 where the model writes each digit as a token of its own. If
 * one of the longer points is a token too, the model has such tokens.
 */
function mayGoOn(points: readonly number[], [min, max]: Scale): boolean {
  return points.some((point) => {
    const hasLonger = point !== 0 && point * 10 >= min && point * 10 <= max;
    return hasLonger && !points.some((other) => other !== point && `${other}`.startsWith(`${point}`));
  });
}
