import { z } from "zod";
import { expectedPatternSchema, expectedValueSchema, matcherSchema } from "./matcher.ts";
import { patternSchema } from "./pattern.ts";

/** What the agent should do with its tools, in one exchange or anywhere (`toolUse`). */
export const toolExpectationSchema = z.strictObject({
  /** The exchange, counted from 1 (0 where the agent speaks first); left out: anywhere. */
  turn: z.int().min(0).optional().describe("The exchange, from 1 (0 where the agent speaks first); left out: any."),
  shouldCall: z.boolean().describe("Whether a tool should be called, or none."),
  /** Any one of these; left out: any tool that writes. */
  tools: z.array(z.string()).min(1).optional().describe("Any one of these tools; left out: any tool that writes."),
  /** Who makes the call: a sub-agent, or the agent that took over; left out: whoever. */
  agent: z.string().min(1).optional().describe("Who makes the call: a sub-agent, or the agent that took over."),
  /** Parameters that must be there and not blank. */
  required: z.array(z.string()).optional().describe("Parameters that must be there and not blank."),
  arguments: z.record(z.string(), expectedValueSchema).optional().describe("What the arguments should be, by name."),
  /** Expectations that carry it are met in ascending order. */
  order: z.number().optional().describe("Expectations that have an order are met in ascending order."),
});

/** One call that should be made (`toolCalls`). */
export const expectedCallSchema = z.strictObject({
  name: z.string().describe("The tool."),
  /** The sub-agent that makes it, or the agent that took over; left out: whoever. */
  agent: z.string().min(1).optional().describe("The sub-agent that makes it, or the agent that took over."),
  arguments: z.record(z.string(), expectedValueSchema).optional().describe("What the arguments should be, by name."),
  /** `"forbid"`: the call has no arguments beside these. Left out: others are free. */
  otherArguments: z.literal("forbid").optional().describe("The call has no arguments beside these."),
  turn: z.int().min(0).optional().describe("The exchange in which it is made; left out: any."),
  optional: z.boolean().optional().describe("The call may be made, and need not be."),
});

/** A part of a task; what it does not name is free. */
const expectedTaskSchema = z.strictObject({
  text: expectedValueSchema.optional().describe("The text of the task."),
  box: expectedValueSchema.optional().describe("What stands in its box, such as a space or an x."),
  section: expectedValueSchema.optional().describe("The heading that it stands under."),
  parent: expectedValueSchema.optional().describe("The task that it is part of."),
});

/** A partial effect; its values may be matchers, or hold them. */
export const expectedEffectSchema = z
  .object({
    kind: expectedValueSchema.describe("What kind of change it is, such as task.added or note.created."),
    /** Of a note that came or went: all its tasks, in any order. */
    tasks: z
      .union([matcherSchema, z.array(expectedTaskSchema)])
      .optional()
      .describe("Of a note that came or went: all its tasks, in any order."),
  })
  .catchall(expectedPatternSchema);

const textSchema = z.string().regex(/\S/, "it is blank");

export const limitsSchema = z.strictObject({
  /** The slowest first word of a streamed reply, the slowest reply, and all replies together, by the clock on the wall. */
  firstWordMs: z
    .number()
    .positive()
    .optional()
    .describe("The slowest first word of a streamed reply, in milliseconds."),
  replyMs: z.number().positive().optional().describe("The slowest reply, in milliseconds."),
  latencyMs: z.number().positive().optional().describe("All replies together, in milliseconds."),
  /** The time spent waiting for models. */
  modelMs: z.number().positive().optional().describe("The time spent waiting for models, in milliseconds."),
  tokens: z.number().positive().optional().describe("Input and output tokens of the whole conversation."),
  cost: z.number().positive().optional().describe("The cost of the whole conversation, in dollars."),
  modelCalls: z.number().nonnegative().optional().describe("The most calls of a model."),
  toolCalls: z.number().nonnegative().optional().describe("The most tool calls."),
  wordsPerReply: z.number().positive().optional().describe("The most words in one reply."),
  questionsPerReply: z.number().nonnegative().optional().describe("The most questions in one reply."),
});

const criterionListSchema = z.array(z.string().min(1));

/** Criteria as a plain list, or with the threshold that they have to reach and rubrics besides. */
const criteriaSchema = z.union([
  criterionListSchema.transform((criteria): { criteria: string[]; threshold?: number; rubrics?: string[] } => ({
    criteria,
  })),
  z.strictObject({
    criteria: criterionListSchema.describe("Sentences that should be true of the conversation."),
    threshold: z.number().min(0).max(1).optional().describe("The least that their mean has to be."),
    rubrics: z.array(z.string()).optional().describe("Rubrics of the suite that the case is held against as well."),
  }),
]);

/** What is expected of one case, by metric; what is left out is not asked. */
export const expectationsSchema = z.strictObject({
  tools: z
    .array(toolExpectationSchema)
    .optional()
    .describe("What the agent should do with its tools (metric toolUse)."),
  /** `"allow"`: writes beyond the expected ones cost nothing. */
  extraCalls: z.literal("allow").optional().describe("Writes beyond the expected ones cost nothing."),
  calls: z.array(expectedCallSchema).optional().describe("The calls that should be made (metric toolCalls)."),
  /** The frame rule is on: what is not named here has not changed, except in the notes or pointers of `except`. */
  world: z
    .strictObject({
      effects: z.array(expectedEffectSchema).describe("The changes that should be seen."),
      frame: z
        .strictObject({ except: z.array(z.string()).optional().describe("Notes or pointers that may change.") })
        .optional()
        .describe("What may change besides."),
    })
    .optional()
    .describe("What should change in the world, and nothing else (metric worldEffects)."),
  safety: z
    .strictObject({
      forbid: z
        .array(
          z.strictObject({
            tool: z.string().optional().describe("The tool that must not be called."),
            note: z.string().optional().describe("The note that must not be touched."),
          }),
        )
        .optional()
        .describe("What the agent must not do."),
      canaries: z.array(z.string().min(4)).optional().describe("Texts that must not come out."),
    })
    .optional()
    .describe("What must not happen (metric safety): one hit fails the run."),
  criteria: criteriaSchema.optional().describe("What a judge decides (metric criteria): a list of sentences, or more."),
  coherence: z
    .strictObject({
      maintainsContext: z.boolean().optional().describe("The agent remembers what was said."),
      respondsToUserFeedback: z.boolean().optional().describe("The agent takes up what the user objects."),
    })
    .optional()
    .describe("Whether the conversation hangs together (metric coherence)."),
  /** What the conversation is for: the outcome that is wanted (`taskCompletion`, `goalAccuracy`). */
  goal: textSchema.optional().describe("The outcome that is wanted (taskCompletion, goalAccuracy)."),
  /** Who the agent is here, and what it is there for (`roleAdherence`, `roleViolation`, `misuse`). */
  role: textSchema.optional().describe("Who the agent is here (roleAdherence, roleViolation, misuse)."),
  /** What the agent may talk about (`topicAdherence`). */
  topics: z.array(textSchema).min(1).optional().describe("What the agent may talk about (topicAdherence)."),
  /** What holds, whatever is said (`hallucination`, `faithfulness`); what a summary must keep (`summarization`). */
  facts: z
    .array(textSchema)
    .min(1)
    .optional()
    .describe("What holds, whatever is said (hallucination, faithfulness, summarization)."),
  /** What was retrieved, best first (the contextual metrics, `faithfulness`, `hallucination`). An empty list: nothing was. */
  contexts: z.array(textSchema).optional().describe("What was retrieved, best first; an empty list: nothing was."),
  /** The answer that would be right (`contextualRecall`, `contextualPrecision`, `faithfulness`, `hallucination`). */
  reference: textSchema.optional().describe("The answer that would be right."),
  /** What the agent was told to do and not to do (`promptAlignment`). */
  instructions: z
    .array(textSchema)
    .min(1)
    .optional()
    .describe("What the agent was told to do and not to do (promptAlignment)."),
  limits: limitsSchema.optional().describe("How long, how much and how often at the most (metric limits)."),
  contains: z.array(z.string().min(1)).optional().describe("Texts that the replies should contain."),
  matches: z.array(patternSchema).optional().describe("Regular expressions that the replies should match."),
  equals: z.string().optional().describe("The reply, word for word."),
  /** Who ends the conversation, and for what reason (`ending`). Left out: not the agent. */
  end: z
    .strictObject({
      by: z.enum(["agent", "user", "script"]).describe("Who ends it."),
      reason: expectedValueSchema.optional().describe("For what reason."),
    })
    .optional()
    .describe("How the conversation should end (metric ending). Left out: not by the agent."),
  /** The exchanges in which the agent should stay quiet; in all others it should not (`ending`). */
  quiet: z
    .array(z.int().min(0))
    .min(1)
    .optional()
    .describe("The exchanges in which the agent should say nothing (metric ending)."),
});

/** What is expected when one line has been answered. Its tools are those of that exchange, its texts those of that reply. */
export const lineExpectationsSchema = expectationsSchema
  .pick({ extraCalls: true, criteria: true, contains: true, matches: true, equals: true })
  .extend({
    tools: z
      .array(toolExpectationSchema.omit({ turn: true }))
      .optional()
      .describe("What the agent should do with its tools in this exchange."),
    calls: z
      .array(expectedCallSchema.omit({ turn: true }))
      .optional()
      .describe("The calls that should be made in this exchange."),
  });

export type ToolExpectation = z.infer<typeof toolExpectationSchema>;

/** A tool call that should be made. */
export type ExpectedCall = z.infer<typeof expectedCallSchema>;
/** A change of the world that is expected: its kind, and the fields that have to match. */
export type ExpectedEffect = z.infer<typeof expectedEffectSchema>;

/** The most that a conversation may take. */
export type Limits = z.infer<typeof limitsSchema>;
export type Expectations = z.infer<typeof expectationsSchema>;
export type LineExpectations = z.infer<typeof lineExpectationsSchema>;
