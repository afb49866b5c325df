import { z } from "zod";
import { jsonDataSchema } from "./json-data.ts";
import { optional } from "./optional.ts";

/** Words from the transcript that a verdict rests on, and where they stand. */
const quoteSchema = z.object({
  text: z.string().describe("The words."),
  exchange: optional(z.int(), "The exchange they stand in."),
  source: z.enum(["reply", "user", "call", "result", "fact"]).describe("Where in the exchange they stand."),
});

/** One criterion, statement or expectation with its verdict. */
const checkSchema = z.object({
  id: z.string().describe("One word that names the check among those of its score."),
  label: z.string().describe("What is checked, in words."),
  dimension: optional(
    z.string(),
    "What the check measures in every case, such as a rubric's brevity. Checks with the same dimension are summed up over the cases.",
  ),
  status: optional(
    z.literal("skipped"),
    "Set if the check decided nothing, such as a limit on something that was not measured. `ok` then means nothing.",
  ),
  verdict: z.string().describe('The verdict in the metric\'s own words: "yes", "partly", "wrong", "missing" …'),
  ok: z.boolean().describe("Whether it holds."),
  value: optional(z.number(), "This check's part of the value, if it has one."),
  reason: z.string().describe("What was expected and what happened, in a sentence."),
  evidence: z.array(quoteSchema).describe("The words of the transcript that the verdict rests on."),
});

const common = {
  metric: z.string().describe("The name of the metric."),
  judged: z.boolean().describe("Whether a judge was asked."),
  gating: z.boolean().describe("Whether it decides the trial."),
  watches: optional(
    z.literal(true),
    "Set if it only watched this case: it can fail the trial, and is not enough to pass it.",
  ),
};
const reason = z.string().describe("Why there is no value, in a sentence.");
const detail = optional(jsonDataSchema, "Whatever else the metric wants to show.");

/** What a metric says about one trial. Only `scored` has a value: missing evidence never becomes a number. */
export const scoreSchema = z.discriminatedUnion("status", [
  z.object({
    ...common,
    status: z.literal("scored"),
    value: z.number().min(0).max(1).describe("In [0, 1], higher is better."),
    threshold: z.number().min(0).max(1).describe("The lowest value that passes."),
    passed: z
      .boolean()
      .describe(
        "Whether the value reaches the threshold and whatever else the metric asks for holds, such as a floor.",
      ),
    checks: z.array(checkSchema).describe("The checks that the value was made from."),
    native: optional(
      z.object({
        value: z.number().describe("The value on that scale."),
        min: z.number().describe("Its lower end."),
        max: z.number().describe("Its upper end."),
      }),
      "A rubric's own scale.",
    ),
    detail,
  }),
  z.object({ ...common, status: z.literal("skipped"), reason }),
  z.object({ ...common, status: z.literal("unscored"), reason, detail }),
  z.object({ ...common, status: z.literal("errored"), reason }),
]);

/** Words from the transcript that a verdict rests on, and where they stand. */
export type Quote = z.infer<typeof quoteSchema>;
/** One criterion, statement or expectation with its verdict. */
export type Check = z.infer<typeof checkSchema>;
/** What a metric says about one trial. Only a `scored` one has a value. */
export type Score = z.infer<(typeof scoreSchema)["options"][number]>;
/** A score that has a value. */
export type Scored = Extract<Score, { status: "scored" }>;

/**
 * One check of a metric: whether it holds, and a sentence that says why. Unless you give others, its label is the id and
 * its verdict is "yes" or "no".
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

/** Whether a check found a fault. One that decided nothing has not, whatever its `ok`. */
export function isMissed({ ok, status }: Check): boolean {
  return !ok && status === undefined;
}

/** A check that is shown but does not count, because there was nothing to decide it by. */
export function skippedCheck(given: Pick<Check, "id" | "label" | "reason">): Check {
  return { ...given, status: "skipped", verdict: "skipped", ok: true, evidence: [] };
}

/** The scale that a score and its dimensions are shown on. */
interface NativeScale {
  min: number;
  max: number;
  /** The lowest score that passes; undefined if that differs from case to case. */
  passesAt?: number | undefined;
}

/**
 * The dimensions of a score, in the order of its checks: checks that name a dimension and, if the score has its own scale,
 * every check that has a value. Several checks of one dimension, such as one for each reply, are averaged if they apply.
 * A value is in [0, 1], or undefined if the dimension does not apply.
 */
export function dimensionsIn(score: Score): { id: string; value: number | undefined }[] {
  if (score.status !== "scored") return [];
  const named = score.checks.some(({ dimension }) => dimension !== undefined);
  const nameOf = ({ dimension, id }: Check) => dimension ?? (named || !score.native ? undefined : id);
  const groups = Map.groupBy(score.checks, nameOf);
  return [...groups].flatMap(([id, checks]) => {
    if (id === undefined) return [];
    // A check without a name of its own for it may have a value on another scale.
    const values = checks.flatMap(({ value = -1 }) => (value >= 0 && value <= 1 ? value : []));
    return [{ id, value: values.length === 0 ? undefined : values.reduce((sum, one) => sum + one, 0) / values.length }];
  });
}

/** The scale of a score: its own, or from 0 to 1. */
export function scaleOf(score: Extract<Score, { status: "scored" }>): NativeScale {
  if (!score.native) return { min: 0, max: 1 };
  const { min, max } = score.native;
  return { min, max, passesAt: onScale(score.threshold, { min, max }) };
}

/** A value from 0 to 1, on a scale. */
export function onScale(value: number, { min, max }: NativeScale): number {
  return Number((min + value * (max - min)).toFixed(12));
}
