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
  value: z.string().min(1),
  /** Patterns by which code sees in a reply that the agent asked; without any, the fact's name in a reply counts. */
  asked: z.array(patternSchema).min(1).optional(),
});

/** A user played by a model: who it is, what it wants, what it knows, and when it hangs up. */
export const simulatedUserSchema = z.strictObject({
  persona: z.string().min(1),
  goal: z.string().min(1),
  /** The first line, word for word; left out: the model speaks first, or answers an agent that does. */
  opening: z.string().min(1).optional(),
  /** Facts by name, told whenever they fit. */
  knows: z.record(z.string(), z.string()).default({}),
  /** Facts by name, told only when asked. */
  tellsWhenAsked: z.record(z.string(), withheldFact).default({}),
  /** Words that cannot come from this user, such as the booking's number: saying one of them spoils the conversation. */
  cannotKnow: z.array(z.string().min(3)).default([]),
  /** Patterns of lines that would contradict the goal, such as calling the visit off. */
  neverSays: z.array(patternSchema).default([]),
  behaviours: z.array(z.enum(behaviours)).default([]),
  /**
   * When the goal is met and when the user gives up, in words. Left out: once it has what it wants, or sees that it will
   * not get it. The number of exchanges is the last resort.
   */
  stop: z.strictObject({ goalMet: z.string().min(1).optional(), givesUp: z.string().min(1).optional() }).prefault({}),
  maxExchanges: z.int().min(1).max(50).default(12),
});
export type SimulatedUser = z.infer<typeof simulatedUserSchema>;
