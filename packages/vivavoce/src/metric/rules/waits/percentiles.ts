import { type Check, skippedCheck } from "../../../shape/index.ts";
import { decided } from "../../../spoken/index.ts";

function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/**
 * The 95th percentile: one number in twenty may be larger; of fewer than twenty it is the largest. It is not interpolated:
 * with one slow reply of two, that would give a time which half of the replies exceed.
 */
function ninetyFifth(sorted: readonly number[]): number {
  return sorted[sorted.length - 1 - Math.floor(sorted.length / 20)] ?? 0;
}

export function percentile(values: readonly number[], name: PercentileName): number {
  return shares[name](values.toSorted((one, other) => one - other));
}

export interface PercentileLimits {
  p50?: number | undefined;
  p95?: number | undefined;
}

export function hasLimit({ p50, p95 }: PercentileLimits): boolean {
  return p50 !== undefined || p95 !== undefined;
}

interface Quantity {
  id: string;
  label: string;
  unit: string;
}

const shares = { p50: median, p95: ninetyFifth };
type PercentileName = keyof typeof shares;
const percentileNames = Object.keys(shares) as PercentileName[];

/** One check for the median and one for the 95th percentile; without a limit the figure is shown and decides nothing. */
export function checkPercentiles(
  { id, label, unit }: Quantity,
  values: readonly number[],
  limits: PercentileLimits,
): Check[] {
  return percentileNames.map((name) => {
    const limit = limits[name];
    const measured = percentile(values, name);
    const base = { id: `${id}-${name}`, label: `${label}, ${name}` };
    const figure = `${Number(measured.toFixed(1))} ${unit} over ${values.length} ${values.length === 1 ? "reply" : "replies"}`;
    if (limit === undefined)
      return { ...skippedCheck({ ...base, reason: `${figure}; no limit is set` }), verdict: "measured" };
    const ok = measured <= limit;
    return decided({ ...base, ok, verdict: ok ? "kept" : "over", reason: `${figure}, at most ${limit} allowed` });
  });
}

/** The figures themselves, for the score's detail. */
export function figuresOf(values: readonly number[]): Record<PercentileName, number | null> {
  const figure = (name: PercentileName) => (values.length === 0 ? null : percentile(values, name));
  return { p50: figure("p50"), p95: figure("p95") };
}
