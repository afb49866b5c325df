import type { Check, Score } from "./score.ts";

/** What a score says about one dimension. */
export interface DimensionValue {
  id: string;
  /** In [0, 1]; undefined if it does not apply. */
  value: number | undefined;
}

/** The scale that a score and its dimensions are shown on. */
export interface NativeScale {
  min: number;
  max: number;
  /** The lowest score that passes; undefined if that differs from case to case. */
  passesAt?: number | undefined;
}

/**
 * The dimensions of a score, in the order of its checks: checks that name a dimension and, if the score has its own scale,
 * every check that has a value. Several checks of one dimension, such as one for each reply, are averaged if they apply.
 */
export function dimensionsIn(score: Score): DimensionValue[] {
  if (score.status !== "scored") return [];
  const named = score.checks.some(({ dimension }) => dimension !== undefined);
  const nameOf = ({ dimension, id }: Check) => dimension ?? (named || !score.native ? undefined : id);
  const groups = Map.groupBy(score.checks, nameOf);
  return [...groups].flatMap(([id, checks]) => {
    if (id === undefined) return [];
    // A check without a name of its own for it may have a value on another scale.
    const values = checks.flatMap(({ value = -1 }) => (value >= 0 && value <= 1 ? value : []));
    return [{ id, value: values.length === 0 ? undefined : values.reduce((sum, one) => sum + one, 0) / values.length }];
  });
}

/** The scale of a score: its own, or from 0 to 1. */
export function scaleOf(score: Extract<Score, { status: "scored" }>): NativeScale {
  if (!score.native) return { min: 0, max: 1 };
  const { min, max } = score.native;
  return { min, max, passesAt: onScale(score.threshold, { min, max }) };
}

/** A value from 0 to 1, on a scale. */
export function onScale(value: number, { min, max }: NativeScale): number {
  return Number((min + value * (max - min)).toFixed(12));
}
