export function sumOf(xs: readonly number[]): number {
  let sum = 0;
  for (const x of xs) sum += x;
  return sum;
}

/**
 * The mean of one or more numbers. A second pass removes rounding errors, so that the mean of equal numbers is exact and
 * their variance is 0.
 */
export function meanOf(xs: readonly number[]): number {
  const rough = sumOf(xs) / xs.length;
  let rest = 0;
  for (const x of xs) rest += x - rough;
  return rough + rest / xs.length;
}

/** Σ(x − x̄)(y − ȳ); of numbers with themselves Σ(x − x̄)². */
export function crossDeviation(xs: readonly number[], ys: readonly number[]): number {
  const meanX = meanOf(xs);
  const meanY = meanOf(ys);
  let sum = 0;
  for (const [index, x] of xs.entries()) sum += (x - meanX) * ((ys[index] ?? Number.NaN) - meanY);
  return sum;
}

/** s² with n − 1; undefined for fewer than two numbers. */
export function varianceOf(xs: readonly number[]): number | undefined {
  return xs.length < 2 ? undefined : crossDeviation(xs, xs) / (xs.length - 1);
}

/** The p-quantile of numbers that are already in ascending order: type 7 of Hyndman & Fan (1996), linear between ranks. */
export function sortedQuantile(ascending: ArrayLike<number>, p: number): number {
  const position = (ascending.length - 1) * p;
  const below = Math.floor(position);
  const lower = ascending[below] ?? Number.NaN;
  const upper = ascending[below + 1] ?? lower;
  return lower + (position - below) * (upper - lower);
}
