import type { UrgencyTier } from "../session.ts";
import { plainWords } from "./plain-line.ts";
import { wishInWords, wishOf } from "./wish.ts";

/** When the caller wants somebody, and whether that is urgent. */
export interface Timing {
  tier: UrgencyTier;
  preferred_time: string;
}

const urgent =
  /\b(?:as soon as (?:possible|you can|humanly)|asap|a\.s\.a\.p|right away|right now|immediately|emergency|urgent(?:ly)?|(?:soonest|fastest) you can|(?:need|want|get) (?:someone|somebody|you|anyone)(?: out)?(?: here)? (?:today|tonight|now)|(?:come|be)(?: out)?(?: here)? (?:today|tonight))\b/;
const flexible =
  /\b(?:whenever|any ?time|any day|no (?:rush|hurry)|not (?:a|in a|any) (?:rush|hurry)|not urgent|does not matter|flexible|up to you|you pick|next available|your schedule|next week|when you can)\b/;

/**
 * When the caller wants the visit. `asked`: the caller was asked for it; otherwise only words of urgency count, since
 * "this morning" may be when the trouble began.
 */
export function readTiming(line: string, { asked = false }: { asked?: boolean } = {}): Timing | undefined {
  const words = plainWords(line);
  const wish = wishOf(words);
  const later = wish.day !== undefined && wish.day !== "today";
  if (urgent.test(words) && !/\bnot (?:an? )?(?:urgent|emergency)\b/.test(words)) {
    if (!asked || wish.day === undefined) return { tier: "urgent", preferred_time: "as soon as possible" };
    if (!later) return { tier: "urgent", preferred_time: wishInWords(wish) };
  }
  if (!asked) return undefined;
  if (wish.day === "today") return { tier: "urgent", preferred_time: wishInWords(wish) };
  if (wish.day !== undefined || wish.part !== undefined) return { tier: "routine", preferred_time: wishInWords(wish) };
  return flexible.test(words) ? { tier: "routine", preferred_time: "any time" } : undefined;
}
