import type { JudgedOptions } from "../judged/definition.ts";
import type { Metric } from "../types.ts";
import { type RowOptions, rowMetric } from "./row.ts";
import { rows } from "./rows.ts";

/**
 * Whether the agent refuses what it must refuse, and only that (`expect.refusal`, or `expected`). A call of one of the
 * `tools` that ran is not a refusal, whatever is said. Skipped if nothing is expected. At most one judge call. Threshold 1.
 *
 * @example refusal({ tools: ["delete_account"] })
 */
export function refusal(options: JudgedOptions & Pick<RowOptions, "expected" | "tools"> = {}): Metric {
  return rowMetric(rows.refusal, options);
}

/**
 * Whether the conversation is handed to a human if it must be, and only then (`expect.escalation`, or `expected`). With
 * `tools`, code decides: one of them ran. Without, one judge call. Skipped if nothing is expected. Threshold 1.
 *
 * @example escalation({ tools: ["transfer_call"] })
 */
export function escalation(options: JudgedOptions & Pick<RowOptions, "expected" | "tools"> = {}): Metric {
  return rowMetric(rows.escalation, options);
}

/**
 * Whether the agent asks back if the request is unclear, and only then (`expect.clarification`, or `expected`). Skipped
 * if nothing is expected. At most one judge call. Threshold 1.
 *
 * @example suite({ …, metrics: [clarification()] });
 */
export function clarification(options: JudgedOptions & Pick<RowOptions, "expected"> = {}): Metric {
  return rowMetric(rows.clarification, options);
}

/**
 * Whether each reply is in the language of the case (`expect.language`), of the option, or of the user. Code decides by
 * script and common words if these leave no doubt; one judge call for the other replies. Value: right / replies. Threshold 1.
 *
 * @example language({ language: "de" })
 */
export function language(options: JudgedOptions & Pick<RowOptions, "language" | "judge"> = {}): Metric {
  return rowMetric(rows.language, options);
}

/**
 * Whether each call is needed: it repeats none after which nothing changed, and there are not more than `most`, or than
 * the case expects. Value: calls without a fault / calls. With `judge: true`, one judge call about the others. Threshold 1.
 *
 * @example stepEfficiency({ most: 5, threshold: 0.8 })
 */
export function stepEfficiency(options: JudgedOptions & Pick<RowOptions, "most" | "judge"> = {}): Metric {
  return rowMetric(rows.stepEfficiency, options);
}

/**
 * Whether a plan is carried out in order (`expect.plan`, or `plan`). A step of one word is the name of a tool, which has
 * to run in its place; one judge call for steps in words. Value: carried out / steps. Skipped without a plan. Threshold 1.
 *
 * @example planAdherence({ plan: ["verify_caller", "look_up_slots", "book_appointment"] })
 */
export function planAdherence(options: JudgedOptions & Pick<RowOptions, "plan" | "judge"> = {}): Metric {
  return rowMetric(rows.planAdherence, options);
}

/**
 * Whether the agent says what it must say (`must` and `expect.disclosure`). Code decides on texts and patterns; one judge
 * call for what is given in words. Value: said in time / what is due. Skipped if nothing is due. Threshold 1.
 *
 * @example disclosure({ must: [/\brecorded\b/, { wish: "what the visit costs", before: "book_appointment" }] })
 */
export function disclosure(options: JudgedOptions & Pick<RowOptions, "must" | "judge"> = {}): Metric {
  return rowMetric(rows.disclosure, options);
}

/**
 * Whether the agent promises nothing that it must not promise (`never` and `expect.commitments`). Code decides on texts and
 * patterns; one judge call for what is given in words. Value: not promised / what is forbidden. Threshold 1.
 *
 * @example commitments({ never: ["a refund", /\bguarantee(d|s)?\b/] })
 */
export function commitments(options: JudgedOptions & Pick<RowOptions, "never" | "judge"> = {}): Metric {
  return rowMetric(rows.commitments, options);
}
