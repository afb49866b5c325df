/**
 * The p-quantile of numbers that are already in ascending order: type 7 of Hyndman & Fan (1996), linear between ranks.
 *
 * @example sortedQuantile([1, 2, 3, 4], 0.5); // 2.5
 */
export function sortedQuantile(ascending: ArrayLike<number>, p: number): number {
  const position = (ascending.length - 1) * p;
  const below = Math.floor(position);
  const lower = ascending[below] ?? Number.NaN;
  const upper = ascending[below + 1] ?? lower;
  return lower + (position - below) * (upper - lower);
}
