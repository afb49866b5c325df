import { mulberry32 } from "../base/index.ts";
import { requireGroups, requireWhole } from "./checks.ts";
import type { Interval } from "./interval.ts";
import { sortedQuantile, sumOf } from "./moments.ts";

/** Options of `bootstrap`. */
export interface BootstrapOptions {
  /** The same seed gives the same numbers. */
  seed: number;
  /** How many resamples are drawn. */
  samples?: number | undefined;
}

/** The mean of the data itself, with the spread of the means of its resamples. */
export interface BootstrapEstimate {
  /** The mean of the data itself. */
  mean: number | undefined;
  /** The standard deviation of the resampled means. */
  se: number | undefined;
  /** The 95 % interval. */
  ci: Interval | undefined;
}

/**
 * The percentile bootstrap of a mean (Efron, 1979): cases, or whole clusters, are drawn with replacement by
 * floor(r·n); the 95 % interval is the 0.025 and 0.975 type-7 quantiles. The same seed gives the same bits.
 *
 * @example bootstrap([0.9, 0.75, 1, 0.6], { seed: 42 });
 * @example bootstrap([[1, 1], [0, 1], [0]], { seed: 42, samples: 2000 }); // clusters
 */
export function bootstrap(
  data: readonly number[] | readonly (readonly number[])[],
  { seed, samples = 10_000 }: BootstrapOptions,
): BootstrapEstimate {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`bootstrap: seed is ${seed}: pass a whole number`);
  requireWhole("bootstrap: samples", samples, 2);
  const groups = data.map((entry) => (typeof entry === "number" ? [entry] : entry));
  requireGroups("bootstrap: data", groups);
  if (groups.length === 0) return { mean: undefined, se: undefined, ci: undefined };
  const all = groups.flat();
  const estimate = sumOf(all) / all.length;
  if (groups.length === 1) return { mean: estimate, se: undefined, ci: undefined };

  const means = resampledMeans(groups, seed, samples);
  const se = standardDeviation(means);
  means.sort();
  return { mean: estimate, se, ci: { lo: sortedQuantile(means, 0.025), hi: sortedQuantile(means, 0.975) } };
}

function resampledMeans(groups: readonly (readonly number[])[], seed: number, samples: number): Float64Array {
  const random = mulberry32(seed);
  const means = new Float64Array(samples);
  for (let sample = 0; sample < samples; sample += 1) {
    let sum = 0;
    let count = 0;
    for (let draw = 0; draw < groups.length; draw += 1) {
      for (const x of groups[Math.floor(random() * groups.length)] ?? []) {
        sum += x;
        count += 1;
      }
    }
    means[sample] = sum / count;
  }
  return means;
}

/** In plain order and without the second pass of `meanOf`: the order of additions is part of "the same bits". */
function standardDeviation(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  const centre = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - centre) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}
