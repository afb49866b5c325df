import { tokensOf, without } from "../../../text/tokens.ts";
import { namesDay } from "./compare-times.ts";
import { scanTimes } from "./scan-times.ts";
import type { SpokenTime } from "./spoken-time.ts";

/** Where a clause of a line ends: a mark, or a word behind which a new subject stands. */
const ends =
  /[,;!?…—–]+|\.(?=\s|$)|\b(?:so|but|because|cause|since|then)\b|\band(?= (?:i|i'\w+|we|we'\w+|they|they'\w+|he|he's|she|she's|my|our|his|her|their|the|it|it's|then|that|you)\b)/gi;

const somebody =
  "(?:i|we|they|he|she|everybody|everyone|church|school|work|class|practice|daycare|(?:my|our|his|her|their|your|the|an?|this|that|these|those|(?:one|both|all) of (?:my|our|the)|all (?:my|our|the)) (?:[a-z'-]+ ){0,3}?[a-z'-]+?)";
const does = [
  "gets?|got|goes|comes|come home|leaves?|left|arrives?|starts?|ends?|begins?|finish(?:es)?|opens?|closes?|lands?|fly|flies|drops?|picks?|eats?|sleeps?|naps?|wakes?|walks?|drives?|teach(?:es)?|plays?|runs?|catch(?:es)?|feeds?|lets? out|boards?|departs?|kicks off|wraps up|shuts|delivers?|babysits?|came|took|booked|wanted|told|asked for",
  "works? (?:till|until|from|to|nights?|days|mornings|on|in|@)",
  "(?:(?:'ve|'s|have|has|need|needs) (?:got )?to|gotta) (?!do\\b|make|come|change|move|push|switch|reschedule|re|book|schedule|set|see|say|go with|have|take|keep|stick|cancel|get (?:it|in|that|this|an?|one|you|some)\\b|be (?!gone|out|off|in\\b|at|back|done))[a-z]+",
  "(?:have|has|had|'ve got|'s got|got) (?!@|to\\b)[a-z]+",
].join("|");
const isAt =
  "(?:(?<=^[^@]*(?:my|our|his|her|their|your|the|an?|church|school|work|class|practice|daycare|he|she|they)\\b[^@]*)(?:'s|'re|is|are|was|were)|(?:'m|'re|'s|am|are|is|was|were) (?:at|in|off|out|done|gone|back|on|teaching|working|flying|leaving|driving|picking|dropping|babysitting|meeting)) ";
const happens = new RegExp(
  `^(?=.*@)(?:(?:well|um|uh|oh|see|look|yeah|you know|like|actually|shoot|and|@|on) )*(?:${somebody}(?: (?:usually|always|also|already|just|both|all|only))?(?: ?(?:${does})\\b| ?${isAt})|(?<=@ )(?:is )?(?:my|our|his|her|their) )`,
);
/** Words of a clause that may say that its time is wanted, or is not. */
const mayWant =
  /\b(?:appointment|slot|opening|window|times?|day|date|preference|choice|schedule|visit|availability|options?|spot|reservation|booking|plan|vote|idea|earliest|soonest|latest|good|best|better|fine|great|perfect|ideal|prefer\w*|rather|wants?|like|available|free|open|(?<!(?:get|gets|got|come|comes|go|goes) )home|let|could|would|can|will|should|might|may|maybe|or|if|unless|not|no|never|nothing|anything|except|either|instead|say|says|said|think|meet|ready|until you|works? for|\w+n't|cannot)\b|'(?:ll|d)\b/;
/** Words that take up a time that was told: "any time after that", "make it then". */
const takesUp =
  /\b(?:after|before|by|around|about|until|till|from|at|than|like|take|for|make|let's do|can do|could do|with) (?:that|then|it|this|those|him|her|them|there)\b(?! (?:in|to|on|at|for|a|an|\w*day|morning|afternoon|evening|week|night)\b)|(?:^|\W)or\b|\b(?:whichever|either)\b/i;

/**
 * A line without clauses that tell when something else happens: "my flight's at eight ten", "I drop my son off at nine".
 * They are kept unless the rest of the line says such a day and hour itself: otherwise they may say when the caller can.
 */
export function withoutAsides(line: string): string {
  const text = line.replaceAll("’", "'");
  const cuts = [...text.matchAll(ends)];
  const asides = [...cuts, undefined].flatMap((cut, index) => {
    const { 0: joint = "", index: from = 0 } = cuts[index - 1] ?? {};
    const end = cut?.index ?? text.length;
    // The word that joins a clause goes with it, a mark stays.
    const start = /\w/.test(joint) ? from : from + joint.length;
    return isAside(text.slice(from + joint.length, end)) ? [{ start, end }] : [];
  });
  const rest = without(text, asides);
  const wanted = timesOf(rest);
  const hasDay = wanted.some(({ weekday, date, relative }) => (weekday ?? date ?? relative) !== undefined);
  const hasHour = wanted.some(({ span }) => span !== undefined) && !/\bsame\b/i.test(rest);
  const isSaid = asides
    .flatMap(({ start, end }) => timesOf(text.slice(start, end)))
    .every((time) => !time.not && (hasDay || !namesDay(time)) && (hasHour || !(time.span ?? time.part)));
  return isSaid && !takesUp.test(rest) ? without(line, asides) : line;
}

function timesOf(text: string): SpokenTime[] {
  return scanTimes(tokensOf(text), { lenient: true }).map(({ time }) => time);
}

function isAside(clause: string): boolean {
  const tokens = tokensOf(clause);
  const words = tokens.map(({ word }) => word);
  for (const { at, next } of scanTimes(tokens, { lenient: true }).toReversed()) words.splice(at, next - at, "@");
  const told = words
    .join(" ")
    // "They don't get going till three", "I'd have said tonight"
    .replace(/\b(?:don't|doesn't) (?=(?:get|start|open|begin|finish|close|leave|wake)\b)/, "")
    .replace(
      /\bi(?:'d have| would have| was going to| was gonna) (?:say|said|do|done|take|taken|ask for)\b/,
      "i wanted",
    );
  return happens.test(told) && !mayWant.test(told);
}
