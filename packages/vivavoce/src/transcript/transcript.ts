import { z } from "zod";
import { effectSchema } from "../world/index.ts";
import { toolCallSchema } from "./tool-call.ts";

export const usageSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedTokens: z.number().optional(),
  reasoningTokens: z.number().optional(),
});
export type Usage = z.infer<typeof usageSchema>;

/** What the agent did, in the order it did it. */
export const transcriptItemSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("call"), call: toolCallSchema }),
]);
export type TranscriptItem = z.infer<typeof transcriptItemSchema>;

/** One user message and all that the agent does until it yields. */
export const exchangeSchema = z.object({
  number: z.int().min(1),
  user: z.object({ content: z.string(), refuses: z.boolean().optional(), consents: z.boolean().optional() }),
  items: z.array(transcriptItemSchema),
  /** What this exchange changed in the world; left out where Viva cannot see the world. */
  effects: z.array(effectSchema).optional(),
  modelCalls: z.int(),
  /** Left out where no call of the exchange reported it, as on a hand-written tape. */
  usage: usageSchema.optional(),
  cost: z.number().optional(),
  /** Milliseconds spent waiting for models, as recorded. */
  latencyMs: z.number().optional(),
});
export type Exchange = z.infer<typeof exchangeSchema>;

export const outcomeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("completed") }),
  z.object({
    kind: z.literal("agent-failed"),
    reason: z.enum(["threw", "call-limit", "time-limit", "empty-reply"]),
    message: z.string(),
    exchange: z.int(),
  }),
  z.object({ kind: z.literal("infrastructure"), message: z.string(), exchange: z.int().optional() }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;

/** Something that a simulated user did and a real one would not. */
export const simulatorFaultSchema = z.object({
  kind: z.enum([
    "leaked",
    "told-before-asked",
    "contradicted-goal",
    "spoke-like-assistant",
    "broke-stop-rule",
    "judged-unlikely",
  ]),
  exchange: z.int(),
  reason: z.string(),
  line: z.string(),
});
export type SimulatorFault = z.infer<typeof simulatorFaultSchema>;

/** How a simulated user behaved and why it stopped; a conversation with a fault says nothing about the agent. */
export const userRecordSchema = z.object({
  kind: z.literal("simulated"),
  stop: z.enum(["goal-met", "gives-up", "limit", "cut-off"]),
  faults: z.array(simulatorFaultSchema),
});
export type UserRecord = z.infer<typeof userRecordSchema>;

/** The immutable, JSON-safe record of one conversation. Everything else reads it. */
export const transcriptSchema = z.object({
  version: z.literal(1),
  case: z.string(),
  variant: z.record(z.string(), z.string()),
  repeat: z.int().min(1),
  agent: z.object({ name: z.string(), version: z.string() }),
  history: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.string() })),
  exchanges: z.array(exchangeSchema),
  /** Left out where the user was a script. */
  user: userRecordSchema.optional(),
  /** The world in words before and after, and all that changed between; left out where Viva cannot see it. */
  world: z.object({ opening: z.string(), closing: z.string(), effects: z.array(effectSchema) }).optional(),
  outcome: outcomeSchema,
});
export type Transcript = z.infer<typeof transcriptSchema>;
