import type { AnswerOf } from "../data/load.ts";

/** A trial as the page gets it: the conversation and its scores. */
export type CaseTrial = AnswerOf<"case">["trials"][number];
