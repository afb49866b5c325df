import { foldWord, tokensOf } from "../../text/tokens.ts";
import type { Cues } from "../locale.ts";
import { asksObjection, inaudible } from "./answers/answers.ts";
import { isTakenBack } from "./answers/negation.ts";
import { asksLastName } from "./asks/built-in.ts";
import { spells } from "./letters/spelled-letters.ts";
import { saysOnlyTime } from "./time/time-kind.ts";

const behind =
  /^[\s,.;…—–-]*(?:(?:oh|no|nope|wait|sorry|actually|hold on|hang on|i mean|make that|scratch that|rather|correction|oops|my bad|uh|um)\b[\s,.;…—–-]*)+/i;

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

/** A question about something that has happened, that goes on, or that is ruled out. */
const notWanted =
  /\b(?:not|never|\w+n['’]t|avoid|except|besides|busy|away|closed|unavailable|did(?! you (?:want|need|wish|like|prefer|have in mind))|was|were(?! you (?:thinking|hoping|looking|wanting))|has|have (?!you down)|had|been|happen\w*|start\w*|stop\w*|since|ago|notice\w*|usually|hours)\b/i;

const vague = /\b(?:earlier|later|either) (?:one|option|slot|time|works|is fine)\b/i;

const repeats =
  /\b(?:is that (?:all )?(?:right|correct)|(?:that|everything|all) (?:sound|look)s? (?:right|correct)|does that (?:sound|look) (?:right|correct)|did i get (?:that|it|everything)|do i have (?:that|it|everything)|to confirm|(?:let me|i'll|i’ll|i will) (?:just )?(?:confirm|repeat|read|double.check|make sure)|just to (?:be|make) sure|read (?:that|it|this) back|i(?:'ve| have|’ve) (?:got )?you (?:down|at|for|as|under|on|in)|i got you (?:down|at|for|as|under|on)|so (?:that's|that’s|that is|it's|it’s|you're|you’re|i have|i've got|i’ve got)|you said|you(?:'re|’re| are) (?:all )?(?:booked|set|scheduled|confirmed)|(?:booked|scheduled) (?:you|for|at|in)|(?:it's|it’s|it is|that's|that’s) (?:booked|scheduled|confirmed)|(?:we'll|we’ll|we will|i'll|i’ll) see you)\b|\b(?:right|correct)\?/i;
/** Nothing but values, which were taken out, and words that take note of them: "Friday at two thirty, got it." */
const noted =
  "(?:okay|ok|alright|all right|great|perfect|good|sounds good|wonderful|excellent|lovely|sure|right|so|and|then|thanks|thank you|got it|noted|understood|very good|that's|it's|it is|for|on|at|the|we'll say)";
const echo = new RegExp(
  `^[^\\w?]*(?:${noted}[^\\w?]+)*\uFFFC[^\\w?]*(?:${noted}[^\\w?]*)*(?:, (?:and )?(?:we'll|we will|i'll|see you|someone|you're)\\b[^?\uFFFC]*)?$`,
  "i",
);

const asksToBook =
  /\b(?:(?:book|schedule|lock|reserve|go ahead|put you (?:down|in)|shall i|should i|want me to|good to go|confirm|okay|ok|does (?:that|this) (?:work|suit|sound)|does it (?:work|suit) (?:for )?you|(?:would|will) (?:that|this|it) (?:work|suit|be (?:okay|all right|alright|fine))|any (?:problem|objection|change)s?|anything (?:you|to) \w+|sounds? good)\b|(?:all )?(?:good|set|deal|alright)\W*\?)/i;

/** Whose value it is that is asked for, or that it is another one: "his number", "the rental's address". */
const whose =
  /\b(?:(his|her|their|(?<=\bthe )\w+(?=['’]s))|(your \w+(?=['’]s)|another|second|backup|alternate|alternative|other|emergency|billing|mailing|work))\b(?=(?:['’]s)? (?:\w+ ){0,2}(?:name|number|phone|cell|address|street|zip|email|e-mail)\b)/i;
/** The agent says that it has not heard the value, or not all of it. */
const unheard =
  /\b(?:(?:did|could|can|do)(?:n['’]t| not)(?: quite| really)? (?:hear|catch|get|make|understand|follow|have)|missed|missing|short|cut(?:ting)? out|br(?:oke|eaking) up|only (?:got|have|heard|caught)|whole|rest of)\b/i;
/** The caller does not know yet, or wants to be asked again. */
const unsettled =
  /\b(?:maybe|not (?:really |quite |too )?sure|(?:don't|don’t|do not|can't|can’t) (?:really |quite )?(?:know|remember|have)|ask me|forget (?:that|it)|scratch that|cut off|disconnected|out of service|i'd have to|i’d have to|depends|no idea|either|any|whatever|whenever|hold on|wait|hang on|sec|second|let me)\b/i;

const tests = (pattern: RegExp) => (text: string) => pattern.test(text);

const corrects =
  /\b(?:no|nope|not|wrong|actually|sorry|wait|scratch|oops|i mean|meant|instead|correction|change|rather|except|but|only|i said|make (?:it|that))\b/i;

export const cues: Cues = {
  asksToCommit: (text) => asksObjection.test(foldWord(text)) || asksToBook.test(text),
  readsBack: (text) => echo.test(text) || repeats.test(text),
  offers: tests(
    /\b(?:available|availability|openings?|earliest|soonest|closest|instead|how about|what about|can do|could do|unfortunately|booked up|full|either|options?|next (?:available|slot))\b/i,
  ),
  ownNumber: tests(
    /\b(?:(?:reach|call|text|find|visit|contact) (?:us|our|me)|our (?:own )?(?:number|line|office|shop|address|location|hotline|dispatch)|we(?:'re|’re| are) (?:at|located))\b/i,
  ),
  asksSpelling: tests(/\bspell/i),
  asksLastName,
  asksOther(question, said) {
    const [, owner, other] = whose.exec(question) ?? [];
    const isKnown = owner !== undefined && said.toLowerCase().includes(owner.toLowerCase());
    return other !== undefined || isKnown || (owner !== undefined && "maybe");
  },
  asksRepeat: (reply, line) => unheard.test(reply) || inaudible.test(line) || unsettled.test(line),
  disputes: tests(/\b(?:wrong|incorrect|not right|not correct|change|changed|different|another|mistake)\b/i),
  moves: tests(
    /\b(?:earlier|later|sooner|push|bump|move|shift|slide|delay|postpone|same (?:time|hour)|keep the (?:time|hour))\b/i,
  ),
  saysOnlyTime: (text, question) => saysOnlyTime(text) && !notWanted.test(question),
  corrects: tests(corrects),
  behindCorrection: (text) => (behind.test(text) ? text.replace(behind, "") : undefined),
  dismisses: tests(
    /\b(?:(?:don't|do not|never) (?:use|call|book|send|put)(?![^,;.]*\b(?:there|that one|it(?! to))\b)|(?:my|the|an?|our) (?:old|former|previous)|(?:fax|order|account|invoice|confirmation|reservation|reference|tracking|case|claim|policy|ticket|member(?:ship)?|customer|serial|job)(?: (?:number|code|id))?(?:'s| is| was)?(?=\W*$)|used to (?:be|live|have)|mail(?:ing)? (?:goes|comes|is)|(?:it|that|mine|number|zip|address|name) (?:was|had been))\b/i,
  ),
  scratches: tests(
    /^\W*(?:(?:oh|um|uh|no)\W+)?well\b|\b(?:scratch that|strike that|forget that|never mind|(?:start|starting|begin) (?:over|again|fresh)|(?:try|do|say) (?:that|it|this) (?:again|over)|from the (?:top|beginning|start)|take two|(?:don't|do not|never) (?:use|call|book|send|put)[^,;.]*\b(?:there|that one|it(?! to))\b|(?:that's|is|was|'s) (?:(?:the|my|an?|our) (?:old|former|previous|wrong)|wrong))\b|\b(?:mine(?:'s| is)?|my own(?: is)?|(?:but|so|and) (?:please |(?:i'd rather|you (?:can|should)|i want)(?: you)? )?(?:use|call|try|text)(?: (?:me at|mine|my \w+|the \w+))?)\W*$/i,
  ),
  isNegated: (line, start) => isTakenBack(tokensOf(line), start),
  choice: (text) =>
    /\b(?:or|but i(?:'ll|'m| am| will| won't| can't)|(?:nobody|no one|never|rarely|hardly|(?:doesn|don|won)'t) (?:ever )?(?:picks? (?:it )?up|answers?)|use|call|take|prefer|rather|instead|better|best|mine|the (?:first|second|last|latter|former|other)(?: one)?(?! (?:time|house|guy|name)))\b/i.exec(
      text,
    )?.[0],
  isEither: (text) => /\bor\b/i.test(text) && !corrects.test(text),
  chosenPlace(line, of) {
    const [place, ...others] = places.filter(([word]) => word.test(line));
    if (!place || others.length > 0 || !chooses.test(line) || (ofTwo.test(line) && of > 2)) return undefined;
    return place[1];
  },
  mayChoose: (line) => vague.test(line) || places.some(([word]) => word.test(line)),
  spells,
};
