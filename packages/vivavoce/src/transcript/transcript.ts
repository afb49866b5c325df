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
  z.object({
    type: z.literal("text"),
    text: z.string(),
    /** What the agent went on to say after the user interrupted it: the user did not hear this. */
    unheard: z.string().optional(),
  }),
  z.object({ type: z.literal("call"), call: toolCallSchema }),
]);
export type TranscriptItem = z.infer<typeof transcriptItemSchema>;

/** What the user says to open an exchange. */
const saidLineSchema = z.object({
  /** Empty where the user stays silent. */
  content: z.string(),
  refuses: z.boolean().optional(),
  consents: z.boolean().optional(),
  /** Milliseconds for which the user says nothing. */
  silence: z.number().nonnegative().optional(),
  /** The user cuts in on the agent's reply before this line. */
  interrupts: z.object({ afterWords: z.int().min(0) }).optional(),
});

export type SaidLine = z.infer<typeof saidLineSchema>;

const milliseconds = z.number().nonnegative().optional();

/**
 * How long an agent took, by the clock on the wall. Left out where it was not measured: on a tape that does not hold
 * it, and where the reply did not come to its end.
 */
export const exchangeTimesSchema = z.object({
  /** From the line to the first text, where the agent streams its reply. */
  firstWordMs: milliseconds,
  /** From the line to the end of the reply. */
  replyMs: milliseconds,
});
export type ExchangeTimes = z.infer<typeof exchangeTimesSchema>;

/** One user message and all that the agent does until it yields. */
export const exchangeSchema = z
  .object({
    /** From 1. Exchange 0 is what an agent says that speaks first. */
    number: z.int().min(0),
    /** Left out in exchange 0 alone. */
    user: saidLineSchema.optional(),
    items: z.array(transcriptItemSchema),
    /** The agent chose to say nothing, which is not an empty reply. */
    quiet: z.boolean().optional(),
    /** What the agent tells about itself, such as its state. */
    notes: z.array(z.object({ name: z.string(), value: z.json() })).optional(),
    /** What this exchange changed in the world; left out where Viva cannot see the world. */
    effects: z.array(effectSchema).optional(),
    modelCalls: z.int(),
    /** Left out where a call of the exchange did not report it, as on a hand-written tape. */
    usage: usageSchema.optional(),
    cost: z.number().optional(),
    ...exchangeTimesSchema.shape,
    /** Milliseconds spent waiting for models; left out where a call's duration is unknown. */
    modelMs: milliseconds,
    /** What a reader should know about the models' answers, such as one that was cut off. */
    warnings: z.array(z.string()).optional(),
  })
  .refine(({ number, user }) => (number === 0) === (user === undefined), {
    path: ["user"],
    error: "every exchange but exchange 0 has a line of the user",
  });
export type Exchange = z.infer<typeof exchangeSchema>;

export const outcomeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("completed"),
    /** Who ended the conversation. Left out where nobody knows, as in a record that Viva did not make. */
    ended: z
      .object({
        by: z.enum(["script", "user", "agent"]),
        reason: z.string().optional(),
        /** The lines of the script that were not said any more. */
        unsaid: z.array(saidLineSchema),
      })
      .optional(),
  }),
  z.object({
    kind: z.literal("agent-failed"),
    reason: z.enum(["threw", "call-limit", "time-limit", "empty-reply", "crashed", "protocol"]),
    message: z.string(),
    exchange: z.int(),
  }),
  z.object({ kind: z.literal("infrastructure"), message: z.string(), exchange: z.int().optional() }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
/** Who ended a conversation that came to its end. */
export type Ended = NonNullable<Extract<Outcome, { kind: "completed" }>["ended"]>;

/** Something that a simulated user did and a real one would not. */
export const simulatorFaultSchema = z.object({
  kind: z.enum([
    "leaked",
    "told-before-asked",
    "contradicted-goal",
    "spoke-like-assistant",
    "wrong-fact",
    "echoed",
    "wrong-language",
    "claimed-goal",
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
  stop: z.enum(["goal-met", "gives-up", "limit", "hung-up-on", "cut-off"]),
  faults: z.array(simulatorFaultSchema),
});
export type UserRecord = z.infer<typeof userRecordSchema>;

/** The immutable, JSON-safe record of one conversation. Everything else reads it. */
export const transcriptSchema = z.object({
  version: z.literal(2),
  case: z.string(),
  variant: z.record(z.string(), z.string()),
  repeat: z.int().min(1),
  agent: z.object({ name: z.string(), version: z.string() }),
  history: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.string() })),
  /** Milliseconds that the agent took to open its session; not part of any reply. */
  openMs: milliseconds,
  /** The agent made connections of its own while no model was asked through Viva: it may have asked one by itself. */
  connected: z.boolean().optional(),
  exchanges: z.array(exchangeSchema),
  /** Left out where the user was a script. */
  user: userRecordSchema.optional(),
  /** The world in words before and after, and all that changed between; left out where Viva cannot see it. */
  world: z.object({ opening: z.string(), closing: z.string(), effects: z.array(effectSchema) }).optional(),
  outcome: outcomeSchema,
});
export type Transcript = z.infer<typeof transcriptSchema>;
