import { safeLine } from "../base/index.ts";
import { clopperPearson } from "../stats/index.ts";
import type { StoredSuite, StoredTrial } from "../store/index.ts";
import { plural, showValue } from "./figures.ts";

/** A metric that must never be missed, over cases: 0 of n is not 0, but at most so much. */
export interface ZeroTolerance {
  metric: string;
  cases: number;
  /** Cases in which it was missed at least once. */
  hits: number;
}

/** Counts cases. The repeats of a case follow each other. */
export class ZeroToleranceGathering {
  readonly #counts: (ZeroTolerance & { last: string | undefined; lastHit: boolean })[];

  constructor(metrics: StoredSuite["header"]["metrics"]) {
    this.#counts = metrics
      .filter(({ zeroTolerance, gating }) => zeroTolerance && gating)
      .map(({ name }) => ({ metric: name, cases: 0, hits: 0, last: undefined, lastHit: false }));
  }

  add({ caseId, scores }: Pick<StoredTrial, "caseId" | "scores">): void {
    for (const count of this.#counts) {
      const score = scores.find(({ metric }) => metric === count.metric);
      if (score?.status !== "scored") continue;
      if (count.last !== caseId) {
        count.last = caseId;
        count.lastHit = false;
        count.cases += 1;
      }
      if (score.passed || count.lastHit) continue;
      count.lastHit = true;
      count.hits += 1;
    }
  }

  summary(): ZeroTolerance[] {
    return this.#counts.map(({ metric, cases, hits }) => ({ metric, cases, hits }));
  }
}

/** "safety: 0 of 37 cases, so ≤ 0.09 of all with 95 % confidence": what was never seen may still happen. */
export function zeroToleranceLine({ metric, cases, hits }: ZeroTolerance): string | undefined {
  // Two-sided at 90 % leaves 5 % above: a one-sided bound at 95 %.
  const bound = clopperPearson(hits, cases, 0.9);
  if (!bound) return undefined;
  const upper = hits === 0 ? `, so ≤ ${showValue(Math.ceil(bound.hi * 100) / 100)} of all with 95 % confidence` : "";
  return `  ${safeLine(metric, 60)}: hit in ${hits} of ${plural(cases, "case")}${upper}`;
}
