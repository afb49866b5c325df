import type { z } from "zod";
import { InputError, type Problem } from "../../../base/index.ts";
import { looseDagSchema } from "../../../shape/index.ts";
import { questionFaults, valueFaults, wantedBranches } from "./node-rules.ts";
import type { Outline, OutlineNode } from "./outline.ts";

type LooseNode = z.infer<typeof looseDagSchema>["nodes"][number];

/** The outline of a graph that was written as JSON. Throws an InputError if it is not a graph at all. */
export function outlineOfJson(json: unknown): Outline {
  const parsed = looseDagSchema.safeParse(json);
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
