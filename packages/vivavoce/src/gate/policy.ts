import { z } from "zod";

const share = z.number().min(0).max(1);

/** What a run must show to pass. The fields that compare with a baseline come into play once there is one. */
export const gatePolicySchema = z.strictObject({
  /** The metric that decides a comparison, by name; without one the pass rate does. */
  primary: z.string().optional(),
  /** How much worse than the baseline the primary metric may be; 0.05 if left out. */
  margin: z.number().positive().max(1).optional(),
  /** Metrics that must not be worse than the baseline either; tested together, after Holm. */
  secondary: z.array(z.string()).optional(),
  /** The least that the mean of a metric has to be, by its name. */
  floors: z.record(z.string(), share).optional(),
  /** The share of trials that may stay unscored. */
  maxUnscored: share.optional(),
  /** A floor on the pass rate; without one every trial has to pass. */
  passRate: share.optional(),
  /** Whether an inconclusive verdict is returned as failed or as passed; without it as 2. */
  inconclusive: z.enum(["fail", "pass"]).optional(),
});
export type GatePolicy = z.infer<typeof gatePolicySchema>;

export const defaultMaxUnscored = 0.02;
export const defaultMargin = 0.05;
