import type { FoundValue } from "../slots/slot-kind.ts";
import type { Calendar } from "./calendar.ts";
import { isShort } from "./compare-times.ts";
import { readTime } from "./time.ts";

/** A day or hour that the caller rules out: "any day but Friday", "Mondays don't work", "not before eleven". */
const ruledOut =
  /\b(?:any(?:thing|time| day| time)?|every ?day|all week|whenever) (?:\w+ )?(?:but|except)\b|\bexcept\b|\b(?:just|but|only) not\b|\bnot (?:before|after|until|in the)\b|\b(?:can't|cannot|can not|couldn't) (?:do|make)\b|\b(?:won't|don't|doesn't|does not|will not|wouldn't) (?:really )?work\b|\b(?:is|are|'s|'re) (?:no good|out of the question|bad|not good|not possible)\b/i;
/** A day that is counted from another: "a week from Friday", "Monday week after next". */
const counted = /\b(?:weeks?|days) (?:from|after)\b|\bweeks? (?:out|later)\b/i;
/** An hour that is named after what people do then. */
const aroundEvent = /\b(?:before|after) (?:lunch|breakfast|dinner|supper|work|school|church)\b/i;

/** A week or month that is not that of the next such day to come: "not this Tuesday, the week after". */
const otherWeek =
  /(?<!\b(?:this|last|past|all|every|a) )\bweeks?\b(?! ago)|\bmonths?\b(?! ago)|\b(?:fortnight|following|not this|after (?:next|that)|day before|january|february|march|april|june|july|august|september|october|november|december)\b|\ba week (?!ago)/i;

/**
 * Whether a line says something about a time that the reader does not understand, so that what it reads is not the whole.
 * With a calendar, days that are counted from another are read, and a weekday alone is the next one to come.
 */
export function leavesTimeUnread(line: string, found: readonly FoundValue[] = [], calendar?: Calendar): boolean {
  const plain = line.replaceAll("’", "'");
  if (ruledOut.test(plain) || aroundEvent.test(plain)) return true;
  if (!calendar) return counted.test(plain);
  const short = found.some(({ value }) => isShort(readTime(value, calendar) ?? {}));
  return counted.test(without(plain, found)) || (short && otherWeek.test(plain));
}

/** A line without the values that were read in it. */
function without(line: string, found: readonly FoundValue[]): string {
  return found.reduce((rest, { start, end }) => rest.slice(0, start) + "#".repeat(end - start) + rest.slice(end), line);
}
