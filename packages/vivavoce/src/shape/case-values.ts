import { z } from "zod";
import { answersFromWord, trialAnswersSchema } from "./answer-origin.ts";

export const trialStatuses = ["errored", "failed", "unscored", "skipped", "passed"] as const;
export type TrialStatus = (typeof trialStatuses)[number];

/** How many trials ended how. */
export type Tally = Record<TrialStatus | "pending", number> & { planned: number };

/** The measure that every suite has: whether the case passed, by all gating metrics together. */
export const passRateName = "pass rate";

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
  /** What it rests on; a word in baselines before format 3. Left out: unknown. */
  answers: z.union([trialAnswersSchema, z.string().transform(answersFromWord)]).exactOptional(),
});
export type TrialValues = z.infer<typeof trialValuesSchema>;

/** One case of one suite under one variant, with its scored trials: the unit of every sum. */
export const caseValuesSchema = z.strictObject({
  caseId: z.string(),
  /** Cases are paired if it agrees: then both runs asked the same question. */
  caseHash: z.string(),
  /** Cases with the same cluster count as one unit in the statistics. */
  cluster: z.string().exactOptional(),
  tags: z.array(z.string()),
  trials: z.array(trialValuesSchema),
});

export type CaseValues = z.infer<typeof caseValuesSchema> & {
  /** Set for a baseline that holds means only: which repeat had which value is not known. */
  means?: TrialValues["values"];
};

/** What a trial gives for a measure: a value, "skipped" if it does not apply, or "missing" if a value should be there. */
export type Cell = number | "skipped" | "missing";

/** The cells of a case under a measure, one for each planned repeat. A repeat that was never played is missing. */
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
  // A trial that an outage spoiled has no value, even if parts of it were scored.
  if (status === "errored") return "missing";
  if (Object.hasOwn(values, measure)) return values[measure] ?? "missing";
  return skipped?.includes(measure) ? "skipped" : "missing";
}

/** The mean of cells, without skipped ones. Missing ones count as `missing`, or are left out. Undefined if none is left. */
export function meanOf(cells: readonly Cell[], missing?: 0 | 1 | undefined): number | undefined {
  let [sum, count] = [0, 0];
  for (const cell of cells) {
    const value = cell === "missing" ? missing : cell;
    if (value === undefined || value === "skipped") continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? undefined : sum / count;
}
