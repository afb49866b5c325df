import { z } from "zod";
import { effectSchema } from "./effect.ts";
import { expectedPatternSchema, expectedValueSchema, matcherSchema, patternSchema } from "./matcher.ts";

const otherArguments = z.literal("forbid").optional().describe('With "forbid", the call may have no other arguments.');

const outcome = z
  .enum(["failed", "rejected", "any"])
  .optional()
  .describe("How the call should end (metric carriedOut): it should run if left out.");

/** What the agent should do with its tools, in one exchange or anywhere (`toolUse`). */
export const toolExpectationSchema = z.strictObject({
  turn: z
    .int()
    .min(0)
    .optional()
    .describe("The exchange, from 1 (0 is what an agent says that speaks first); any exchange if left out."),
  shouldCall: z.boolean().describe("Whether a tool should be called, or must not be."),
  tools: z.array(z.string()).min(1).optional().describe("Any one of these tools; any tool that writes if left out."),
  agent: z
    .string()
    .min(1)
    .optional()
    .describe("Who makes the call: a sub-agent, or the agent that took over; anybody if left out."),
  required: z.array(z.string()).optional().describe("Parameters that must be present and not blank."),
  arguments: z.record(z.string(), expectedValueSchema).optional().describe("What the arguments should be, by name."),
  otherArguments,
  outcome,
  order: z.number().optional().describe("Expectations with an order must be met in ascending order."),
});

/** One call that should be made (`toolCalls`). */
export const expectedCallSchema = z.strictObject({
  name: z.string().describe("The tool."),
  agent: z
    .string()
    .min(1)
    .optional()
    .describe("The sub-agent that makes it, or the agent that took over; anybody if left out."),
  arguments: z.record(z.string(), expectedValueSchema).optional().describe("What the arguments should be, by name."),
  otherArguments,
  outcome,
  turn: z.int().min(0).optional().describe("The exchange in which it is made; any exchange if left out."),
  optional: z.boolean().optional().describe("The call may be made, but need not be."),
});

/** Some fields of a task; the others may be anything. */
const expectedTaskSchema = z.strictObject({
  text: expectedValueSchema.optional().describe("The text of the task."),
  box: expectedValueSchema.optional().describe("The character in its box, such as a space or an x."),
  section: expectedValueSchema.optional().describe("The heading that it is under."),
  parent: expectedValueSchema.optional().describe("The task that it is part of."),
});

/** Some fields of an effect; their values may be matchers or contain them. */
export const expectedEffectSchema = z
  .object({
    kind: expectedValueSchema.describe("What kind of change it is, such as task.added or note.created."),
    tasks: z
      .union([matcherSchema, z.array(expectedTaskSchema)])
      .optional()
      .describe("All tasks of a note that was created or deleted, in any order."),
  })
  .catchall(expectedPatternSchema);

/** Spaces around it do not count: what is left of a shorter one would be found in every reply. */
const canarySchema = z
  .string()
  .min(4)
  .regex(/\S[\s\S]{2,}\S/, "should have at least 4 characters without the spaces around it");

const textSchema = z.string().regex(/\S/, "it is blank");

const exactly = { text: textSchema.describe("These words; upper and lower case do not matter.") };
const pattern = {
  matches: patternSchema.describe("A regular expression; upper and lower case do not matter."),
};
const due = {
  before: z.string().min(1).optional().describe("It has to be said before this tool is called for the first time."),
  by: z.int().min(0).optional().describe("The exchange by whose end it has to be said."),
};

/** What must be said (`disclosure`): in whatever words, in these words, or so that it matches a pattern. */
export const disclosureSchema = z.union([
  textSchema,
  z.strictObject({ ...exactly, ...due }),
  z.strictObject({ ...pattern, ...due }),
  z.strictObject({ wish: textSchema.describe("What is to be said, in whatever words: the judge decides."), ...due }),
]);

/** What must not be promised (`commitments`): in whatever words, in these words, or in words that match a pattern. */
export const commitmentSchema = z.union([textSchema, z.strictObject(exactly), z.strictObject(pattern)]);

/** A language by its code, such as de or pt-BR. */
export const languageSchema = z.string().refine(isLanguage, "it is not the code of a language, such as de or pt-BR");

function isLanguage(code: string): boolean {
  try {
    return new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(code) !== undefined;
  } catch {
    return false;
  }
}

export const limitsSchema = z.strictObject({
  /** The slowest first word of a streamed reply, the slowest reply, and all replies together, in real time. */
  firstWordMs: z
    .number()
    .positive()
    .optional()
    .describe("The slowest first word of a streamed reply, in milliseconds."),
  replyMs: z.number().positive().optional().describe("The slowest reply, in milliseconds."),
  latencyMs: z.number().positive().optional().describe("All replies together, in milliseconds."),
  modelMs: z.number().positive().optional().describe("The time spent waiting for models, in milliseconds."),
  tokens: z.number().positive().optional().describe("Input and output tokens of the whole conversation."),
  cost: z.number().positive().optional().describe("The cost of the whole conversation, in dollars."),
  modelCalls: z.number().nonnegative().optional().describe("The most model calls."),
  toolCalls: z.number().nonnegative().optional().describe("The most tool calls."),
  wordsPerReply: z.number().positive().optional().describe("The most words in one reply."),
  questionsPerReply: z.number().nonnegative().optional().describe("The most questions in one reply."),
});

const criterionListSchema = z.array(z.string().min(1));

/** Criteria as a plain list, or with their threshold and with rubrics. */
const criteriaSchema = z.union([
  criterionListSchema.transform((criteria): { criteria: string[]; threshold?: number; rubrics?: string[] } => ({
    criteria,
  })),
  z.strictObject({
    criteria: criterionListSchema.describe("Sentences that should be true of the conversation."),
    threshold: z.number().min(0).max(1).optional().describe("The lowest mean that passes."),
    rubrics: z.array(z.string()).optional().describe("Rubrics of the suite that the judge also applies to this case."),
  }),
]);

/** What is expected of one case, by metric. What is left out is not checked. */
export const expectationsSchema = z.strictObject({
  tools: z
    .array(toolExpectationSchema)
    .optional()
    .describe("What the agent should do with its tools (metric toolUse)."),
  extraCalls: z.literal("allow").optional().describe('With "allow", further writes cost nothing.'),
  calls: z.array(expectedCallSchema).optional().describe("The calls that should be made (metric toolCalls)."),
  /** The frame rule is on: what is not named here must not change, except in the notes or pointers of `except`. */
  world: z
    .strictObject({
      effects: z.array(expectedEffectSchema).describe("The changes that should be seen."),
      frame: z
        .strictObject({
          except: z
            .array(
              z.union([
                z.string(),
                z.strictObject({
                  path: z.string().describe("The note, file or pointer; a glob."),
                  kinds: z
                    .array(z.enum(effectSchema.options.map(({ shape }) => shape.kind.value)))
                    .min(1)
                    .describe("The kinds of change that are excepted, such as note.created."),
                }),
              ]),
            )
            .optional()
            .describe(
              "Notes, files or pointers that may change. A bare path does not allow that a note or file is created, deleted or renamed.",
            ),
        })
        .optional()
        .describe("What else may change."),
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
      canaries: z.array(canarySchema).optional().describe("Texts that must not leak."),
    })
    .optional()
    .describe("What must not happen (metric safety): one hit fails the run."),
  criteria: criteriaSchema.optional().describe("What a judge decides (metric criteria): a list of sentences, or more."),
  coherence: z
    .strictObject({
      maintainsContext: z.boolean().optional().describe("The agent remembers what was said."),
      respondsToUserFeedback: z.boolean().optional().describe("The agent responds to corrections and objections."),
    })
    .optional()
    .describe("Whether the conversation is coherent (metric coherence)."),
  goal: textSchema.optional().describe("The wanted outcome (taskCompletion, goalAccuracy)."),
  role: textSchema.optional().describe("Who the agent is here, and its job (roleAdherence, roleViolation, misuse)."),
  topics: z.array(textSchema).min(1).optional().describe("What the agent may talk about (topicAdherence)."),
  facts: z
    .array(textSchema)
    .min(1)
    .optional()
    .describe(
      "Facts that are true, whatever is said (hallucination, faithfulness), or that a summary must keep (summarization).",
    ),
  contexts: z.array(textSchema).optional().describe("What was retrieved, best first; an empty list means nothing."),
  reference: textSchema.optional().describe("The right answer (contextual metrics, faithfulness, hallucination)."),
  instructions: z
    .array(textSchema)
    .min(1)
    .optional()
    .describe("What the agent was told to do and not to do (promptAlignment)."),
  refusal: z.boolean().optional().describe("Whether the agent must refuse what the user asks for (metric refusal)."),
  escalation: z
    .boolean()
    .optional()
    .describe("Whether the conversation must be handed to a human (metric escalation)."),
  clarification: z
    .boolean()
    .optional()
    .describe("Whether the agent must ask back, because the request is unclear (metric clarification)."),
  language: languageSchema.optional().describe("The language of the replies, such as de (metric language)."),
  plan: z
    .array(textSchema)
    .min(1)
    .optional()
    .describe("The steps to be taken, in order: names of tools, or sentences (metric planAdherence)."),
  disclosure: z.array(disclosureSchema).min(1).optional().describe("What must be said (metric disclosure)."),
  commitments: z.array(commitmentSchema).min(1).optional().describe("What must not be promised (metric commitments)."),
  limits: limitsSchema.optional().describe("The most time, tokens, cost, calls and words (metric limits)."),
  contains: z.array(z.string().min(1)).optional().describe("Texts that the replies should contain."),
  matches: z.array(patternSchema).optional().describe("Regular expressions that the replies should match."),
  equals: z.string().optional().describe("The reply, word for word."),
  /** Who ends the conversation, and why (`ending`). If left out, the agent must not end it. */
  end: z
    .strictObject({
      by: z.enum(["agent", "user", "script"]).describe("Who ends it."),
      reason: expectedValueSchema.optional().describe("The reason."),
    })
    .optional()
    .describe("How the conversation should end (metric ending). If left out, the agent must not end it."),
  quiet: z
    .array(z.int().min(0))
    .min(1)
    .optional()
    .describe("The exchanges in which the agent should say nothing (metric ending)."),
  watched: z
    .literal(true)
    .optional()
    .describe("The case is about nothing but what watches every case, such as safety, loops and the suite's limits."),
});

/** What is expected once one line has been answered: its tools in that exchange, its texts in that reply. */
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

/** Whether a step of a plan is the name of a tool: a single word. */
export function isToolStep(step: string): boolean {
  return !/\s/.test(step.trim());
}

/** The most time, tokens, cost and calls that a conversation may take. */
export type Limits = z.infer<typeof limitsSchema>;
export type Expectations = z.infer<typeof expectationsSchema>;
export type LineExpectations = z.infer<typeof lineExpectationsSchema>;
