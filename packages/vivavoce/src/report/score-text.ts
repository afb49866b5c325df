import { type Scored, scaleOf } from "../shape/index.ts";
import { showValue } from "./figures.ts";

/** "0.83, at least 0.7"; on a scale of its own "4.85 of 5, at least 3.5". */
export function scoreText(score: Scored, against = ", at least"): string {
  const { native, value, threshold } = score;
  if (!native) return `${showValue(value)}${against} ${threshold}`;
  return `${showValue(native.value)} of ${native.max}${against} ${scaleOf(score).passesAt}`;
}
