import { testPattern } from "../base/index.ts";
import type { SimulatedUser } from "../case/index.ts";
import type { SimulatorFault } from "../transcript/index.ts";

/** What was said so far, from the user's side. */
export interface SimulatedTurn {
  exchange: number;
  line: string;
  /** Everything that the agent had said before. */
  heard: readonly string[];
}

/**
 * What a simulated user did that no such person would do. One fault spoils the conversation: it says nothing about the
 * agent any more. The opening line is the author's own and is not graded.
 */
export function faultsOf(user: SimulatedUser, { exchange, line, heard }: SimulatedTurn): SimulatorFault[] {
  const fault = (kind: SimulatorFault["kind"], reason: string): SimulatorFault => ({ kind, exchange, reason, line });
  const leaked = user.cannotKnow
    .filter((words) => holds(line, words))
    .map((words) => fault("leaked", `said “${words}”, which it cannot know`));
  const early = Object.entries(user.tellsWhenAsked)
    .filter(([name, fact]) => holds(line, fact.value) && !wasAsked(name, fact.asked, heard))
    .map(([name]) => fault("told-before-asked", `told its ${name} before it was asked`));
  const contradicted = user.neverSays.flatMap((pattern) => {
    const outcome = testPattern(pattern, line, { flags: "i" });
    if (outcome === "no-match") return [];
    const what = `said what goes against its goal (${pattern})`;
    // Nobody knows whether the conversation counts, so it does not.
    return [fault("contradicted-goal", outcome === "match" ? what : `may have ${what}: the pattern took too long`)];
  });
  const assistant = assistantSpeech.some((pattern) => pattern.test(line))
    ? [fault("spoke-like-assistant", "spoke like an assistant, not like a user")]
    : [];
  return [...leaked, ...early, ...contradicted, ...assistant];
}

/** Phrases that the side that is asked for help would say, not the side that asks. */
const assistantSpeech = [
  /\bhow (?:can|may) i (?:help|assist) you\b/i,
  /\bas an ai\b/i,
  /\bi(?:'|’)?m (?:just )?(?:an ai|a language model|a virtual assistant|here to (?:help|assist))\b/i,
  /\bis there anything else (?:i can|you(?:'|’)d like me to)\b/i,
  /\b(?:happy|glad) to (?:help|assist)(?: you)?\b/i,
  /\bthank you for (?:calling|contacting|reaching out)\b/i,
];

function holds(line: string, words: string): boolean {
  return folded(line).includes(folded(words));
}

function folded(text: string): string {
  return ` ${text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}

function wasAsked(name: string, patterns: readonly string[] | undefined, heard: readonly string[]) {
  if (patterns)
    return heard.some((reply) => patterns.some((pattern) => testPattern(pattern, reply, { flags: "i" }) === "match"));
  return heard.some((reply) => holds(reply, name.replaceAll(/[_-]/g, " ")));
}
