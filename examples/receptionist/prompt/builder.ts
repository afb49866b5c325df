import type { Session } from "../session.ts";
import { whatIsKnown } from "./known.ts";
import type { PromptTexts, WordedState } from "./texts.ts";

/**
 * The system prompt of one reply: who speaks, what is known, what this moment calls for. The agent is sent this text, and
 * the judge is shown the same.
 */
export function systemPrompt({ persona, states }: PromptTexts, state: WordedState, session: Session): string {
  return [
    persona,
    `# What is known\n\n${whatIsKnown(session)}`,
    `# What this moment calls for (${state})\n\n${states[state]}`,
  ].join("\n\n");
}
