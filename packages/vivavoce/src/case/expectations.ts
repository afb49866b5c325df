import { z } from "zod";
import { expectedPatternSchema, expectedValueSchema, matcherSchema } from "./matcher.ts";
import { patternSchema } from "./pattern.ts";

/** What the agent should do with its tools, in one exchange or anywhere (`toolUse`). */
export const toolExpectationSchema = z.strictObject({
  /** The exchange, counted from 1 (0 where the agent speaks first); left out: anywhere. */
  turn: z.int().min(0).optional(),
  shouldCall: z.boolean(),
  /** Any one of these; left out: any tool that writes. */
  tools: z.array(z.string()).min(1).optional(),
  /** Who makes the call: a sub-agent, or the agent that took over; left out: whoever. */
  agent: z.string().min(1).optional(),
  /** Parameters that must be there and not blank. */
  required: z.array(z.string()).optional(),
  arguments: z.record(z.string(), expectedValueSchema).optional(),
  /** Expectations that carry it are met in ascending order. */
  order: z.number().optional(),
});

/** One call that should be made (`toolCalls`). */
export const expectedCallSchema = z.strictObject({
  name: z.string(),
  /** The sub-agent that makes it, or the agent that took over; left out: whoever. */
  agent: z.string().min(1).optional(),
  arguments: z.record(z.string(), expectedValueSchema).optional(),
  /** `"forbid"`: the call has no arguments beside these. Left out: others are free. */
  otherArguments: z.literal("forbid").optional(),
  turn: z.int().min(0).optional(),
  optional: z.boolean().optional(),
});

/** A part of a task; what it does not name is free. */
const expectedTaskSchema = z.strictObject({
  text: expectedValueSchema.optional(),
  box: expectedValueSchema.optional(),
  section: expectedValueSchema.optional(),
  parent: expectedValueSchema.optional(),
});

/** A partial effect; its values may be matchers, or hold them. */
export const expectedEffectSchema = z
  .object({
    kind: expectedValueSchema,
    /** Of a note that came or went: all its tasks, in any order. */
    tasks: z.union([matcherSchema, z.array(expectedTaskSchema)]).optional(),
  })
  .catchall(expectedPatternSchema);

const textSchema = z.string().regex(/\S/, "it is blank");

export const limitsSchema = z.strictObject({
  /** The slowest first word of a streamed reply, the slowest reply, and all replies together, by the clock on the wall. */
  firstWordMs: z.number().positive().optional(),
  replyMs: z.number().positive().optional(),
  latencyMs: z.number().positive().optional(),
  /** The time spent waiting for models. */
  modelMs: z.number().positive().optional(),
  tokens: z.number().positive().optional(),
  cost: z.number().positive().optional(),
  modelCalls: z.number().nonnegative().optional(),
  toolCalls: z.number().nonnegative().optional(),
  wordsPerReply: z.number().positive().optional(),
  questionsPerReply: z.number().nonnegative().optional(),
});

const criterionListSchema = z.array(z.string().min(1));

/** Criteria as a plain list, or with the threshold that they have to reach and rubrics besides. */
const criteriaSchema = z.union([
  criterionListSchema.transform((criteria): { criteria: string[]; threshold?: number; rubrics?: string[] } => ({
    criteria,
  })),
  z.strictObject({
    criteria: criterionListSchema,
    threshold: z.number().min(0).max(1).optional(),
    rubrics: z.array(z.string()).optional(),
  }),
]);

/** What is expected of one case, by metric; what is left out is not asked. */
export const expectationsSchema = z.strictObject({
  tools: z.array(toolExpectationSchema).optional(),
  /** `"allow"`: writes beyond the expected ones cost nothing. */
  extraCalls: z.literal("allow").optional(),
  calls: z.array(expectedCallSchema).optional(),
  /** The frame rule is on: what is not named here has not changed, except in the notes or pointers of `except`. */
  world: z
    .strictObject({
      effects: z.array(expectedEffectSchema),
      frame: z.strictObject({ except: z.array(z.string()).optional() }).optional(),
    })
    .optional(),
  safety: z
    .strictObject({
      forbid: z.array(z.strictObject({ tool: z.string().optional(), note: z.string().optional() })).optional(),
      canaries: z.array(z.string().min(4)).optional(),
    })
    .optional(),
  criteria: criteriaSchema.optional(),
  coherence: z
    .strictObject({ maintainsContext: z.boolean().optional(), respondsToUserFeedback: z.boolean().optional() })
    .optional(),
  /** What the conversation is for: the outcome that is wanted (`taskCompletion`, `goalAccuracy`). */
  goal: textSchema.optional(),
  /** Who the agent is here, and what it is there for (`roleAdherence`, `roleViolation`, `misuse`). */
  role: textSchema.optional(),
  /** What the agent may talk about (`topicAdherence`). */
  topics: z.array(textSchema).min(1).optional(),
  /** What holds, whatever is said (`hallucination`, `faithfulness`); what a summary must keep (`summarization`). */
  facts: z.array(textSchema).min(1).optional(),
  /** What was retrieved, best first (the contextual metrics, `faithfulness`, `hallucination`). An empty list: nothing was. */
  contexts: z.array(textSchema).optional(),
  /** The answer that would be right (`contextualRecall`, `contextualPrecision`, `faithfulness`, `hallucination`). */
  reference: textSchema.optional(),
  /** What the agent was told to do and not to do (`promptAlignment`). */
  instructions: z.array(textSchema).min(1).optional(),
  limits: limitsSchema.optional(),
  contains: z.array(z.string().min(1)).optional(),
  matches: z.array(patternSchema).optional(),
  equals: z.string().optional(),
  /** Who ends the conversation, and for what reason (`ending`). Left out: not the agent. */
  end: z.strictObject({ by: z.enum(["agent", "user", "script"]), reason: expectedValueSchema.optional() }).optional(),
  /** The exchanges in which the agent should stay quiet; in all others it should not (`ending`). */
  quiet: z.array(z.int().min(0)).min(1).optional(),
});

/** What is expected when one line has been answered. Its tools are those of that exchange, its texts those of that reply. */
export const lineExpectationsSchema = expectationsSchema
  .pick({ extraCalls: true, criteria: true, contains: true, matches: true, equals: true })
  .extend({
    tools: z.array(toolExpectationSchema.omit({ turn: true })).optional(),
    calls: z.array(expectedCallSchema.omit({ turn: true })).optional(),
  });

export type ToolExpectation = z.infer<typeof toolExpectationSchema>;
export type ExpectedCall = z.infer<typeof expectedCallSchema>;
export type ExpectedEffect = z.infer<typeof expectedEffectSchema>;
export type Limits = z.infer<typeof limitsSchema>;
export type Expectations = z.infer<typeof expectationsSchema>;
export type LineExpectations = z.infer<typeof lineExpectationsSchema>;
