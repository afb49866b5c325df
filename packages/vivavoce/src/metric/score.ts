import { z } from "zod";

/** Words from the transcript that a verdict rests on, and where they stand. */
export const quoteSchema = z.object({
  text: z.string(),
  exchange: z.int().optional(),
  source: z.enum(["reply", "user", "call", "result", "fact"]),
});

/** One criterion, statement or expectation with its verdict. */
export const checkSchema = z.object({
  id: z.string(),
  label: z.string(),
  /** What it measures in every case, such as a rubric's "brevity": checks that share it are summed up over the cases. */
  dimension: z.string().optional(),
  /** Set where the check decided nothing, such as a limit on something that was not measured: `ok` then says nothing. */
  status: z.literal("skipped").optional(),
  /** The verdict in the metric's own words: "yes", "partly", "tool_params", "missing" … */
  verdict: z.string(),
  ok: z.boolean(),
  /** This check's part of the value, where it has one. */
  value: z.number().optional(),
  /** What was expected, what happened: a sentence. */
  reason: z.string(),
  evidence: z.array(quoteSchema),
});

const common = { metric: z.string(), judged: z.boolean(), gating: z.boolean() };

/** What a metric says of one trial. Only `scored` has a value; no evidence is never a number. */
export const scoreSchema = z.discriminatedUnion("status", [
  z.object({
    ...common,
    status: z.literal("scored"),
    /** In [0, 1], higher is better. */
    value: z.number().min(0).max(1),
    threshold: z.number(),
    passed: z.boolean(),
    checks: z.array(checkSchema),
    /** A rubric's own scale. */
    native: z.object({ value: z.number(), min: z.number(), max: z.number() }).optional(),
    detail: z.json().optional(),
  }),
  z.object({ ...common, status: z.literal("skipped"), reason: z.string() }),
  z.object({ ...common, status: z.literal("unscored"), reason: z.string(), detail: z.json().optional() }),
  z.object({ ...common, status: z.literal("errored"), reason: z.string() }),
]);

export type Quote = z.infer<typeof quoteSchema>;
export type Check = z.infer<typeof checkSchema>;
export type Score = z.infer<typeof scoreSchema>;
export type Scored = Extract<Score, { status: "scored" }>;

/**
 * One check of a metric: whether it holds, and a sentence that says why. The id is its label and "yes" or "no" its verdict,
 * unless others are given.
 *
 * @example check("greets", /^hello/i.test(reply), "the first reply begins with a greeting")
 */
export function check(
  id: string,
  ok: boolean,
  reason: string,
  more: Partial<Pick<Check, "label" | "verdict" | "value" | "evidence">> = {},
): Check {
  return { id, label: id, verdict: ok ? "yes" : "no", ok, reason, evidence: [], ...more };
}

/** A check that is shown and does not count: nothing was there to decide it by. */
export function skippedCheck(given: Pick<Check, "id" | "label" | "reason">): Check {
  return { ...given, status: "skipped", verdict: "skipped", ok: true, evidence: [] };
}
