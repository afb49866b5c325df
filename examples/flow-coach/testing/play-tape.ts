import { type Case, play, type Transcript } from "vivavoce";
import type { ScriptedModel } from "vivavoce/testing";
import { flowCoach } from "../coach/agent.ts";
import { vaultOf } from "../vault/vault.ts";
import { tapeOf, type WrittenJudge } from "./tape.ts";

/** A case played from its tape, and what else the tape holds. */
export interface PlayedTape {
  transcript: Transcript;
  model: ScriptedModel;
  answers: readonly unknown[];
  judge: WrittenJudge;
}

/** Plays a case under a prompt with the answers of its tape. */
export async function playTape(prompt: string, { file: _, ...testCase }: Case & { file: string }): Promise<PlayedTape> {
  const { model, answers, judge } = await tapeOf(prompt, testCase.id);
  const transcript = await play(flowCoach({ prompt }), testCase, {
    world: vaultOf(testCase),
    models: { agent: model },
  });
  return { transcript, model, answers, judge };
}
