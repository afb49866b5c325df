import { z } from "zod";
import { effectSchema } from "./effect.ts";
import { optional } from "./optional.ts";
import { toolCallSchema } from "./tool-call.ts";

/** The tokens of one or more model calls. */
export const usageSchema = z.object({
  inputTokens: z.number().describe("Tokens of the request."),
  outputTokens: z.number().describe("Tokens of the answer."),
  cachedTokens: optional(z.number(), "Tokens of the request that the provider had cached."),
  reasoningTokens: optional(z.number(), "Tokens of the answer that were spent on thinking."),
});
/** The tokens of one or more model calls. */
export type Usage = z.infer<typeof usageSchema>;

/** What the agent did, in the order it did it. */
const transcriptItemSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("text"),
    text: z.string().describe("What the agent says."),
    unheard: optional(z.string(), "What the agent said after the user interrupted it. The user did not hear this."),
  }),
  z.object({ type: z.literal("call"), call: toolCallSchema.describe("What the agent does.") }),
]);
/** One text or tool call of the agent. */
export type TranscriptItem = z.infer<typeof transcriptItemSchema>;

/** What the user says to open an exchange. */
const saidLineSchema = z.object({
  content: z.string().describe("Empty if the user stays silent."),
  refuses: optional(z.boolean(), "The user rejects what was proposed."),
  consents: optional(z.boolean(), "The user allows again what was rejected before."),
  silence: optional(z.number().nonnegative(), "Milliseconds for which the user says nothing."),
  interrupts: optional(
    z.object({ afterWords: z.int().min(0).describe("How many words of the reply the user hears.") }),
    "The user interrupts the agent's reply with this line.",
  ),
});

export type SaidLine = z.infer<typeof saidLineSchema>;

const milliseconds = z.number().nonnegative().optional();

/**
 * How long an agent took, in real time. Left out if it was not measured: the tape does not have it, or the reply did not
 * end by itself.
 */
export const exchangeTimesSchema = z.object({
  firstWordMs: milliseconds.describe("From the line to the first text, if the agent streams its reply."),
  replyMs: milliseconds.describe("From the line to the end of the reply."),
});
export type ExchangeTimes = z.infer<typeof exchangeTimesSchema>;

/** One user message and everything the agent does until it is the user's turn again. */
const exchangeSchema = z
  .object({
    number: z.int().min(0).describe("From 1. Exchange 0 is what an agent says that speaks first."),
    user: optional(saidLineSchema, "Left out only in exchange 0."),
    items: z.array(transcriptItemSchema).describe("Texts and tool calls, in the order in which they came."),
    quiet: optional(z.boolean(), "The agent chose to say nothing, which is not an empty reply."),
    notes: optional(
      z.array(z.object({ name: z.string().describe("What it is called."), value: z.json().describe("What it is.") })),
      "What the agent tells about itself, such as its state.",
    ),
    effects: optional(
      z.array(effectSchema),
      "What this exchange changed in the world; left out if Viva cannot see the world.",
    ),
    broken: optional(z.string(), "The first invariant of the suite that does not hold after the exchange."),
    modelCalls: z.int().describe("How many model calls the agent made."),
    usage: optional(usageSchema, "Left out if a call of the exchange did not report it, as on a hand-written tape."),
    cost: optional(z.number(), "US dollars; left out if a call has no known price."),
    ...exchangeTimesSchema.shape,
    modelMs: milliseconds.describe("Milliseconds spent waiting for models; left out if a call's duration is unknown."),
    warnings: optional(
      z.array(z.string()),
      "What a reader should know about the models' answers, such as one that was cut off.",
    ),
  })
  .refine(({ number, user }) => (number === 0) === (user === undefined), {
    path: ["user"],
    error: "every exchange except exchange 0 needs a line of the user",
  });
/** One user message and everything the agent does until it is the user's turn again. */
export type Exchange = z.infer<typeof exchangeSchema>;

/** How a conversation ended. */
export const outcomeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("completed"),
    ended: optional(
      z.object({
        by: z.enum(["script", "user", "agent"]).describe("Who ended it. A script ends when its last line is answered."),
        reason: optional(z.string(), "Why, in the words of whoever ended it."),
        unsaid: z.array(saidLineSchema).describe("The lines of the script that were not said."),
      }),
      "Who ended the conversation. Left out if nobody knows, as in a record that Viva did not make.",
    ),
  }),
  z.object({
    kind: z.literal("agent-failed"),
    reason: z
      .enum(["threw", "call-limit", "time-limit", "empty-reply", "crashed", "protocol"])
      .describe("What the agent did."),
    message: z.string().describe("What happened, in a sentence."),
    stack: optional(
      z.string(),
      "The lines of the project's own code that an error came through, innermost first, one a line.",
    ),
    exchange: z.int().describe("The exchange in which it happened."),
  }),
  z.object({
    kind: z.literal("infrastructure"),
    message: z.string().describe("What went wrong outside the agent, in a sentence."),
    cause: optional(z.literal("no-tape"), "Set if the trial has no tape that a replay could play."),
    exchange: optional(z.int(), "The exchange in which it happened, if one had begun."),
  }),
]);
/** How a conversation ended: it was completed, the agent failed, or something outside the agent failed. */
export type Outcome = z.infer<typeof outcomeSchema>;
/** Who ended a completed conversation. */
export type Ended = NonNullable<Extract<Outcome, { kind: "completed" }>["ended"]>;

/** Something that a simulated user did and a real one would not. */
const simulatorFaultSchema = z.object({
  kind: z
    .enum([
      "leaked",
      "told-before-asked",
      "contradicted-goal",
      "spoke-like-assistant",
      "wrong-fact",
      "echoed",
      "no-answer",
      "wrong-language",
      "claimed-goal",
      "broke-stop-rule",
      "judged-unlikely",
    ])
    .describe("What the simulated user did wrong."),
  exchange: z.int().describe("The exchange in which it happened."),
  reason: z.string().describe("How Viva noticed it."),
  line: z.string().describe("What the simulated user said."),
});
export type SimulatorFault = z.infer<typeof simulatorFaultSchema>;

/** How a simulated user behaved and why it stopped; a conversation with a fault says nothing about the agent. */
const userRecordSchema = z.object({
  kind: z.literal("simulated"),
  stop: z.enum(["goal-met", "gives-up", "limit", "hung-up-on", "cut-off"]).describe("Why the simulated user stopped."),
  faults: z.array(simulatorFaultSchema).describe("What it did that a real user would not do."),
});
export type UserRecord = z.infer<typeof userRecordSchema>;

/** The immutable, JSON-safe record of one conversation. Everything else reads it. */
export const transcriptSchema = z.object({
  version: z.literal(2).describe("The version of this format."),
  case: z.string().describe("The id of the case."),
  variant: z.record(z.string(), z.string()).describe("The choice of each variant."),
  repeat: z.int().min(1).describe("Which repeat of the case this is, from 1."),
  agent: z
    .object({ name: z.string().describe("What it is called."), version: z.string().describe("Its own version.") })
    .describe("The agent that was played."),
  history: z
    .array(
      z.object({
        role: z.enum(["user", "assistant"]).describe("Who said it."),
        content: z.string().describe("What was said."),
      }),
    )
    .describe("What was said before the first exchange."),
  openMs: milliseconds.describe("Milliseconds that the agent took to open its session; not part of any reply."),
  connected: optional(
    z.boolean(),
    "The agent made its own connections while no model was asked through Viva, so it may have asked a model itself.",
  ),
  exchanges: z.array(exchangeSchema).describe("What was said and done, exchange by exchange."),
  user: optional(userRecordSchema, "Left out if the user was a script."),
  world: optional(
    z.object({
      opening: z.string().describe("The world before, in words."),
      closing: z.string().describe("The world after, in words."),
      effects: z.array(effectSchema).describe("Everything that changed between them."),
    }),
    "The world in words before and after, and everything that changed; left out if Viva cannot see it.",
  ),
  servers: optional(
    z.record(z.string(), z.json()),
    "The MCP servers that the agent asked for their tools, with these tools.",
  ),
  outcome: outcomeSchema.describe("How the conversation ended."),
});
/** The JSON-safe record of one conversation, which metrics read. */
export type Transcript = z.infer<typeof transcriptSchema>;
