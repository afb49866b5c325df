import { z } from "zod";

const name = z.string().min(1).max(2_000);
const hash = z.string().regex(/^[0-9a-f]{64}$/, "is not a SHA-256 in hex");

/** A person's name, as it is kept: without spaces around it, and with letters in one form. */
export const raterSchema = z
  .string()
  .transform((text) => text.trim().normalize("NFC"))
  .pipe(
    z
      .string()
      .min(1, "a label needs the name of the person who gives it")
      .max(100)
      .regex(/^\P{C}*$/u),
  );

/** Ana and ana are one person. */
export function raterKey(rater: string): string {
  return rater.trim().replace(/\s+/g, " ").normalize("NFC").toLowerCase();
}

const sampledSchema = z.strictObject({
  how: z.enum(["random", "stratum", "disagreement", "second rater", "chosen"]),
  /** The chance to be chosen in this way. */
  probability: z.number().gt(0).max(1).optional(),
  /** The chance to be chosen as a random item or as one more of the judge's rarer verdict. */
  stratumProbability: z.number().gt(0).max(1).optional(),
  /** How many items of the run the judge passed, failed and did not decide when it was drawn. */
  strata: z.strictObject({ pass: z.int().min(0), fail: z.int().min(0), none: z.int().min(0) }).optional(),
});

/** How an item came to be labelled. "random" ones are a fair sample of the run; with "stratum" ones, by their chance. */
export type Sampled = z.infer<typeof sampledSchema>;

const fields = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, "is not an id"),
  suite: name,
  run: name,
  suitePosition: z.int().min(0),
  trial: name,
  caseId: name,
  metric: name,
  /** The id of the check within the metric's score; "" for the metric as a whole. */
  criterion: z.string().max(2_000),
  /** The criterion's words when it was labelled; and a SHA-256 over them and over the metric's question. */
  criterionText: z.string().max(100_000),
  criterionVersion: hash,
  /** SHA-256 of the conversation that was read: a trial that is played again is another one. */
  transcriptHash: hash,
  /** The metric's identity, and the judge's verdict, when it was labelled. */
  metricIdentity: name,
  judged: z.enum(["pass", "fail", "none"]),
  /** Who said it. */
  rater: raterSchema,
  /** In milliseconds since 1970. */
  labelledAt: z.int().min(0),
  verdict: z.enum(["pass", "fail", "unclear"]),
  /** Required unless the verdict is a pass. */
  reason: z.string().max(10_000),
  /** The rater had labelled it before and then seen the judge's verdict: a correction, no longer blind. */
  sighted: z.literal(true).optional(),
  /** How the item came to be labelled, and the chance it had: a corrected rate needs that. */
  sampled: sampledSchema,
});

/** What a person said about one criterion of one conversation. */
export const labelSchema = fields.refine(({ verdict, reason }) => verdict === "pass" || reason.trim() !== "", {
  path: ["reason"],
  message: "a fail and an unclear need a reason",
});

export type Label = z.infer<typeof labelSchema>;

/** The conversation and the criterion that a label is about, as one text. */
export function itemKey(of: Pick<Label, "run" | "suitePosition" | "trial" | "metric" | "criterion">): string {
  return JSON.stringify([of.run, of.suitePosition, of.trial, of.metric, of.criterion]);
}

/**
 * Of labels in the order they were given, the last of each rater on each criterion of each conversation. Other words, or
 * a conversation that was played again, are another item.
 */
export function newestLabels(labels: readonly Label[]): Label[] {
  const newest = new Map<string, Label>();
  for (const label of labels) {
    const { criterionVersion, transcriptHash } = label;
    const key = [itemKey(label), criterionVersion, transcriptHash, raterKey(label.rater)].join(" ");
    newest.delete(key);
    newest.set(key, label);
  }
  return [...newest.values()];
}
