import { z } from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../base/index.ts";
import { modelAnswerSchema, usageSchema, wireRecordSchema } from "../shape/index.ts";
import { missingAnswerSchema } from "./missing-answer.ts";
import type { TapeItems } from "./tape-items.ts";

/** Accepted with any keys: the YAML reader has already refused what JSON cannot hold. */
const jsonValue = z.custom<JsonValue>((value) => value !== undefined);
const callArguments = z.custom<JsonObject | string>(
  (value) => isJsonObject(value) || typeof value === "string",
  "arguments must be a map, or the text that the model wrote",
);

const longCallSchema = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  arguments: callArguments.default({}),
});

/** A call in full, in short (`tool_name: { … }`), or the bare name of a tool called without arguments. */
const callSchema = z.preprocess(inFull, longCallSchema);

function inFull(call: unknown): unknown {
  if (typeof call === "string") return { name: call };
  if (!isJsonObject(call) || typeof call.name === "string") return call;
  const [only, ...others] = Object.entries(call);
  return only && others.length === 0 ? { name: only[0], arguments: only[1] ?? {} } : call;
}

const token = z.strictObject({ token: z.string(), logprob: z.number() });

const saidFields = {
  text: z.string().optional(),
  calls: z.array(callSchema).optional(),
  finish: modelAnswerSchema.shape.finish.optional(),
  servedModel: z.string().optional(),
  usage: usageSchema.strict().optional(),
  cost: z.number().optional(),
  warnings: z.array(z.string()).optional(),
  logprobs: z.array(token.extend({ top: z.array(token) })).optional(),
  atMs: z.number().min(0).optional(),
  durationMs: z.number().min(0).optional(),
  askedMs: z.number().min(0).optional(),
  answeredMs: z.number().min(0).optional(),
  hash: z.string().min(1).optional(),
  /** Of the answer, as it was recorded: one that was edited later counts as written by hand. */
  answerHash: z.string().min(1).optional(),
  draw: z.string().min(1).optional(),
  request: jsonValue.optional(),
  wire: wireRecordSchema.strict().optional(),
  /** In place of an answer: the call failed. */
  missing: missingAnswerSchema.optional(),
};
const items = z
  .custom<TapeItems>(isJsonObject, "items must be a map: the item's id → verdict, quote, reason")
  .refine((value) => Object.keys(value).length > 0, "items are empty");

const textAsEntry = (entry: unknown) => (typeof entry === "string" ? { text: entry } : entry);

const standsAlone = {
  message: "an entry with missing has no answer: leave out text, calls and items",
  path: ["missing"],
};

/** One answer of the agent or the user: a plain text, or its fields. */
export const speakerEntrySchema = z.preprocess(
  textAsEntry,
  z
    .strictObject(saidFields)
    .refine(
      ({ text, calls, missing }) => text !== undefined || calls?.length || missing,
      "an entry needs text or calls, or missing with the reason why there is none",
    )
    .refine(({ text, calls, missing }) => !missing || (text === undefined && !calls), standsAlone),
);

/** One answer of the judge; written by hand it may give `items` in place of a text. */
export const judgeEntrySchema = z.preprocess(
  textAsEntry,
  z
    .strictObject({ ...saidFields, items: items.optional() })
    .refine(
      ({ text, items, calls, missing }) => text !== undefined || items || calls?.length || missing,
      "an entry needs text or items, or missing with the reason why there is none",
    )
    .refine(({ text, items, calls, missing }) => !missing || (text === undefined && !items && !calls), standsAlone)
    .refine((entry) => !entry.items || (entry.text === undefined && !entry.calls), {
      message: "an entry with items cannot have text as well: the items become the text",
      path: ["items"],
    }),
);

export type TapeEntry = z.infer<typeof judgeEntrySchema>;

export const entryFields = Object.keys(saidFields);
export const callFields = Object.keys(longCallSchema.shape);
