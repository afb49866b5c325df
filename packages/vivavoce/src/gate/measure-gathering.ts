import { sha256 } from "../base/index.ts";
import {
  type CaseValues,
  cellsOf,
  type EarlyPlan,
  type MeasureSummary,
  type MetricSummary,
  meanOf,
  type ShownMeasure,
  type VariantResult,
} from "../shape/index.ts";
import { assuredMean, boundedMean, type SampledMean, sampledMean } from "../stats/index.ts";

type Case = { caseId: string; cluster?: string | undefined };

/** One value a case, and their mean. */
export class CaseMeans {
  readonly #values: number[] = [];
  readonly #clusters: (string | undefined)[] = [];
  readonly #order: DrawnOrder | undefined;
  /** Of a run that was stopped early: its units, also those to which the measure does not apply. */
  readonly #units = new Map<string, { sum: number; size: number }>();

  /** `order`: the run was stopped early. */
  constructor(order?: DrawnOrder | undefined) {
    this.#order = order;
  }

  /** `value` is undefined if the measure does not apply to the case. */
  add(one: Case, value: number | undefined): void {
    if (this.#order) {
      const name = unitOf(one);
      const { sum, size } = this.#units.get(name) ?? { sum: 0, size: 0 };
      this.#units.set(name, value === undefined ? { sum, size } : { sum: sum + value, size: size + 1 });
    }
    if (value === undefined) return;
    this.#values.push(value);
    if (one.cluster !== undefined) this.#clusters[this.#values.length - 1] = one.cluster;
  }

  /** What the values say about the agent, as if this many further cases had failed. */
  assured(failed: number, anytime: { largest: number } | undefined): MeasureSummary["assured"] {
    const { values, clusters } = this.#with(failed);
    const found = assuredMean(values, { clusters, anytime });
    return found && { ...found, lower: failed > 0 && clusters ? 0 : found.lower };
  }

  /** With this many further cases that failed. Their clusters are not known: as units of their own they would raise the lower end. */
  mean(failed = 0): MeasureSummary["observed"] {
    const { values, clusters } = this.#with(failed);
    const found = this.#ofPlan() ?? boundedMean(values, { clusters });
    if (!found) return undefined;
    const lo = failed > 0 && clusters ? 0 : found.lo;
    return { mean: found.mean, lo, hi: found.hi, cases: values.length };
  }

  /**
   * How far "never" reaches, where a count of the cases does not show it: if they are not independent, or if somebody looked
   * while they were played.
   */
  reach(): MetricSummary["reach"] {
    const { values, clusters } = this.#with(0);
    if (!this.#order && !clusters) return undefined;
    // One-sided at 95 %: the ends of a two-sided interval at 90 %.
    const level = 0.9;
    const found = boundedMean(values, { level, clusters });
    // Clusters of one case are independent cases.
    if (!found || (!this.#order && found.units === values.length)) return undefined;
    const { lo } = this.#ofPlan(level) ?? found;
    return { units: found.units, atMost: 1 - lo };
  }

  /** If the run was stopped early: the mean, with an interval about the whole plan. */
  #ofPlan(level?: number | undefined): SampledMean | undefined {
    const order = this.#order;
    if (!order) return undefined;
    const ranked = [...this.#units].map(([name, unit]) => ({ rank: order.rank(name), ...unit }));
    ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
    const units = ranked.map(({ sum, size }) => ({ value: size === 0 ? 0 : Math.min(1, sum / size), size }));
    return sampledMean(units, { of: order.plan.units, largest: order.plan.largest, level });
  }

  #with(failed: number) {
    const values = failed === 0 ? this.#values : [...this.#values, ...Array<number>(failed).fill(0)];
    const clusters = this.#clusters.length === 0 ? undefined : values.map((_, index) => this.#clusters[index]);
    return { values, clusters };
  }
}

/** One value a case where it was seen, and another that holds whatever the missing trials would have shown. */
export class MeansGathering {
  readonly #observed: CaseMeans;
  readonly #atWorst: CaseMeans;
  #isWhole = true;

  constructor(order?: DrawnOrder | undefined) {
    this.#observed = new CaseMeans(order);
    this.#atWorst = new CaseMeans(order);
  }

  /** `atWorst` is undefined if the measure does not apply to the case. */
  add(one: Case, observed: number | undefined, atWorst: number | undefined): void {
    this.#observed.add(one, observed);
    this.#atWorst.add(one, atWorst);
    this.#isWhole &&= observed === atWorst;
  }

  assured(neverPlayed: number, anytime: { largest: number } | undefined): MeasureSummary["assured"] {
    return this.#atWorst.assured(neverPlayed, anytime);
  }

  means(neverPlayed = 0): Pick<MeasureSummary, "observed" | "atWorst"> {
    const observed = this.#observed.mean();
    return { observed, atWorst: this.#isWhole && neverPlayed === 0 ? observed : this.#atWorst.mean(neverPlayed) };
  }
}

/** Sums up one measure, case by case, keeping only two numbers a case in memory. */
export class MeasureGathering {
  readonly #name: string;
  readonly #repeats: number;
  readonly #means: MeansGathering;
  readonly #anytime: { largest: number } | undefined;
  #cases = 0;
  #trials = 0;
  #missing = 0;
  #pending = 0;
  #missed = 0;
  #seen = 0;
  #binary = true;

  /** `early`: the run was looked at while it was played; `order`: it was stopped early. */
  constructor(name: string, repeats: number, early: { largest: number } | undefined, order?: DrawnOrder | undefined) {
    this.#name = name;
    this.#repeats = repeats;
    this.#anytime = early;
    this.#means = new MeansGathering(order);
  }

  /** `missed`: whether a trial of the case was under the threshold. Returns whether the case was seen in all its trials, or missed. */
  add(one: CaseValues, missed = false): boolean {
    const cells = cellsOf(one, this.#name, this.#repeats).filter((cell) => cell !== "skipped");
    this.#means.add(one, meanOf(cells), meanOf(cells, 0));
    if (cells.length === 0) return false;
    const missing = cells.filter((cell) => cell === "missing").length;
    this.#cases += 1;
    this.#trials += cells.length;
    this.#missing += missing;
    this.#pending += Math.min(missing, Math.max(0, this.#repeats - one.trials.length));
    this.#missed += missed ? 1 : 0;
    const seen = missed || missing === 0;
    this.#seen += seen ? 1 : 0;
    this.#binary &&= cells.every((cell) => cell === 0 || cell === 1 || cell === "missing");
    return seen;
  }

  /** The sums, including cases that were never played, all of whose trials are missing. */
  summary(neverPlayed = 0): MeasureSummary {
    const unplayed = neverPlayed * this.#repeats;
    const assured = this.#means.assured(neverPlayed, this.#anytime);
    return {
      name: this.#name,
      cases: this.#cases + neverPlayed,
      ...this.#means.means(neverPlayed),
      ...(assured ? { assured } : {}),
      trials: this.#trials + unplayed,
      missing: this.#missing + unplayed,
      pending: this.#pending + unplayed,
      seen: this.#seen,
      missed: this.#missed,
      binary: this.#binary,
    };
  }
}

/**
 * What is shown of a measure, wherever the result is shown. It is summed up as by its run: over the whole plan, whether all
 * of it was played or not.
 */
export function shownOf(result: VariantResult, name: string): ShownMeasure {
  const { repeats, early } = result;
  const order = early?.drawn && new DrawnOrder({ ...early, ...early.drawn });
  const gathering = new MeasureGathering(name, repeats, early, order);
  for (const one of result.cases) gathering.add(one);
  const { cases, observed, missing, pending } = gathering.summary(neverPlayed(result));
  return { cases, observed, missing, pending };
}

/** Cases of the plan of which no trial was played. */
export function neverPlayed({ planned, repeats, cases }: Pick<VariantResult, "planned" | "repeats" | "cases">): number {
  return Math.max(0, Math.round(planned / repeats) - cases.length);
}

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
