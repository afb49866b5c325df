import type { AnswerOf } from "../data/load.ts";

export type CompareAnswer = AnswerOf<"compare">;
/** One suite of a comparison. */
export type PairAnswer = CompareAnswer["suites"][number];
export type ShownComparison = Extract<PairAnswer, { decision: unknown }>;
export type ShownRefusal = Exclude<PairAnswer, ShownComparison>;
