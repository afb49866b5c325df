import { z } from "zod";
import { passRateName } from "./measure-name.ts";
import { type TrialStatus, trialStatuses } from "./trial-status.ts";

const valuesSchema = z.record(z.string(), z.number().min(0).max(1));

/** One trial, reduced to what sums and comparisons need. */
const trialValuesSchema = z.strictObject({
  repeat: z.int().min(1),
  status: z.enum(trialStatuses),
  /** The value of each metric that has one. */
  values: valuesSchema,
  /** The dimensions of each metric that has some; null: it did not apply. */
  dimensions: z.record(z.string(), z.record(z.string(), z.number().min(0).max(1).nullable())).exactOptional(),
  /** Metrics that did not apply. */
  skipped: z.array(z.string()).min(1).exactOptional(),
  /** Metrics of zero tolerance that were missed. */
  hits: z.array(z.string()).min(1).exactOptional(),
  /** Where its model answers came from: "none:…" was asked, "hand-written", "tape:…" names the entries. Left out: sampled. */
  answers: z.string().exactOptional(),
});
export type TrialValues = z.infer<typeof trialValuesSchema>;

/** One case of one suite under one variant with the trials that were scored: the unit of every sum. */
export const caseValuesSchema = z.strictObject({
  caseId: z.string(),
  /** Cases are paired where it agrees: the same question in both runs. */
  caseHash: z.string(),
  /** Cases that share it are one unit to the statistics. */
  cluster: z.string().exactOptional(),
  tags: z.array(z.string()),
  trials: z.array(trialValuesSchema),
});

/** A case as baselines of format 1 keep it: how its trials ended, and means over its repeats. */
export const caseMeansSchema = z.strictObject({
  ...caseValuesSchema.shape,
  trials: z.partialRecord(z.enum(trialStatuses), z.int().min(1)),
  values: valuesSchema,
  spread: z.record(z.string(), z.number().min(0)).exactOptional(),
});
type CaseMeans = z.infer<typeof caseMeansSchema>;

export type CaseValues = z.infer<typeof caseValuesSchema> & {
  /** Of a baseline that keeps means only: which repeat had which value is not known. */
  means?: CaseMeans["values"];
};

/** A case of format 1: its trials in no order, its values as means. */
export function fromMeans({ trials, values, spread: _spread, ...facts }: CaseMeans): CaseValues {
  const statuses = Object.entries(trials).flatMap(([status, count]) => Array<string>(count).fill(status));
  return {
    ...facts,
    trials: statuses.map((status, index) => ({ repeat: index + 1, status: status as TrialStatus, values: {} })),
    means: values,
  };
}

/** What a trial says of a measure: a value, nothing because the measure does not apply, or nothing although it should. */
export type Cell = number | "skipped" | "missing";

/** The cells of a case under a measure, one for each planned repeat; what was never played is missing. */
export function cellsOf(one: CaseValues, measure: string, repeats: number): Cell[] {
  if (one.means && measure !== passRateName) {
    const mean = Object.hasOwn(one.means, measure) ? one.means[measure] : undefined;
    const lacking = ({ status }: TrialValues) => status === "errored" || status === "unscored";
    return one.trials.map((trial) => (lacking(trial) ? "missing" : (mean ?? "skipped")));
  }
  const cells = Array<Cell>(Math.max(repeats, 1)).fill("missing");
  for (const trial of one.trials) if (trial.repeat <= cells.length) cells[trial.repeat - 1] = cellOf(trial, measure);
  return cells;
}

function cellOf({ status, values, skipped }: TrialValues, measure: string): Cell {
  if (measure === passRateName) {
    if (status === "passed" || status === "failed") return status === "passed" ? 1 : 0;
    return status === "skipped" ? "skipped" : "missing";
  }
  // What an outage spoiled has no value, whatever was scored of it.
  if (status === "errored") return "missing";
  if (Object.hasOwn(values, measure)) return values[measure] ?? "missing";
  return skipped?.includes(measure) ? "skipped" : "missing";
}

/** The mean of cells; what is missing counts as `missing`, what does not apply leaves the divisor. Undefined: nothing applies. */
export function meanOf(cells: readonly Cell[], missing: 0 | 1): number | undefined {
  const applying = cells.filter((cell) => cell !== "skipped");
  if (applying.length === 0) return undefined;
  return applying.reduce<number>((sum, cell) => sum + (cell === "missing" ? missing : cell), 0) / applying.length;
}
