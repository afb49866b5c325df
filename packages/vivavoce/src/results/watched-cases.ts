import { type DrawnOrder, DrawnValues } from "../gate/index.ts";
import type { MetricSummary } from "../shape/index.ts";
import { boundedMean } from "../stats/index.ts";

/** One-sided at 95 %: the ends of a two-sided interval at 90 %. */
const level = 0.9;

type Case = { caseId: string; cluster?: string | undefined };

/**
 * The cases in which a metric of zero tolerance was watched. Counts of cases show how far "never" reaches only if the
 * cases are independent and nobody looked while they were played.
 */
export class WatchedCases {
  readonly #kept: number[] = [];
  readonly #clusters: (string | undefined)[] = [];
  readonly #drawn: DrawnValues | undefined;

  /** `order`: the run was stopped early. */
  constructor(order?: DrawnOrder | undefined) {
    this.#drawn = order && new DrawnValues(order);
  }

  /** `missed` is undefined if the case was not watched in all of its trials, and nothing was seen. */
  add(one: Case, missed: boolean | undefined): void {
    this.#drawn?.add(one, missed === undefined ? undefined : Number(!missed));
    if (missed === undefined) return;
    this.#kept.push(Number(!missed));
    if (one.cluster !== undefined) this.#clusters[this.#kept.length - 1] = one.cluster;
  }

  reach(): MetricSummary["reach"] {
    if (!this.#drawn && this.#clusters.length === 0) return undefined;
    const clusters = this.#kept.map((_, index) => this.#clusters[index]);
    const found = boundedMean(this.#kept, { level, clusters });
    // Clusters of one case are independent cases.
    if (!this.#drawn && found?.units === this.#kept.length) return undefined;
    const { lo } = this.#drawn?.interval(level) ?? found ?? {};
    return found && lo !== undefined ? { units: found.units, atMost: 1 - lo } : undefined;
  }
}
