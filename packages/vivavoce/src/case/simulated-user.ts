import { z } from "zod";
import { patternSchema } from "./pattern.ts";

/** How a simulated user behaves besides wanting what it wants. */
export const behaviours = [
  "vague",
  "impatient",
  "changes-mind",
  "corrects",
  "off-topic",
  "falls-silent",
  "interrupts",
] as const;
export type Behaviour = (typeof behaviours)[number];

/** A fact that the user gives only when the agent asks for it. */
const withheldFact = z.strictObject({
  value: z.string().min(1).describe("The fact."),
  /** Patterns by which code sees in a reply that the agent asked; without any, the fact's name in a reply counts. */
  asked: z
    .array(patternSchema)
    .min(1)
    .optional()
    .describe("Patterns of a reply that asks for it; left out: the fact's name."),
});

/** A user played by a model: who it is, what it wants, what it knows, and when it hangs up. */
export const simulatedUserSchema = z.strictObject({
  persona: z.string().min(1).describe("Who the user is."),
  goal: z.string().min(1).describe("What the user wants."),
  /** The first line, word for word; left out: the model speaks first, or answers an agent that does. */
  opening: z.string().min(1).optional().describe("The first line, word for word."),
  /** Facts by name, told whenever they fit. */
  knows: z.record(z.string(), z.string()).default({}).describe("Facts by name, told whenever they fit."),
  /** Facts by name, told only when asked. */
  tellsWhenAsked: z.record(z.string(), withheldFact).default({}).describe("Facts by name, told only when asked."),
  /** Words that cannot come from this user, such as the booking's number: saying one of them spoils the conversation. */
  cannotKnow: z
    .array(z.string().min(3))
    .default([])
    .describe("Words that this user cannot say: one spoils the conversation."),
  /** Patterns of lines that would contradict the goal, such as calling the visit off. */
  neverSays: z.array(patternSchema).default([]).describe("Patterns of lines that would contradict the goal."),
  behaviours: z.array(z.enum(behaviours)).default([]).describe("How the user behaves besides."),
  /**
   * When the goal is met and when the user gives up, in words. Left out: once it has what it wants, or sees that it will
   * not get it. The number of exchanges is the last resort.
   */
  stop: z
    .strictObject({
      goalMet: z.string().min(1).optional().describe("When the user has what it wants."),
      givesUp: z.string().min(1).optional().describe("When the user gives up."),
    })
    .prefault({})
    .describe("When the user ends the conversation, in words."),
  maxExchanges: z.int().min(1).max(50).default(12).describe("The most exchanges before the user hangs up."),
});
export type SimulatedUser = z.infer<typeof simulatedUserSchema>;
