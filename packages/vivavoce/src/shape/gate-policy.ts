import { z } from "zod";
import { optional } from "./optional.ts";

const share = z.number().min(0).max(1);
const belowOne = z.number().positive().lt(1, "a margin of 1 or more would accept anything");

export const gatePolicySchema = z.strictObject({
  primary: optional(z.string(), "The metric that decides a comparison, by name; the pass rate if left out."),
  margin: optional(belowOne, "How much worse than the baseline the primary metric may be; 0.05 if left out."),
  secondary: optional(z.array(z.string()), "Metrics that must not be worse than the baseline either, each by `guard`."),
  guard: optional(
    belowOne,
    "How much worse a secondary metric may be; three times the margin, at most 0.3, if left out. Never below the margin.",
  ),
  scope: optional(
    z.enum(["these", "like-these"]),
    'Whether a comparison is about the cases that were played ("these") or about others like them ("like-these").',
  ),
  floors: optional(z.record(z.string(), share), "The lowest mean that passes, by metric."),
  maxUnscored: optional(share, "The share of a measure's trials that may have no value."),
  maxSkipped: optional(share, "The share of trials that may be skipped because nothing is expected in them."),
  passRate: optional(share, "The lowest pass rate that passes; if left out, every trial has to pass."),
  assured: optional(
    z.boolean(),
    "Whether `passRate` and `floors` are about the agent on all cases like these, with 95 % confidence, instead of what was observed on these.",
  ),
  inconclusive: optional(
    z.enum(["fail", "pass"]),
    "Whether an inconclusive verdict counts as failed or passed; if left out, the exit code is 2.",
  ),
});
/** What a run must show to pass. The fields about a comparison apply once there is a baseline. */
export type GatePolicy = { [Field in keyof z.infer<typeof gatePolicySchema>]: z.infer<typeof gatePolicySchema>[Field] };
export type Scope = NonNullable<GatePolicy["scope"]>;
