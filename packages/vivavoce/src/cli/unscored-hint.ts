import type { StoredSuite } from "../store/index.ts";
import { invocation } from "./surroundings.ts";

/** What helps where a judge gave no valid answer: a live one can be asked again, a tape says the same for ever. */
export function unscoredHint({ header }: StoredSuite, run: string): string {
  const score = `${invocation()} score ${run}`;
  if (header.mode !== "replay") return `unscored: ${score} asks the judge again, without the agent`;
  return `unscored: a replay repeats what the judge's tape says. Mend the tape and play again, or ask a judge: ${score} --live`;
}
