import type { FoundValue } from "../../../slots/slot-kind.ts";
import { without } from "../../../text/without.ts";
import type { Calendar } from "./calendar.ts";
import { isShort, namesDay } from "./compare-times.ts";
import { readTime } from "./time.ts";

/** A day or hour that the caller rules out: "any day but Friday", "Mondays don't work", "not before eleven". */
const ruledOut =
  /\b(?:any(?:thing|time| day| time)?|every ?day|all week|whenever) (?:\w+ )?(?:but|except)\b|\bexcept\b|\b(?:just|but|only) not\b|\bnot (?:before|after|until|in the)\b|\b(?:can't|cannot|can not|couldn't) (?:do|make)\b|\b(?:won't|don't|doesn't|does not|will not|wouldn't) (?:really )?work\b|\b(?:is|are|'s|'re) (?:no good|out of the question|bad|not good|not possible)\b/i;
/** A day that is counted from another: "a week from Friday", "Monday week after next". */
const counted = /\b(?:weeks?|days) (?:from|after)\b|\bweeks? (?:out|later)\b/i;
/** An hour that is named after what people do then. */
const aroundEvent =
  /\b(?:before|after|until|till|once|when) (?:(?:my|the|our|his|her|their) (?!\d|first|second|third|\w+th\b)|i |we |he |she |they |breakfast|dinner|supper|work|school|church)/i;

/** A week or month that is not that of the next such day to come: "not this Tuesday, the week after". */
const otherWeek =
  /(?<!\b(?:this|last|past|all|every|a) )\bweeks?\b(?! ago)|\ba week (?!ago)|\bmonths?\b(?! ago)|\b(?:fortnight|following|not this|(?:one|week|day) (?:after|before)(?! tomorrow)|after (?:next|that|this|the)|january|february|march|april|june|july|august|september|october|november|december)\b/i;
/** A day counted from one that is not known: "not then, the day after". */
const neighbour = /\b(?:the (?:next|following) day|day (?:after|before)|one (?:after|before))\b(?! tomorrow)/i;
/** A day that only bounds the time: "by Friday", "Friday at the latest". */
const boundBefore = /\b(?:by|before|after|until|till|past|starting|beginning|than)(?: (?:on|the))?\s*$/i;
const boundBehind =
  /^\W*(?:or (?:sooner|earlier|later|after|before)|at the (?:latest|earliest|very latest)|onwards?\b|and (?:on|beyond))\b/i;

/** Whether a text speaks of another week or month, so that a weekday in it need not be the next one to come. */
export function tellsOtherWeek(text: string): boolean {
  return otherWeek.test(text);
}

/**
 * Whether a line says something about a time that the reader does not understand, so that what it reads is not the whole.
 * With a calendar, days that are counted from another are read, and a weekday alone is the next one to come.
 */
export function leavesTimeUnread(line: string, found: readonly FoundValue[] = [], calendar?: Calendar): boolean {
  const plain = line.replaceAll("’", "'");
  // "Not before eleven" was read as a time, and rules nothing else out.
  const rest = without(plain, found.filter(isBound));
  if (ruledOut.test(rest) || aroundEvent.test(plain)) return true;
  if (!calendar) return counted.test(plain);
  const unread = without(plain, found);
  if (counted.test(unread) || neighbour.test(unread)) return true;
  const days = found.flatMap((one) => {
    const time = readTime(one.value, calendar);
    return time && namesDay(time) ? [{ ...one, time }] : [];
  });
  const last = days.at(-1);
  const bounded = last && (boundBefore.test(plain.slice(0, last.start)) || boundBehind.test(plain.slice(last.end)));
  return bounded || (days.some(({ time }) => isShort(time)) && tellsOtherWeek(plain));
}

/** Whether a time is said by what it rules out: "not before eleven", "no later than two". */
export function isBound({ text, value }: FoundValue): boolean {
  return (
    /(?:^| )not /.test(value) ||
    /(?:^|\s)(?:not (?:before|after|until)|(?:no|not) (?:earlier|later) than)\b/i.test(text)
  );
}
