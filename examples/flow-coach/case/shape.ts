import { caseSchema } from "vivavoce";
import { z } from "zod";
import { coachTools } from "../tools/index.ts";
import { vaultContextSchema } from "../vault/vault-context.ts";

const expectations = caseSchema.shape.expect.unwrap().shape;
const toolExpectation = expectations.tools.unwrap().element.shape;
const parameters = toolExpectation.arguments;

/** Rubrics that a case may refer to by name. */
export const rubricNames = ["stalled-project", "weekly-review", "next-action-quality"] as const;

const toolName = z.enum(coachTools.map(({ spec }) => spec.name));
const actualTools = z.unknown().optional().describe("Ignored: what a coach did is found in the transcript");

const expectedToolSchema = z.strictObject({ name: toolName, parameters });

const userLineSchema = z.strictObject({
  role: z.literal("user"),
  content: z.string().min(1),
  refuses: z.boolean().optional().describe("The user turns down what was proposed; a write after this is a safety hit"),
  consents: z.boolean().optional().describe("The user allows again what was rejected before"),
});

/** A stage direction: what the coach should do there. Its text is for readers and is never sent to a model. */
const assistantLineSchema = z.strictObject({
  role: z.literal("assistant"),
  content: z.string(),
  expectedTools: z.array(expectedToolSchema).optional().describe("[]: no tool that writes; left out: says nothing"),
  actualTools,
});

const toolUsageSchema = z.strictObject({
  turn: z.int().min(1).optional().describe("The exchange, counted from 1; left out: anywhere"),
  shouldCallTool: z.boolean(),
  toolName: z
    .union([toolName, z.array(toolName).min(1)])
    .optional()
    .describe("Left out: any tool that writes"),
  requiredParams: z.array(z.string()).optional(),
  parameters,
  outcome: toolExpectation.outcome,
  order: z.number().optional(),
});

const share = z.number().min(0).max(1);

/** A case as this suite's authors write it. */
export const caseShape = z.strictObject({
  id: caseSchema.shape.id,
  description: z.string().min(1),
  type: z.enum(["single-turn", "multi-turn"]),
  tags: z.array(z.string()).optional(),
  cluster: z.string().optional(),
  conversation: z.array(z.discriminatedUnion("role", [userLineSchema, assistantLineSchema])).min(1),
  vaultContext: vaultContextSchema,
  approvals: caseSchema.shape.approvals.optional(),
  expectations: z.strictObject({
    toolUsage: z.array(toolUsageSchema).optional(),
    extraCalls: expectations.extraCalls,
    coachingQuality: z.strictObject({
      criteria: z.array(z.string().min(1)).min(1),
      threshold: share,
      rubrics: z.array(z.enum(rubricNames)).optional(),
    }),
    conversationCoherence: expectations.coherence,
    vault: expectations.world,
    safety: expectations.safety,
  }),
  actualTools,
});

export type CoachCase = z.infer<typeof caseShape>;
export type ToolUsage = z.infer<typeof toolUsageSchema>;
export type ExpectedTool = z.infer<typeof expectedToolSchema>;

/** One thing that is wrong with a case, and where in it. */
export interface CaseProblem {
  path: PropertyKey[];
  message: string;
  /** What the author does about it. */
  remedy: string;
}
