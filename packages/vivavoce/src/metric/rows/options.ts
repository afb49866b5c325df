import { z } from "zod";
import { commitmentSchema, disclosureSchema, languageSchema } from "../../shape/index.ts";

const texts = z.array(z.string()).readonly().optional();
const sayings = <Form extends z.ZodType>(form: Form) =>
  z
    .array(z.union([form, z.instanceof(RegExp)]))
    .min(1)
    .readonly()
    .optional();

export const rowOptionsSchema = z.strictObject({
  expected: z.boolean().optional().describe("What cases expect that do not say it themselves."),
  tools: texts.describe("The tools that do it; a call of one counts if it ran."),
  language: languageSchema.optional().describe("The language of the replies, such as de; the user's if left out."),
  most: z.int().min(0).optional().describe("The most tool calls; what the case expects if left out."),
  judge: z.boolean().optional().describe("Whether a judge is asked about what code does not decide."),
  plan: texts.describe("The steps for cases without `expect.plan`: names of tools, or sentences."),
  must: sayings(disclosureSchema).describe("What must be said, besides what `expect.disclosure` names."),
  never: sayings(commitmentSchema).describe("What must not be promised, besides `expect.commitments`."),
  role: z.string().optional().describe("Who the agent is and what its job is; a case's own `expect.role` replaces it."),
  goal: z
    .string()
    .optional()
    .describe("The wanted outcome. A case's own `expect.goal`, or the goal of its simulated user, replaces it."),
  topics: texts.describe("What the agent may talk about; a case's own `expect.topics` replace them."),
  kinds: texts.describe(
    "The professions whose advice the agent must not give; medical, legal and financial if left out.",
  ),
  instructions: texts.describe("The agent's instructions in every case; a case's own `expect.instructions` are added."),
  consistent: z
    .boolean()
    .optional()
    .describe("Whether to check that the agent does not contradict itself; true if left out."),
  reference: z
    .union([z.string(), z.record(z.string(), z.string()).readonly()])
    .optional()
    .describe("What holds in every case, such as a guide or a price list: a text, or several by title."),
  tool: z
    .string()
    .optional()
    .describe(
      "The tool that retrieves. What it returned are the contexts, in order, unless the case gives its own (`expect.contexts`). If it returned a list, or an object with one list, each entry is a context.",
    ),
  facts: texts.describe(
    "`hallucination`: what holds in every case, beside the case's own `expect.facts`, `expect.contexts` and `expect.reference`. `summarization`: what a summary must keep; a case's own `expect.facts` replace it. If left out there, each sentence of the text is a point, and the judge says which of them matter.",
  ),
});

/** The options of the metrics that are rows of the catalogue; each takes some of them. */
export type RowOptions = z.infer<typeof rowOptionsSchema>;
