import type { HazardReading } from "./hazard.ts";
import { clausesOf, plainWords } from "./plain-line.ts";

/** What the caller answers when asked for hazards; one that is there has already been dealt with. */
export type SafetyAnswer = "clear" | "unclear";

const opening = /^(?:(?:uh|um|oh|well|okay|ok|so|yeah|hm+) )+/;
/** "No" by itself or before a new subject. "No cold air" says nothing about hazards. */
const generalDenial =
  /^(?:no|nope|nah|negative|none|nothing|neither)(?: (?:sir|ma'am|thanks|thank you|not? at all|i|we|it|it's|there|there's|the|that|that's|everything|everything's|just|all|of (?:that|those|them|it)|like that|at all|either|no|none|nothing)\b.*)?$/;
const allClear = /\b(?:none of (?:that|those|them|it)|nothing like that|all clear|no to all)\b/;
const hedged =
  /\b(?:not (?:sure|think so|know|tell|that i)|maybe|might|i guess|probably|hard to (?:tell|say)|could be)\b/;
const gasAppliance = /\b(?:gas|propane|pilot|flame|burner)\b/;

/**
 * Whether the caller has ruled hazards out. Only a plain no does, or a no to two of them; who speaks of a gas heater and
 * smells nothing is asked once more.
 */
export function readSafetyAnswer(line: string, hazard: HazardReading): SafetyAnswer {
  const words = plainWords(line);
  if (hazard.kind === "present" || hazard.kind === "unsure" || hedged.test(words)) return "unclear";
  if (hazard.kind === "denied" && hazard.hazards.length > 1) return "clear";
  if (hazard.kind === "none" && gasAppliance.test(words)) return "unclear";
  const clauses = clausesOf(words).map(({ text }) => text.replace(opening, ""));
  return allClear.test(words) || clauses.some((clause) => generalDenial.test(clause)) ? "clear" : "unclear";
}
