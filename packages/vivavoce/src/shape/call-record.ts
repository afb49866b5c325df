import { z } from "zod";
import { answerOrigins } from "./answer-origin.ts";
import { usageSchema } from "./transcript.ts";

export const roles = ["agent", "judge", "user"] as const;
export type Role = (typeof roles)[number];

const modelToolCallSchema = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.union([z.record(z.string(), z.json()), z.string()]),
});
const tokenSchema = z.object({ token: z.string(), logprob: z.number() });

export const modelAnswerSchema = z.object({
  text: z.string(),
  toolCalls: z.array(modelToolCallSchema),
  finish: z.enum(["stop", "tool-calls", "length", "content-filter", "other"]),
  usage: usageSchema.optional(),
  cost: z.number().optional(),
  servedModel: z.string().optional(),
  warnings: z.array(z.string()).optional(),
  logprobs: z.array(tokenSchema.extend({ top: z.array(tokenSchema) })).optional(),
});

/** An answer as it came over the wire; left out if Viva itself asked, or if an entry was written by hand. */
export const wireRecordSchema = z.object({
  dialect: z.enum(["openai-chat", "openai-responses", "anthropic-messages", "unread"]),
  path: z.string(),
  status: z.int(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
  /** For a stream: milliseconds since the request, and the text that came then. */
  events: z.array(z.tuple([z.number(), z.string()])).optional(),
  /** Why the stream ended in the middle. */
  brokenOff: z.string().optional(),
});
export type WireRecord = z.infer<typeof wireRecordSchema>;

/**
 * One model call and its answer, as cassettes and the journal keep it and a replay returns it. Addressed by role and
 * label within its trial; order counts within a label.
 */
export const callRecordSchema = z.object({
  role: z.enum(roles),
  /** For the judge, the metric's name; "" if there is only one. */
  label: z.string(),
  /** Position within role and label, from 0. */
  index: z.int().min(0),
  /** SHA-256 over model id and redacted request; left out on a hand-written tape. */
  hash: z.string().optional(),
  /** The redacted request with its model id, kept to show how a request differs. */
  request: z.json().optional(),
  answer: modelAnswerSchema,
  wire: wireRecordSchema.optional(),
  /** Milliseconds from the start of the trial to the start of the call. */
  atMs: z.number().optional(),
  durationMs: z.number().optional(),
  /** When the caller asked and got its answer, by the trial's time without silences. Left out if `atMs` says the same. */
  askedMs: z.number().optional(),
  answeredMs: z.number().optional(),
  /** Left out on a tape. A cached answer has the cost and the duration of the run that asked for it. */
  origin: z.enum(answerOrigins).optional(),
  /** The draw of a live answer, also where it is used again. On a replay without one, the entry and its file stand in. */
  draw: z.string().optional(),
});
export type CallRecord = z.infer<typeof callRecordSchema>;

/** What an answer cost now, in US dollars; undefined if that is not known. */
export function spentOn({ origin, answer }: CallRecord): number | undefined {
  return origin === "cached" ? 0 : answer.cost;
}
