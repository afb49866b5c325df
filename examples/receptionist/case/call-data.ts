import type { Case } from "vivavoce";
import { z } from "zod";
import { sessionSchema } from "../session.ts";
import { slotSchema } from "../slots.ts";
import { stateSchema } from "../states.ts";

/** What code checks of a reply; the notes beside it are for the judge. */
export const replyExpectationSchema = z.strictObject({
  max_sentences: z.int().min(1).optional(),
  max_questions: z.int().min(0).optional(),
  must_ask: z.array(slotSchema).optional().describe("Fields of the session that the reply asks for; []: none"),
  must_not_ask: z.array(slotSchema).optional(),
  forbidden: z.array(z.string().min(1)).optional().describe("Words that the reply does not hold"),
});
export type ReplyExpectation = z.infer<typeof replyExpectationSchema>;

/** What the agent and the metrics need of a case, in the case's `data`. */
export const callDataSchema = z.strictObject({
  kind: z.enum(["snippet", "call"]),
  /** Where the call stands before the first line of the script, and what is known there. */
  state: stateSchema,
  session: sessionSchema,
  notes: z.string(),
  expect: replyExpectationSchema.optional(),
  final_state: stateSchema.optional(),
});
export type CallData = z.infer<typeof callDataSchema>;

export function callDataOf({ data }: Pick<Case, "data">): CallData {
  return callDataSchema.parse(data);
}
