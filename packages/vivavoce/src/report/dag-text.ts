import { z } from "zod";
import { dagJsonSchema, drawDag, type Score } from "../shape/index.ts";

const decidedSchema = z.looseObject({ graph: dagJsonSchema, path: z.array(z.string()).default([]) });

/** The graph that decided a score, and the nodes on the path to its leaf; undefined if no graph did. */
export function decidedBy(score: Score) {
  const decided = score.status === "scored" ? decidedSchema.safeParse(score.detail) : undefined;
  return decided?.success ? decided.data : undefined;
}

/** The decision graphs among a trial's scores, drawn as text, with the path that was taken. */
export function dagText(scores: readonly Score[]): string {
  return scores
    .flatMap((score) => {
      const decided = decidedBy(score);
      return decided ? [`${score.metric}\n${drawDag(decided.graph, decided.path)}`] : [];
    })
    .join("\n\n");
}
