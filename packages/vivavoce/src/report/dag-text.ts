import { z } from "zod";
import { dagJsonSchema, drawDag, type Score } from "../shape/index.ts";

/** What a decision graph leaves in its score: the graph, and the nodes on the path to its leaf. */
const decidedSchema = z.looseObject({ graph: dagJsonSchema, path: z.array(z.string()).default([]) });

/** The decision graphs among a trial's scores, drawn as text, with the path that was taken. */
export function dagText(scores: readonly Score[]): string {
  return scores
    .flatMap((score) => {
      const decided = score.status === "scored" ? decidedSchema.safeParse(score.detail) : undefined;
      return decided?.success ? [`${score.metric}\n${drawDag(decided.data.graph, decided.data.path)}`] : [];
    })
    .join("\n\n");
}
