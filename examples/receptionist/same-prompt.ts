import type { Case } from "vivavoce";
import { takeTurn } from "./agent/take-turn.ts";
import { officeOf } from "./backend/index.ts";
import { callDataOf } from "./case.ts";
import type { Position } from "./machine/index.ts";
import { systemPrompt } from "./prompt/builder.ts";
import { whatIsKnown } from "./prompt/known.ts";
import { readTexts } from "./prompt/texts.ts";

/** Whether the two modes send the same prompt for a snippet, and where not, what is different. */
export type PromptComparison = { same: true } | { same: false; difference: string };

/**
 * Compares the prompt of the two modes. They differ where the machine moves on because of the caller's line, or learns
 * something from it.
 */
export function samePrompt(testCase: Pick<Case, "data" | "script" | "world">, version = "v2"): PromptComparison {
  const { state, session } = callDataOf(testCase);
  const line = testCase.script[0]?.content ?? "";
  const turn = takeTurn({ state, session }, line, officeOf(testCase));
  if (promptAt({ state, session }, version) === promptAt(turn, version)) return { same: true };
  const moved = turn.state === state ? [] : [`the machine goes on to ${turn.state} (${turn.path.join(" → ")})`];
  const before = new Set(whatIsKnown(session).split("\n"));
  const news = whatIsKnown(turn.session)
    .split("\n")
    .filter((fact) => !before.has(fact))
    .map((fact) => fact.replace(/^- /, ""));
  const learned = news.length === 0 ? [] : [`it knows by then: ${news.join("; ")}`];
  return { same: false, difference: [...moved, ...learned].join(", and ") };
}

function promptAt({ state, session }: Position, version: string): string | undefined {
  return state === "safety_exit" ? undefined : systemPrompt(readTexts(version), state, session);
}
