import { plural } from "../base/index.ts";
import {
  type GatePolicy,
  type MeasureSummary,
  type MetricSummary,
  passRateName,
  type Reason,
  type Tally,
  type VariantSummary,
} from "../shape/index.ts";
import { unmeasured } from "./assured.ts";
import { reasonOf } from "./decision.ts";
import { tolerance } from "./policy.ts";

/** What keeps a run from passing by what was observed: failed trials, or a pass rate under its floor. */
export function missed(
  summaries: readonly VariantSummary[],
  { failed }: Tally,
  { passRate: floor }: GatePolicy,
): Reason[] {
  if (floor === undefined) {
    const text = `${plural(failed, "trial")} failed${missedBy(summaries)}`;
    return failed > 0 ? [reasonOf("failed", text, { trials: failed })] : [];
  }
  return summaries.flatMap(({ passRate, early }) => {
    if (!isUnder(passRate, floor, early)) return [];
    const { atWorst: { mean: value } = unmeasured, cases } = passRate;
    const text = `an observed pass rate of ${shownUnder(passRate, floor)} over ${plural(cases, "case")} is under the floor of ${floor}`;
    return [reasonOf("floor", text, { measure: passRateName, value, floor, cases })];
  });
}

const mostNamed = 6;

/** A metric of zero tolerance is named as a hit. */
function isOrdinary({ gating, zeroTolerance }: MetricSummary): boolean {
  return gating && !zeroTolerance;
}

/**
 * " (criteria in 2 cases, toolUse in 1)": the metrics that were missed, the most often missed first. Two variants may have
 * missed one in the same case, which the sums do not tell.
 */
function missedBy(summaries: readonly VariantSummary[]): string {
  const counts = new Map<string, number>();
  const missing = summaries.map(({ metrics }) => metrics.filter((metric) => isOrdinary(metric) && metric.missed > 0));
  for (const { name, missed: cases } of missing.flat()) counts.set(name, (counts.get(name) ?? 0) + cases);
  const ranked = [...counts].sort(([, a], [, b]) => b - a);
  const named = ranked.map(([name, cases], index) => `${name} in ${index === 0 ? plural(cases, "case") : cases}`);
  const more = named.length > mostNamed ? [plural(named.length - mostNamed, "more metric")] : [];
  const often = missing.filter(({ length }) => length > 0).length > 1 ? ["counted for each variant"] : [];
  return named.length === 0 ? "" : ` (${[...named.slice(0, mostNamed), ...more, ...often].join(", ")})`;
}

/** The metrics whose mean is under its floor. */
export function underFloors(summaries: readonly VariantSummary[], { floors = {} }: GatePolicy): Reason[] {
  return Object.entries(floors).flatMap(([name, floor]) => {
    const under = summaries.flatMap(({ metrics, early }) =>
      metrics.filter((metric) => metric.name === name && metric.atWorst !== undefined && isUnder(metric, floor, early)),
    );
    const [lowest] = under.sort((a, b) => (a.atWorst?.mean ?? 0) - (b.atWorst?.mean ?? 0));
    if (!lowest) return [];
    const text = `${name} of ${shownUnder(lowest, floor)} observed on average is under its floor of ${floor}`;
    return [reasonOf("floor", text, { measure: name, value: lowest.atWorst?.mean ?? 0, floor, cases: lowest.cases })];
  });
}

/** Whether a measure misses its floor: if the run was stopped early, the whole plan would. */
function isUnder(
  { atWorst: { mean, hi } = unmeasured }: MeasureSummary,
  floor: number,
  early: VariantSummary["early"],
): boolean {
  return (early ? hi : mean) < floor - tolerance;
}

/** A value with enough digits to show that it is under the floor; if trials are missing, it is a bound, and called one. */
function shownUnder({ atWorst: { mean: value } = unmeasured, missing }: MeasureSummary, floor: number): string {
  const digits = [2, 3, 4, 5, 6].find((count) => Number(value.toFixed(count)) < floor);
  return `${value.toFixed(digits ?? 9)}${missing > 0 ? " at worst" : ""}`;
}
