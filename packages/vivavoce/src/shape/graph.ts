import { z } from "zod";

const id = z.string().min(1).describe("The name of the node.");
const question = z.string().describe("What the judge is asked.");

/** A graph as JSON: nodes by id, branches that name the node they lead to. */
function graphSchema<Target extends z.ZodType>(target: Target) {
  const branches = z.record(z.string(), target).describe("The node that each answer leads to.");
  return z.strictObject({
    version: z.literal(1).describe("The version of this format."),
    root: target.describe("The node with which the graph begins."),
    nodes: z
      .array(
        z.discriminatedUnion("kind", [
          z.strictObject({ kind: z.literal("task"), id, question, branches }),
          z.strictObject({ kind: z.literal("binary"), id, question, branches }),
          z.strictObject({
            kind: z.literal("choice"),
            id,
            question,
            options: z.record(z.string(), z.string()).describe("Each option with what it means."),
            branches,
          }),
          z.strictObject({
            kind: z.literal("code"),
            id,
            code: z.string().describe("The name of the function in the registry."),
            branches,
          }),
          z.strictObject({
            kind: z.literal("verdict"),
            id,
            value: z.number().describe("The value that it gives."),
            reason: z.string().default("").describe("Why, in words."),
          }),
          z.strictObject({
            kind: z.literal("metric"),
            id,
            metric: z.string().describe("The name of the metric in the registry."),
          }),
        ]),
      )
      .describe("All nodes, in any order."),
  });
}

export const dagJsonSchema = graphSchema(id);
/** A decision graph as JSON: nodes by id, with branches that name the node they lead to. */
export type DagJson = z.infer<typeof dagJsonSchema>;
export type DagJsonNode = DagJson["nodes"][number];

/** As `dagJsonSchema`, but accepts a list in place of one node, so that the message can say why it is refused. */
export const looseDagSchema = graphSchema(z.union([id, z.array(id)]));
