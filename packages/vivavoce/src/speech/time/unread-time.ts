/** A day or hour that the caller rules out: "any day but Friday", "Mondays don't work", "not before eleven". */
const ruledOut =
  /\b(?:any(?:thing|time| day| time)?|every ?day|all week|whenever) (?:\w+ )?(?:but|except)\b|\bexcept\b|\b(?:just|but|only) not\b|\bnot (?:before|after|until|in the)\b|\b(?:can't|cannot|can not|couldn't) (?:do|make)\b|\b(?:won't|don't|doesn't|does not|will not|wouldn't) (?:really )?work\b|\b(?:is|are|'s|'re) (?:no good|out of the question|bad|not good|not possible)\b/i;
/** A day that is counted from another: "a week from Friday", "Monday week after next". */
const counted = /\b(?:weeks?|days) (?:from|after)\b|\bweeks? (?:out|later)\b/i;
/** An hour that is named after what people do then. */
const aroundEvent = /\b(?:before|after) (?:lunch|breakfast|dinner|supper|work|school|church)\b/i;

/** Whether a line says something about a time that the reader does not understand, so that what it reads is not the whole. */
export function leavesTimeUnread(line: string): boolean {
  const plain = line.replaceAll("’", "'");
  return ruledOut.test(plain) || counted.test(plain) || aroundEvent.test(plain);
}
