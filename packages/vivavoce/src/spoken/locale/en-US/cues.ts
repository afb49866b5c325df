import { tokensOf } from "../../text/tokens.ts";
import type { Cues } from "../locale.ts";
import { isTakenBack } from "./answers/negation.ts";
import { spells } from "./letters/spelled-letters.ts";

const behind =
  /^[\s,.;…—–-]*(?:(?:no|wait|sorry|actually|i mean|make that|scratch that|rather|correction|oops)\b[\s,.;…—–-]*)+/i;

/** Words for one of several in a row, and its index. */
const places: readonly [RegExp, number][] = [
  [/\b(?:first|former)\b/i, 0],
  [/\b(?:second|latter)\b/i, 1],
  [/\bthird\b/i, 2],
  [/\blast\b/i, -1],
];
const ofTwo = /\b(?:latter|former)\b/i;
/** Such a word that chooses: "the first one", but not "my first visit". */
const chooses =
  /\b(?:first|second|third|last|latter|former)(?: (?:one|option|slot|time|works?|is (?:fine|good)|please)|\W*$)/i;

const vague = /\b(?:earlier|later|either) (?:one|option|slot|time|works|is fine)\b/i;

const tests = (pattern: RegExp) => (text: string) => pattern.test(text);

export const cues: Cues = {
  asksToCommit: tests(
    /\b(?:book|schedule|lock|reserve|go ahead|put you (?:down|in)|shall i|should i|want me to|good to go|confirm|okay|ok)\b/i,
  ),
  readsBack: tests(
    /\b(?:is that (?:all )?(?:right|correct)|(?:that|everything|all) (?:sound|look)s? (?:right|correct)|does that (?:sound|look) (?:right|correct)|did i get (?:that|it|everything)|do i have (?:that|it|everything)|to confirm|(?:let me|i'll|i’ll|i will) (?:just )?(?:confirm|repeat|read|double.check|make sure)|just to (?:be|make) sure|read (?:that|it|this) back|i(?:'ve| have|’ve) (?:got )?you (?:down|at|for|as|under|on|in)|i got you (?:down|at|for|as|under|on)|so (?:that's|that’s|that is|it's|it’s|you're|you’re|i have|i've got|i’ve got)|you said|you(?:'re|’re| are) (?:all )?(?:booked|set|scheduled|confirmed)|(?:booked|scheduled) (?:you|for|at|in)|(?:it's|it’s|it is|that's|that’s) (?:booked|scheduled|confirmed)|(?:we'll|we’ll|we will|i'll|i’ll) see you)\b|\b(?:right|correct)\?/i,
  ),
  offers: tests(
    /\b(?:available|availability|openings?|earliest|soonest|closest|instead|how about|what about|can do|could do|unfortunately|booked up|full|either|options?|next (?:available|slot))\b/i,
  ),
  ownNumber: tests(
    /\b(?:(?:reach|call|text|find|visit|contact) (?:us|our|me)|our (?:own )?(?:number|line|office|shop|address|location|hotline|dispatch)|we(?:'re|’re| are) (?:at|located))\b/i,
  ),
  asksSpelling: tests(/\bspell/i),
  asksLastName: tests(/\b(?:last|family|sur)\s?name\b/i),
  disputes: tests(/\b(?:wrong|incorrect|not right|not correct|change|changed|different|another|mistake)\b/i),
  corrects: tests(
    /\b(?:no|nope|not|wrong|actually|sorry|wait|scratch|oops|i mean|meant|instead|correction|change|rather|except|but|only|i said|make (?:it|that))\b/i,
  ),
  behindCorrection: (text) => (behind.test(text) ? text.replace(behind, "") : undefined),
  dismisses: tests(
    /\b(?:(?:don't|do not|never) (?:use|call|book|send|put)|(?:my|the|an?|our) (?:old|former|previous))\b/i,
  ),
  scratches: tests(/\b(?:scratch that|strike that|forget that|never mind|that's (?:the|my) old)\b/i),
  isNegated: (line, start) => isTakenBack(tokensOf(line), start),
  doubt: (text) =>
    /\b(?:maybe|might be|not (?:really |quite |too )?sure|or something|(?:don't|can't) (?:know|remember)|could be)\b/i.exec(
      text,
    )?.[0],
  choice: (text) =>
    /\b(?:or|use|call|take|prefer|rather|instead|better|best|mine|the (?:first|second|last|latter|former|other)(?: one)?)\b/i.exec(
      text,
    )?.[0],
  isEither: tests(/\bor\b/i),
  chosenPlace(line, of) {
    const [place, ...others] = places.filter(([word]) => word.test(line));
    if (!place || others.length > 0 || !chooses.test(line) || (ofTwo.test(line) && of > 2)) return undefined;
    return place[1];
  },
  mayChoose: (line) => vague.test(line) || places.some(([word]) => word.test(line)),
  spells,
};
