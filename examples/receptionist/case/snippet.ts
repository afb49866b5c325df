import { type CaseInput, caseSchema } from "vivavoce";
import { z } from "zod";
import { sessionSchema } from "../session.ts";
import { stateSchema } from "../states.ts";
import { replyExpectationSchema } from "./call-data.ts";
import { asJson } from "./json.ts";

const lineSchema = z.strictObject({
  role: z.enum(["user", "assistant"]).describe("An assistant line is history: it was said already and is not judged"),
  content: z.string().min(1),
});

const snippetShape = z.strictObject({
  id: caseSchema.shape.id,
  tags: z.array(z.string()).default([]).describe("Beside the state, which is one: such as smoke, for a quick run"),
  state: stateSchema,
  session: sessionSchema
    .prefault({})
    .describe('What the call knows; a field that is left out, "" or null is not known'),
  conversation: z.array(lineSchema).min(1),
  notes: z.string().min(1).describe("What a good reply does, and what it must not do: for the judge"),
  expect: replyExpectationSchema.optional(),
});
type Snippet = z.infer<typeof snippetShape>;

/** One reply on trial: a moment of a call as this suite's authors write it, turned into Viva's case. */
export const goldenSnippet = snippetShape
  .check(({ value, issues }) => {
    const last = value.conversation.length - 1;
    if (value.conversation[last]?.role === "assistant") {
      const message = "a snippet ends with a line of the caller, which the reply answers";
      const params = { remedy: 'end with { "role": "user", … }: what a good reply would say belongs in notes' };
      issues.push({ code: "custom", input: value, path: ["conversation", last], message, params });
    }
    const { must_ask = [], must_not_ask = [] } = value.expect ?? {};
    must_not_ask.forEach((field, index) => {
      if (!must_ask.includes(field)) return;
      const message = `${field} cannot be both asked and not asked`;
      const params = { remedy: "take it out of one of the two lists" };
      issues.push({ code: "custom", input: value, path: ["expect", "must_not_ask", index], message, params });
    });
  })
  .transform(toCase);

function toCase({ id, tags, state, session, conversation, notes, expect }: Snippet): CaseInput {
  return {
    id,
    type: state,
    description: notes,
    tags: [state, ...tags],
    world: {},
    history: conversation.slice(0, -1),
    script: conversation.slice(-1).map(({ content }) => ({ content })),
    data: asJson({ kind: "snippet", state, session, notes, expect }),
  };
}
