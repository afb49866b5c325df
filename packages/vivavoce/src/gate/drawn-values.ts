import { sha256 } from "../base/index.ts";
import type { EarlyPlan } from "../shape/index.ts";
import { type SampledMean, sampledMean } from "../stats/index.ts";

/** The order in which the units of a plan were played, with each unit's place computed once. */
export class DrawnOrder {
  readonly plan: EarlyPlan;
  readonly #ranks = new Map<string, string>();

  constructor(plan: EarlyPlan) {
    this.plan = plan;
  }

  rank(unit: string): string {
    const rank = this.#ranks.get(unit) ?? rankOf(unit, this.plan);
    this.#ranks.set(unit, rank);
    return rank;
  }
}

/** One value a case, of a run that was stopped early: the interval is about the whole plan. */
export class DrawnValues {
  readonly #order: DrawnOrder;
  readonly #units = new Map<string, { sum: number; size: number }>();

  constructor(order: DrawnOrder) {
    this.#order = order;
  }

  /** `value` is undefined if the measure does not apply to the case. */
  add(one: { caseId: string; cluster?: string | undefined }, value: number | undefined): void {
    const name = unitOf(one);
    const unit = this.#units.get(name) ?? { sum: 0, size: 0 };
    this.#units.set(name, unit);
    if (value === undefined) return;
    unit.sum += value;
    unit.size += 1;
  }

  interval(level?: number | undefined): SampledMean | undefined {
    const order = this.#order;
    const ranked = [...this.#units].map(([name, unit]) => ({ rank: order.rank(name), ...unit }));
    ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
    const units = ranked.map(({ sum, size }) => ({ value: size === 0 ? 0 : Math.min(1, sum / size), size }));
    return sampledMean(units, { of: order.plan.units, largest: order.plan.largest, level });
  }
}

/** The unit that a case is played with. */
export function unitOf({ caseId, cluster }: { caseId: string; cluster?: string | undefined }): string {
  return JSON.stringify(cluster === undefined ? ["case", caseId] : ["cluster", cluster]);
}

/** Where a unit is in the random order: sort by this. It depends on the seed and the unit's name alone. */
export function rankOf(unit: string, { seed }: Pick<EarlyPlan, "seed">): string {
  return sha256(`${seed} ${unit}`);
}

/** The plan of these cases, all repeats and variants of each together. */
export function earlyPlan(cases: Iterable<{ caseId: string; cluster?: string | undefined }>, seed: number): EarlyPlan {
  const sizes = new Map<string, number>();
  for (const one of cases) sizes.set(unitOf(one), (sizes.get(unitOf(one)) ?? 0) + 1);
  let [count, largest] = [0, 1];
  for (const size of sizes.values()) {
    count += size;
    largest = Math.max(largest, size);
  }
  return { seed, cases: count, units: sizes.size, largest };
}
