/** An unknown figure is shown as a dash, never as 0. */
export const unknown = "–";

export function showCost(dollars: number | undefined): string {
  if (dollars === undefined) return unknown;
  if (dollars === 0) return "$0.00";
  if (dollars < 0.000_001) return "<$0.000001";
  return dollars < 0.01 ? `$${dollars.toPrecision(2)}` : `$${dollars.toFixed(2)}`;
}

/** A sum of costs. If the cost of a part is not known, the sum of the others is too small, and that is said. */
export function showSpent({ cost, unpriced = 0 }: { cost: number | undefined; unpriced?: number | undefined }): string {
  return `${cost !== undefined && unpriced > 0 ? "at least " : ""}${showCost(cost)}`;
}

/** Rounded before the unit is chosen, so that "60.0 s" and "1 min 60 s" never appear. */
export function showDuration(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return unknown;
  if (Math.round(milliseconds) < 1_000) return `${Math.round(milliseconds)} ms`;
  const tenths = Math.round(milliseconds / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** "1,234,567". Not by toLocaleString, whose first call takes longer than everything else about a short report. */
export function showCount(count: number | undefined): string {
  return count === undefined ? unknown : String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

export function showValue(value: number | undefined): string {
  return value === undefined ? unknown : value.toFixed(2);
}

/** ">0.99" for what would be rounded to 1: one failure in 3,000 trials must not look like none. */
export function showRate(value: number | undefined): string {
  // A mean of many values may miss 1 by less than this.
  const isShort = value !== undefined && value < 1 - 1e-9;
  return isShort && showValue(value) === "1.00" ? ">0.99" : showValue(value);
}

/** "0.98 [0.90, 1.00], 4 missing": what was seen, and beside it how many values are not there. */
export function showMeasure(
  { observed, missing, pending }: Shown,
  show = (seen: Seen) => showInterval(seen.mean, seen),
) {
  const seen = observed ? `${show(observed)}${pending > 0 ? " of those finished" : ""}` : unknown;
  return missing > 0 ? `${seen}, ${showCount(missing)} missing` : seen;
}

/** The same without its interval, where figures stand side by side. */
export function showMean(measure: Shown): string {
  return showMeasure(measure, ({ mean }) => showRate(mean));
}

/** Structural, because the page shows the same figures. */
type Seen = { mean: number; lo?: number | undefined; hi?: number | undefined };
type Shown = { observed?: Seen | undefined; missing: number; pending: number };

/** "0.96 [0.81, 0.99]": a value with its 95 % interval, if it has one. */
export function showInterval(
  value: number | undefined,
  { lo, hi }: { lo?: number | undefined; hi?: number | undefined },
  show: (value: number) => string = showValue,
): string {
  if (value === undefined) return unknown;
  const least = show === showValue ? showRate : show;
  return lo === undefined || hi === undefined ? least(value) : `${least(value)} [${least(lo)}, ${show(hi)}]`;
}
