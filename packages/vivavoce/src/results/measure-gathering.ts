import { type CaseValues, cellsOf, type MeasureSummary, meanOf, type VariantResult } from "../gate/index.ts";
import { assuredMean, boundedMean } from "../stats/index.ts";
import { DrawnOrder, DrawnValues } from "./drawn-values.ts";

/** Sums up one measure, case by case, keeping only one number a case in memory. */
export class MeasureGathering {
  readonly #name: string;
  readonly #repeats: number;
  readonly #values: number[] = [];
  readonly #clusters: (string | undefined)[] = [];
  readonly #drawn: DrawnValues | undefined;
  readonly #anytime: { largest: number } | undefined;
  #trials = 0;
  #missing = 0;
  #missed = 0;
  #seen = 0;
  #binary = true;

  /** `early`: the run was looked at while it was played; `order`: it was stopped early. */
  constructor(name: string, repeats: number, early: { largest: number } | undefined, order?: DrawnOrder | undefined) {
    this.#name = name;
    this.#repeats = repeats;
    this.#anytime = early;
    this.#drawn = order && new DrawnValues(order);
  }

  /** `missed`: whether a trial of the case was under the threshold. Returns whether the case was seen in all its trials, or missed. */
  add(one: CaseValues, missed = false): boolean {
    const cells = cellsOf(one, this.#name, this.#repeats).filter((cell) => cell !== "skipped");
    const value = meanOf(cells, 0);
    this.#drawn?.add(one, value);
    if (value === undefined) return false;
    this.#values.push(value);
    if (one.cluster !== undefined) this.#clusters[this.#values.length - 1] = one.cluster;
    this.#trials += cells.length;
    const missing = cells.filter((cell) => cell === "missing").length;
    this.#missing += missing;
    this.#missed += missed ? 1 : 0;
    const seen = missed || missing === 0;
    this.#seen += seen ? 1 : 0;
    this.#binary &&= cells.every((cell) => cell === 0 || cell === 1 || cell === "missing");
    return seen;
  }

  /** The sums, including cases that were never played: they count 0, like every missing value. */
  summary(neverPlayed = 0): MeasureSummary {
    const values = neverPlayed === 0 ? this.#values : [...this.#values, ...Array<number>(neverPlayed).fill(0)];
    const clusters = this.#clusters.length === 0 ? undefined : values.map((_, index) => this.#clusters[index]);
    const isUnknown = neverPlayed > 0 && clusters !== undefined;
    const { mean, lo, hi } =
      this.#drawn?.interval() ?? withoutLowerEnd(boundedMean(values, { clusters }), isUnknown) ?? {};
    const assured = assuredMean(values, { clusters, anytime: this.#anytime });
    return {
      name: this.#name,
      cases: values.length,
      mean,
      lo,
      hi,
      ...(assured ? { assured: { ...assured, lower: isUnknown ? 0 : assured.lower } } : {}),
      trials: this.#trials + neverPlayed * this.#repeats,
      missing: this.#missing + neverPlayed * this.#repeats,
      seen: this.#seen,
      missed: this.#missed,
      binary: this.#binary,
    };
  }
}

/**
 * An interval over cases of which some were never played. Their clusters are not known. Counted as separate units they
 * would raise the lower end; the upper end can only be too high.
 */
export function withoutLowerEnd<T extends { lo: number }>(interval: T | undefined, isUnknown: boolean): T | undefined {
  return interval && isUnknown ? { ...interval, lo: 0 } : interval;
}

/** Sums up one measure over cases in memory. */
export function summariseMeasure(cases: readonly CaseValues[], name: string, repeats: number): MeasureSummary {
  return summed(new MeasureGathering(name, repeats, undefined), cases);
}

/** Sums up one measure of a result as its run does: of the whole plan, whether all of it was played or not. */
export function summariseResult(result: VariantResult, name: string): MeasureSummary {
  const { cases, repeats, early, planned } = result;
  const order = early?.drawn && new DrawnOrder({ ...early, ...early.drawn });
  return summed(new MeasureGathering(name, repeats, early, order), cases, neverPlayed({ planned, repeats, cases }));
}

/** Cases of the plan of which no trial was played. */
export function neverPlayed({ planned, repeats, cases }: Pick<VariantResult, "planned" | "repeats" | "cases">): number {
  return Math.max(0, Math.round(planned / repeats) - cases.length);
}

function summed(gathering: MeasureGathering, cases: readonly CaseValues[], unplayed = 0): MeasureSummary {
  for (const one of cases) gathering.add(one);
  return gathering.summary(unplayed);
}
