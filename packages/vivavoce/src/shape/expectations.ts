import { z } from "zod";
import { effectSchema } from "./effect.ts";
import { languageSchema } from "./language.ts";
import { expectedPatternSchema, expectedValueSchema, matcherSchema, patternSchema, testableSchema } from "./matcher.ts";
import { optional } from "./optional.ts";

const otherArguments = optional(z.literal("forbid"), 'With "forbid", the call may have no other arguments.');

const outcome = optional(
  z.enum(["failed", "rejected", "any"]),
  "How the call should end (metric carriedOut): it should run if left out.",
);

/** What the agent should do with its tools, in one exchange or anywhere (`toolUse`). */
const toolExpectationSchema = z.strictObject({
  turn: optional(
    z.int().min(0),
    "The exchange, from 1 (0 is what an agent says that speaks first); any exchange if left out.",
  ),
  shouldCall: z.boolean().describe("Whether a tool should be called, or must not be."),
  tools: optional(z.array(z.string()).min(1), "Any one of these tools; any tool that writes if left out."),
  agent: optional(
    z.string().min(1),
    "Who makes the call: a sub-agent, or the agent that took over; anybody if left out.",
  ),
  required: optional(z.array(z.string()), "Parameters that must be present and not blank."),
  arguments: optional(z.record(z.string(), expectedValueSchema), "What the arguments should be, by name."),
  otherArguments,
  outcome,
  order: optional(z.number(), "Expectations with an order must be met in ascending order."),
});

/** One call that should be made (`toolCalls`). */
export const expectedCallSchema = z.strictObject({
  name: z.string().describe("The tool."),
  agent: optional(z.string().min(1), "The sub-agent that makes it, or the agent that took over; anybody if left out."),
  arguments: optional(z.record(z.string(), expectedValueSchema), "What the arguments should be, by name."),
  otherArguments,
  outcome,
  turn: optional(z.int().min(0), "The exchange in which it is made; any exchange if left out."),
  optional: optional(z.boolean(), "The call may be made, but need not be."),
});

/** Some fields of a task; the others may be anything. */
const expectedTaskSchema = z.strictObject({
  text: optional(expectedValueSchema, "The text of the task."),
  box: optional(expectedValueSchema, "The character in its box, such as a space or an x."),
  section: optional(expectedValueSchema, "The heading that it is under."),
  parent: optional(expectedValueSchema, "The task that it is part of."),
});

/** Some fields of an effect; their values may be matchers or contain them. */
export const expectedEffectSchema = z
  .object({
    kind: expectedValueSchema.describe("What kind of change it is, such as task.added or note.created."),
    tasks: optional(
      z.union([matcherSchema, z.array(expectedTaskSchema)]),
      "All tasks of a note that was created or deleted, in any order.",
    ),
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
  before: optional(z.string().min(1), "It has to be said before this tool is called for the first time."),
  by: optional(z.int().min(0), "The exchange by whose end it has to be said."),
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

export const limitsSchema = z.strictObject({
  firstWordMs: optional(z.number().positive(), "The slowest first word of a streamed reply, in milliseconds."),
  replyMs: optional(z.number().positive(), "The slowest reply, in milliseconds."),
  latencyMs: optional(z.number().positive(), "All replies together, in milliseconds."),
  modelMs: optional(z.number().positive(), "The time spent waiting for models, in milliseconds."),
  tokens: optional(z.number().positive(), "Input and output tokens of the whole conversation."),
  cost: optional(z.number().positive(), "The cost of the whole conversation, in dollars."),
  modelCalls: optional(z.number().nonnegative(), "The most model calls."),
  toolCalls: optional(z.number().nonnegative(), "The most tool calls."),
  wordsPerReply: optional(z.number().positive(), "The most words in one reply."),
  questionsPerReply: optional(z.number().nonnegative(), "The most questions in one reply."),
});

const criterionListSchema = z.array(textSchema);

/** Criteria as a plain list, or with their threshold and with rubrics. */
const criteriaSchema = z.union([
  criterionListSchema.transform((criteria): { criteria: string[]; threshold?: number; rubrics?: string[] } => ({
    criteria,
  })),
  z.strictObject({
    criteria: criterionListSchema.describe("Sentences that should be true of the conversation."),
    threshold: optional(z.number().min(0).max(1), "The lowest mean that passes."),
    rubrics: optional(z.array(z.string()), "Rubrics of the suite that the judge also applies to this case."),
  }),
]);

/** What is expected of one case, by metric. What is left out is not checked. */
export const expectationsSchema = z.strictObject({
  tools: optional(z.array(toolExpectationSchema), "What the agent should do with its tools (metric toolUse)."),
  extraCalls: optional(z.literal("allow"), 'With "allow", further writes cost nothing.'),
  calls: optional(z.array(expectedCallSchema), "The calls that should be made (metric toolCalls)."),
  /** The frame rule is on: what is not named here must not change, except in the notes or pointers of `except`. */
  world: optional(
    z.strictObject({
      effects: z.array(expectedEffectSchema).describe("The changes that should be seen."),
      frame: optional(
        z.strictObject({
          except: optional(
            z.array(
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
            ),
            "Notes, files or pointers that may change. A bare path does not allow that a note or file is created, deleted or renamed.",
          ),
        }),
        "What else may change.",
      ),
    }),
    "What should change in the world, and nothing else (metric worldEffects).",
  ),
  safety: optional(
    z.strictObject({
      forbid: optional(
        z.array(
          z.strictObject({
            tool: optional(z.string(), "The tool that must not be called."),
            note: optional(z.string(), "The note that must not be touched."),
          }),
        ),
        "What the agent must not do.",
      ),
      canaries: optional(z.array(canarySchema), "Texts that must not leak."),
    }),
    "What must not happen (metric safety): one hit fails the run.",
  ),
  criteria: optional(criteriaSchema, "What a judge decides (metric criteria): a list of sentences, or more."),
  coherence: optional(
    z.strictObject({
      maintainsContext: optional(z.boolean(), "The agent remembers what was said."),
      respondsToUserFeedback: optional(z.boolean(), "The agent responds to corrections and objections."),
    }),
    "Whether the conversation is coherent (metric coherence).",
  ),
  goal: optional(textSchema, "The wanted outcome (taskCompletion, goalAccuracy)."),
  role: optional(textSchema, "Who the agent is here, and its job (roleAdherence, roleViolation, misuse)."),
  topics: optional(z.array(textSchema).min(1), "What the agent may talk about (topicAdherence)."),
  facts: optional(
    z.array(textSchema).min(1),
    "Facts that are true, whatever is said (hallucination, faithfulness), or that a summary must keep (summarization).",
  ),
  contexts: optional(z.array(textSchema), "What was retrieved, best first; an empty list means nothing."),
  reference: optional(textSchema, "The right answer (contextual metrics, faithfulness, hallucination)."),
  instructions: optional(z.array(textSchema).min(1), "What the agent was told to do and not to do (promptAlignment)."),
  refusal: optional(z.boolean(), "Whether the agent must refuse what the user asks for (metric refusal)."),
  escalation: optional(z.boolean(), "Whether the conversation must be handed to a human (metric escalation)."),
  clarification: optional(
    z.boolean(),
    "Whether the agent must ask back, because the request is unclear (metric clarification).",
  ),
  language: optional(languageSchema, "The language of the replies, such as de (metric language)."),
  plan: optional(
    z.array(textSchema).min(1),
    "The steps to be taken, in order: names of tools, or sentences (metric planAdherence).",
  ),
  disclosure: optional(z.array(disclosureSchema).min(1), "What must be said (metric disclosure)."),
  commitments: optional(z.array(commitmentSchema).min(1), "What must not be promised (metric commitments)."),
  limits: optional(limitsSchema, "The most time, tokens, cost, calls and words (metric limits)."),
  contains: optional(z.array(textSchema), "Texts that the replies should contain."),
  matches: optional(z.array(patternSchema), "Regular expressions that the replies should match."),
  equals: optional(z.string(), "The reply, word for word."),
  json: optional(z.literal(true).or(testableSchema), "The reply is JSON: any (true), or as this JSON Schema says."),
  end: optional(
    z.strictObject({
      by: z.enum(["agent", "user", "script"]).describe("Who ends it."),
      reason: optional(expectedValueSchema, "The reason."),
    }),
    "How the conversation should end (metric ending). If left out, the agent must not end it.",
  ),
  quiet: optional(
    z.array(z.int().min(0)).min(1),
    "The exchanges in which the agent should say nothing (metric ending).",
  ),
  hazard: optional(
    z.array(z.int().min(1)),
    "The exchanges in which the user reports a danger (metric hazard); an empty list says that nobody does.",
  ),
  watched: optional(
    z.literal(true),
    "The case is about nothing but what watches every case, such as safety, loops and the suite's limits.",
  ),
});

/** What is expected once one line has been answered: its tools in that exchange, its texts in that reply. */
export const lineExpectationsSchema = expectationsSchema
  .pick({ extraCalls: true, criteria: true, contains: true, matches: true, equals: true, json: true })
  .extend({
    tools: optional(
      z.array(toolExpectationSchema.omit({ turn: true })),
      "What the agent should do with its tools in this exchange.",
    ),
    calls: optional(
      z.array(expectedCallSchema.omit({ turn: true })),
      "The calls that should be made in this exchange.",
    ),
  });

export type ToolExpectation = z.infer<typeof toolExpectationSchema>;

/** A tool call that should be made. */
export type ExpectedCall = z.infer<typeof expectedCallSchema>;
/** A change of the world that is expected: its kind, and the fields that have to match. */
export type ExpectedEffect = z.infer<typeof expectedEffectSchema>;

/** The most time, tokens, cost and calls that a conversation may take. */
export type Limits = z.infer<typeof limitsSchema>;
export type Expectations = z.infer<typeof expectationsSchema>;
export type LineExpectations = z.infer<typeof lineExpectationsSchema>;
