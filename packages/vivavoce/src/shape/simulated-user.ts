import { z } from "zod";
import { patternSchema } from "./matcher.ts";
import { optional } from "./optional.ts";

/** How a simulated user behaves while it pursues its goal. */
const behaviours = [
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
  asked: optional(z.array(patternSchema).min(1), "Patterns for replies that ask for it; the fact's name if left out."),
});

/** A user played by a model: who it is, what it wants, what it knows, and when it hangs up. */
export const simulatedUserSchema = z.strictObject({
  persona: z.string().min(1).describe("Who the user is."),
  goal: z.string().min(1).describe("What the user wants."),
  opening: optional(z.string().min(1), "The first line, word for word. The model writes it if left out."),
  knows: z
    .record(z.string(), z.string())
    .default({})
    .describe("Facts by name, which the user tells whenever they fit."),
  tellsWhenAsked: z
    .record(z.string(), withheldFact)
    .default({})
    .describe("Facts by name, which the user tells only when asked."),
  cannotKnow: z
    .array(z.string().min(3))
    .default([])
    .describe("Words that this user cannot know. Saying one of them spoils the conversation."),
  neverSays: z.array(patternSchema).default([]).describe("Patterns of lines that would contradict the goal."),
  behaviours: z.array(z.enum(behaviours)).default([]).describe("How the user behaves."),
  /**
   * When the goal is met and when the user gives up, in words. If left out: once it has what it wants, or sees that it will
   * not get it. `maxExchanges` is the last resort.
   */
  stop: z
    .strictObject({
      goalMet: optional(z.string().min(1), "When the user has what it wants."),
      givesUp: optional(z.string().min(1), "When the user gives up."),
    })
    .prefault({})
    .describe("When the user ends the conversation, in words."),
  maxExchanges: z.int().min(1).max(50).default(12).describe("The most exchanges before the user hangs up."),
});
export type SimulatedUser = z.infer<typeof simulatedUserSchema>;
