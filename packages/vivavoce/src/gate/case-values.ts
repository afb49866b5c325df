import { z } from "zod";
import { type TrialStatus, trialStatuses } from "./trial-status.ts";

/** One case of one suite under one variant, its repeats averaged: the unit of every comparison. */
export const caseValuesSchema = z.strictObject({
  caseId: z.string(),
  /** Cases are paired where it agrees: the same question in both runs. */
  caseHash: z.string(),
  /** Cases that share it are one unit to the statistics. */
  cluster: z.string().exactOptional(),
  tags: z.array(z.string()),
  /** How its trials ended. */
  trials: z.partialRecord(z.enum(trialStatuses), z.int().min(1)),
  /** The mean of each metric over the repeats that have a value. */
  values: z.record(z.string(), z.number().min(0).max(1)),
  /** The variance between the repeats, of metrics with two values or more. */
  spread: z.record(z.string(), z.number().min(0)).exactOptional(),
});
export type CaseValues = z.infer<typeof caseValuesSchema>;

/** One trial as it goes into its case. Turns are no samples: a trial has one value a metric. */
export interface TrialValues {
  caseId: string;
  caseHash: string;
  cluster: string | undefined;
  tags: readonly string[];
  status: TrialStatus | undefined;
  scores: readonly { metric: string; value: number }[];
}

/** How often it was played and scored. */
export function trialsOf({ trials }: Pick<CaseValues, "trials">): number {
  return Object.values(trials).reduce((sum, count) => sum + count, 0);
}

/** Only what passed or failed says something about the agent. */
export function decidedOf({ trials }: Pick<CaseValues, "trials">): number {
  return (trials.passed ?? 0) + (trials.failed ?? 0);
}

/** The share of the decided repeats that passed; undefined where none was decided. */
export function passRateOf(values: Pick<CaseValues, "trials">): number | undefined {
  const decided = decidedOf(values);
  return decided === 0 ? undefined : (values.trials.passed ?? 0) / decided;
}

interface Gathered {
  facts: Omit<CaseValues, "values" | "spread">;
  values: Map<string, { count: number; mean: number; squares: number }>;
}

/** Takes trials, in any order, and averages them within their cases. Trials that are not scored yet are left out. */
export class CaseGathering {
  readonly #cases = new Map<string, Gathered>();

  add({ caseId, caseHash, cluster, tags, status, scores }: TrialValues): void {
    if (status === undefined) return;
    let gathered = this.#cases.get(caseId);
    if (!gathered) {
      const facts = { caseId, caseHash, ...(cluster === undefined ? {} : { cluster }), tags: [...tags], trials: {} };
      gathered = { facts, values: new Map() };
      this.#cases.set(caseId, gathered);
    }
    const { trials } = gathered.facts;
    trials[status] = (trials[status] ?? 0) + 1;
    for (const { metric, value } of scores) {
      // Welford's recurrence: mean and sum of squares in one pass, without a list of the values.
      const so = gathered.values.get(metric) ?? { count: 0, mean: 0, squares: 0 };
      const count = so.count + 1;
      const mean = so.mean + (value - so.mean) / count;
      gathered.values.set(metric, { count, mean, squares: so.squares + (value - so.mean) * (value - mean) });
    }
  }

  /** The cases in the order in which they first came. */
  cases(): CaseValues[] {
    return [...this.#cases.values()].map(({ facts, values }) => {
      const repeated = [...values].filter(([, { count }]) => count > 1);
      const spread = repeated.map(([metric, { count, squares }]) => [metric, squares / (count - 1)] as const);
      return {
        ...facts,
        values: Object.fromEntries([...values].map(([metric, { mean }]) => [metric, mean])),
        ...(spread.length === 0 ? {} : { spread: Object.fromEntries(spread) }),
      };
    });
  }
}
