import { foldWord, tokensOf } from "../../text/tokens.ts";
import type { Cues } from "../locale.ts";
import { asksObjection, inaudible } from "./answers/answers.ts";
import { isTakenBack } from "./answers/negation.ts";
import { spells } from "./letters/spelled-letters.ts";
import { saysOnlyTime } from "./time/time-kind.ts";

/** A question about something that has happened, that goes on, or that is ruled out. */
const notWanted =
  /\b(?:not|never|\w+n['’]t|avoid|except|besides|busy|away|closed|unavailable|did(?! you (?:want|need|wish|like|prefer|have in mind))|was|were(?! you (?:thinking|hoping|looking|wanting))|has|have (?!you down)|had|been|happen\w*|start\w*|stop\w*|since|ago|notice\w*|usually|hours)\b/i;

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
    /\b(?:(?:reach|call|text|find|visit|contact) (?:us|our|me)|our (?:own )?(?:number|line|office|shop|address|location|hotline|dispatch)|we(?:'re|’re| are) (?:at|located|open|closed)|we (?:open|close|start|stop|leave))\b/i,
  ),
  asksSpelling: tests(/\bspell/i),
  asksOther(question, said) {
    const [, owner, other] = whose.exec(question) ?? [];
    const isKnown = owner !== undefined && said.toLowerCase().includes(owner.toLowerCase());
    return other !== undefined || isKnown || (owner !== undefined && "maybe");
  },
  asksRepeat: (reply, line) => unheard.test(reply) || inaudible.test(line) || unsettled.test(line),
  disputes: tests(/\b(?:wrong|incorrect|not right|not correct|change|changed|different|another|mistake)\b/i),
  saysOnlyTime: (text, question) => saysOnlyTime(text) && !notWanted.test(question),
  corrects: tests(corrects),
  isNegated: (line, start) => isTakenBack(tokensOf(line), start),
  spells,
};
