/** What nobody knows is a dash, never 0. */
export const unknown = "–";

export function showCost(dollars: number | undefined): string {
  if (dollars === undefined) return unknown;
  if (dollars === 0) return "$0.00";
  return dollars < 0.01 ? `$${dollars.toPrecision(2)}` : `$${dollars.toFixed(2)}`;
}

export function showDuration(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return unknown;
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(milliseconds / 60_000);
  return `${minutes} min ${Math.round((milliseconds % 60_000) / 1_000)} s`;
}

export function showCount(count: number | undefined): string {
  return count === undefined ? unknown : count.toLocaleString("en-US");
}

export function showValue(value: number): string {
  return value.toFixed(2);
}

/** "1 case", "26 cases" */
export function plural(count: number, word: string): string {
  return `${showCount(count)} ${word}${count === 1 ? "" : "s"}`;
}

/** The value below which a share of sorted numbers lies (type 7, as in R). */
export function percentile(sorted: readonly number[] | Float64Array, share: number): number | undefined {
  if (sorted.length === 0) return undefined;
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}
