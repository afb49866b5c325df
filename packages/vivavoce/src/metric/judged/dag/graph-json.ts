import { z } from "zod";
import { InputError, type Problem } from "../../../base/index.ts";
import { questionFaults, valueFaults, wantedBranches } from "./node-rules.ts";
import type { Outline, OutlineNode } from "./outline.ts";

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
const looseSchema = graphSchema(z.union([id, z.array(id)]));
type LooseGraph = z.infer<typeof looseSchema>;
type LooseNode = LooseGraph["nodes"][number];

/** The outline of a graph that was written as JSON. Throws an InputError if it is not a graph at all. */
export function outlineOfJson(json: unknown): Outline {
  const parsed = looseSchema.safeParse(json);
  if (!parsed.success) throw new InputError(parsed.error.issues.map(problemOf));
  const { root, nodes } = parsed.data;
  return { roots: [root].flat(), nodes: nodes.map(outlineNode) };
}

function outlineNode(node: LooseNode): OutlineNode {
  return {
    id: node.id,
    kind: node.kind,
    ways: Object.entries("branches" in node ? node.branches : {}).map(([branch, target]) => ({
      branch,
      targets: [target].flat(),
    })),
    wanted: wantedBranches(node),
    faults: "question" in node ? questionFaults(node.question) : node.kind === "verdict" ? valueFaults(node.value) : [],
  };
}

function problemOf({ path, message }: z.core.$ZodIssue): Problem {
  return { message: `the graph's JSON${path.length === 0 ? "" : ` at ${path.join(".")}`}: ${message}` };
}
