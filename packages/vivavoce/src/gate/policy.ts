import { z } from "zod";

/** What a run must show to pass. The fields that compare with a baseline come into play once there is one. */
export const gatePolicySchema = z.strictObject({
  /** The metric that decides a comparison, by name. */
  primary: z.string().optional(),
  /** How much worse than the baseline the primary metric may be. */
  margin: z.number().positive().max(1).optional(),
  /** The share of trials that may stay unscored. */
  maxUnscored: z.number().min(0).max(1).optional(),
  /** A floor on the pass rate; without one every trial has to pass. */
  passRate: z.number().min(0).max(1).optional(),
  /** Whether an inconclusive verdict is returned as failed or as passed; without it as 2. */
  inconclusive: z.enum(["fail", "pass"]).optional(),
});
export type GatePolicy = z.infer<typeof gatePolicySchema>;

export const defaultMaxUnscored = 0.02;
