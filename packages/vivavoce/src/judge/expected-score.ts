import { InputError } from "../base/index.ts";
import type { MenuEntry } from "./question.ts";

/** The two ends of a scale of whole numbers. */
export type Scale = readonly [min: number, max: number];

/** The expected value (the average weighted by probability) over the points of a scale. */
export interface ExpectedScore {
  /** On the scale itself. */
  value: number;
  /** The same in [0, 1]: the scale's own ends are 0 and 1. */
  unit: number;
  /** The total probability of the points of the scale, before it was scaled to 1. */
  mass: number;
  /** The standard deviation on the scale. */
  sd: number;
}

/**
 * The expected score: the points of a scale, weighted by their probabilities, which are scaled to sum to 1 (as in G-Eval,
 * Liu et al. 2023). Other answers are left out. Undefined if the points have no probability at all.
 *
 * @example expectedScore({ "3": 0.25, "4": 0.5, maybe: 0.25 }, [1, 5]); // value 3.67, mass 0.75
 */
export function expectedScore(
  probabilities: Readonly<Record<string, number>>,
  scale: Scale,
): ExpectedScore | undefined {
  checkScale(scale);
  const points = Object.entries(probabilities)
    .map(([token, probability]) => ({ point: pointOf(token, scale), probability }))
    .filter((one): one is { point: number; probability: number } => one.point !== undefined);
  const mass = points.reduce((sum, { probability }) => sum + probability, 0);
  if (!(mass > 0)) return undefined;
  const value = points.reduce((sum, { point, probability }) => sum + point * probability, 0) / mass;
  const variance = points.reduce((sum, { point, probability }) => sum + probability * (point - value) ** 2, 0) / mass;
  return { value, unit: unitOf(value, scale), mass, sd: Math.sqrt(variance) };
}

/** The point of the scale that a token names: "4", " 4"; undefined if it names none. */
export function pointOf(token: string, [min, max]: Scale): number | undefined {
  const text = token.trim();
  if (!/^-?\d+$/.test(text)) return undefined;
  const point = Number(text);
  return point >= min && point <= max ? point : undefined;
}

export function unitOf(value: number, [min, max]: Scale): number {
  return (value - min) / (max - min);
}

/** Refuses a scale with fewer than two points. */
export function checkScale([min, max]: Scale): void {
  if (Number.isInteger(min) && Number.isInteger(max) && min < max) return;
  throw new InputError({
    message: `[${min}, ${max}] is not a scale`,
    remedy: "Give two whole numbers, the lower first, such as [1, 5].",
  });
}

/**
 * A menu of the whole numbers of a scale, with a meaning for each or for some.
 *
 * @example scaleMenu([1, 3], { 1: "rude", 3: "kind" })
 */
export function scaleMenu(scale: Scale, meanings: Readonly<Record<number, string>> = {}): MenuEntry[] {
  checkScale(scale);
  const [min, max] = scale;
  return Array.from({ length: max - min + 1 }, (_, index) => {
    const point = min + index;
    return { verdict: `${point}`, meaning: meanings[point] ?? `between its neighbours` };
  });
}
