import { z } from "zod";

const share = z.number().min(0).max(1);
const belowOne = z.number().positive().lt(1, "a margin of 1 or more would accept anything");

/** What a run must show to pass. The fields about a comparison apply once there is a baseline. */
export const gatePolicySchema = z.strictObject({
  primary: z.string().optional().describe("The metric that decides a comparison, by name; the pass rate if left out."),
  margin: belowOne.optional().describe("How much worse than the baseline the primary metric may be; 0.05 if left out."),
  secondary: z
    .array(z.string())
    .optional()
    .describe("Metrics that must not be worse than the baseline either, each by `guard`."),
  guard: belowOne
    .optional()
    .describe(
      "How much worse a secondary metric may be; three times the margin, at most 0.3, if left out. Never below the margin.",
    ),
  scope: z
    .enum(["these", "like-these"])
    .optional()
    .describe(
      'Whether a comparison is about the cases that were played ("these") or about others like them ("like-these").',
    ),
  floors: z.record(z.string(), share).optional().describe("The lowest mean that passes, by metric."),
  maxUnscored: share.optional().describe("The share of a measure's trials that may have no value."),
  maxSkipped: share.optional().describe("The share of trials that may be skipped because nothing is expected in them."),
  passRate: share.optional().describe("The lowest pass rate that passes; if left out, every trial has to pass."),
  assured: z
    .boolean()
    .optional()
    .describe(
      "Whether `passRate` and `floors` are about the agent on all cases like these, with 95 % confidence, instead of what was observed on these.",
    ),
  inconclusive: z
    .enum(["fail", "pass"])
    .optional()
    .describe("Whether an inconclusive verdict counts as failed or passed; if left out, the exit code is 2."),
});
/** What a run must show to pass. */
export type GatePolicy = z.infer<typeof gatePolicySchema>;
export type Scope = NonNullable<GatePolicy["scope"]>;
