import type { Check } from "../../score.ts";
import { decided, undecided } from "./verdict.ts";

/** The value below which a share of numbers lies (type 7, linear between ranks, as in the reports). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = (sorted.length - 1) * share;
  const lower = sorted[Math.floor(position)] ?? 0;
  const upper = sorted[Math.ceil(position)] ?? lower;
  return lower + (upper - lower) * (position - Math.floor(position));
}

export interface PercentileLimits {
  p50?: number | undefined;
  p95?: number | undefined;
}

export interface Quantity {
  id: string;
  label: string;
  unit: string;
}

const shares = { p50: 0.5, p95: 0.95 };
export type PercentileName = keyof typeof shares;
export const percentileNames = Object.keys(shares) as PercentileName[];

/** One check for the median and one for the 95th percentile; without a limit the figure is shown and decides nothing. */
export function checkPercentiles(
  { id, label, unit }: Quantity,
  values: readonly number[],
  limits: PercentileLimits,
): Check[] {
  return percentileNames.map((name) => {
    const limit = limits[name];
    const measured = percentile(values, shares[name]);
    const base = { id: `${id}-${name}`, label: `${label}, ${name}` };
    const figure = `${Number(measured.toFixed(1))} ${unit} over ${values.length} ${values.length === 1 ? "reply" : "replies"}`;
    if (limit === undefined) return undecided({ ...base, verdict: "measured", reason: `${figure}; no limit is set` });
    const ok = measured <= limit;
    return decided({ ...base, ok, verdict: ok ? "kept" : "over", reason: `${figure}, at most ${limit} allowed` });
  });
}

/** The figures themselves, for the score's detail. */
export function figuresOf(values: readonly number[]): Record<PercentileName, number | null> {
  const figure = (name: PercentileName) => (values.length === 0 ? null : percentile(values, shares[name]));
  return { p50: figure("p50"), p95: figure("p95") };
}
