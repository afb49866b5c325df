import { wordsOf } from "../../../text/grammar.ts";
import { type TokenSpan, wordSet } from "../../../text/reading.ts";
import type { Token } from "../../../text/tokens.ts";
import { isNegated } from "../answers/negation.ts";
import { readGroup, readOrdinal } from "../numbers/digit-group.ts";
import { dayParts, weekdayAt } from "../time/read-day.ts";
import { isCounted, isMeasure } from "../time/scan-times.ts";
import { isTold } from "../time/time-kind.ts";

/** Words before a number that make it something else: an hour, a code, an age. */
const hourLeads = wordSet("after before around until till about by every");
const labels =
  /^(?:code|codes|pin|password|model|serial|account|policy|order|ticket|invoice|reservation|confirmation|reference|tracking|claim|case|membership|license|plate|vin|badge|quoted?|price|total|costs?|paid|paying|charged?|fee|age|aged|over|under|almost|nearly)$/;

/** A price, or a landmark: "they charge", "down from the Motel". */
const toldBefore =
  /\b(?:charged?|charges|costs?|pay|pays|paid|prices?|fees?|owed?|spent|quoted?)\b|\b(?:from|to|past|by|behind|near|opposite) the(?: \w+)?$/;
const toldBehind = /^(?:was|were|is|used to be) (?:the|my|our|an?|her|his|their) (?:last|old|former|previous|wrong)\b/;

/** A price, an hour, a code: not a number of the value. */
export function isSomethingElse(tokens: readonly Token[], { at, next }: TokenSpan): boolean {
  const words = tokens.slice(Math.max(0, at - 6), at).map(({ word }) => word);
  const before = words.slice(words.lastIndexOf(",") + 1);
  if (tokens[at - 1]?.text === "$" || isMeasure(tokens[next]) || isMeasure(tokens[next + 1])) return true;
  if (/^(?:am|pm|o'clock|a|p)$/.test(tokens[next]?.word ?? "")) return true;
  if (toldBefore.test(before.join(" ")) || toldBehind.test(wordsOf(tokens, { at: next, next: next + 4 }))) return true;
  return hourLeads.has(before.at(-1) ?? "") || before.some((word) => labels.test(word.replace(/'s$/, "")));
}

/** Words before a number that is not an hour: "a party of eight", "cabin eleven". */
const numbered =
  /\b(?:(?:party|group|table|family|team|crew) of|apartment|bay|building|cabin|code|court|dock|door|exit|flat|flight|floor|gate|grade|highway|interstate|lane|level|locker|lot|model|number|pier|pin|platform|pump|room|route|row|seat|site|size|slip|space|stall|suite|table|terminal|track|trailer|unit)$/;

/** Every number, however small, as in the hours of a time; "one" in "that one" is not a number. */
export function hoursOf(tokens: readonly Token[]): TokenSpan[] {
  return [...tokens.keys()].flatMap((at) => {
    if (/^(?:half|quarter)$/.test(tokens[at]?.word ?? "")) return [{ at, next: at + 1 }];
    const read = readGroup(tokens, at) ?? readOrdinal(tokens, at);
    if (!read || /^(?:oh|o|one)$/.test(tokens[at]?.word ?? "") || read.digits.length > 4) return [];
    const before = wordsOf(tokens, { at: Math.max(0, at - 2), next: at });
    const behind = wordsOf(tokens, { at: read.next, next: read.next + 2 });
    // "four of us", "the second one", "I always do first Fridays"
    const isOther = numbered.test(before) || /^(?:of (?:us|you|them)\b|(?:one|\w+days)\b)/.test(behind);
    const counts = isOther || isMeasure(tokens[read.next]) || isCounted(tokens[read.next]);
    return counts || isNegated(tokens, at) ? [] : [{ at, next: read.next }];
  });
}

const dayWords =
  /^(?:today|tomorrow|tonight|weekends?|weekdays?|noon|midday|midnight|lunch|lunchtime|breakfast|dinner|christmas|thanksgiving|easter|halloween|holiday|holidays|hours?|minutes?|weeks?|months?|fortnight|eve)$/;
/** "as late as you can", "not this one, the next": a time by its relation to another. */
function isRelated(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? "";
  if (/^(?:late|early)$/.test(word)) return tokens[at - 1]?.word === "as";
  const ends = tokens[at + 1]?.kind !== "word" || /^(?:one|that|this|next)$/.test(tokens[at + 1]?.word ?? "");
  return (
    ends &&
    /^(?:next|following|after|before|then)$/.test(word) &&
    /^(?:the|one|day|week|or)$/.test(tokens[at - 1]?.word ?? "")
  );
}

const pastWords = /^(?:last|since|yesterday|every|past|ago|this|all|few)$/;

/** Days, parts of a day and lengths of time, except those of the past: "since last week". */
export function daysOf(tokens: readonly Token[]): TokenSpan[] {
  return [...tokens.keys()].flatMap((at) => {
    const token = tokens[at];
    if (
      !token ||
      !(
        weekdayAt(token) !== undefined ||
        dayWords.test(token.word) ||
        dayParts.has(token.word) ||
        isRelated(tokens, at)
      )
    )
      return [];
    const around = [...tokens.slice(Math.max(0, at - 3), at), ...tokens.slice(at + 1, at + 2)];
    const isPast = isTold(tokens, at) || around.some(({ word }) => pastWords.test(word));
    const isMeal =
      meals.test(token.word) && /^(?:my|our|have|having|eat|then|make|a)$/.test(tokens[at - 1]?.word ?? "");
    return isPast || isMeal || isNegated(tokens, at) ? [] : [{ at, next: at + 1 }];
  });
}

const meals = /^(?:lunch|breakfast|dinner)$/;
