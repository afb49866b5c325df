import type { Case, Transcript } from "vivavoce";
import { courseOf } from "./course.ts";
import { systemPrompt } from "./prompt/builder.ts";
import { readTexts } from "./prompt/texts.ts";

/** The system prompt that an exchange was answered under. */
export interface GivenPrompt {
  exchange: number;
  /** Left out where the fixed evacuation text was said. */
  prompt?: string;
}

/** What the agent was told in each exchange, whole: so that a judge knows the same rules. */
export function promptsGiven(transcript: Transcript, testCase: Case): GivenPrompt[] {
  const texts = readTexts(transcript.variant.prompt ?? "v2");
  return courseOf(transcript, testCase).stages.map(({ exchange, state, session }) =>
    state === "safety_exit" ? { exchange } : { exchange, prompt: systemPrompt(texts, state, session) },
  );
}
