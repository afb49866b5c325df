import type { Calendar } from "../../../slots/slot.ts";
import { type TokenSpan, wordSet } from "../../../text/reading.ts";
import type { Token } from "../../../text/tokens.ts";

/** Nobody says more in one breath, and looking further would take too long in a text that never pauses. */
const longest = 60;

const joint =
  /^(?:and|but|so|because|since|cause|though|although|then|unless|while|when|whenever|once|if|where|which|who|'?til)$/;
const pronoun =
  /^(?:i|we|you|he|she|they|it|that|there|everybody|everyone|somebody|someone|nobody|anybody|y'all)(?:'(?:s|m|re|ve|ll|d))?$|^(?:these|those|this)'\w+$/;
/** Before a pronoun, these make it no subject, or one of a clause that has begun. */
const holds =
  /^(?:did|do|does|is|are|was|were|would|will|should|can|could|may|might|have|has|if|when|what|where|how|which|who|than|for|with|to|of|at|on|in|by|like|let|tell|give|after|before|until|till|about|and|but|so|because|since|cause|though|then|once|while|unless|get|send|see|reach|call|text|have|bring|move|push|put|slide|shift|change|bump|make|do|keep|need|want|take|all)$/;
const asks = /^(?:can|could|would|will|may|might|how|what|why)$/;
const asked = /^(?:you|y'all|he|she|we|they|it|somebody|someone|anybody|about|not|the|that)$/;
const orders = /^(?:let's|lets|gimme|come|make|call|book|schedule|give|say|swing|shoot|aim|send|put|try)$/;
/** Before an order, these make it no order: "to come", "the call", "they say". */
const noOrder =
  /^(?:to|can|could|you|we|i|they|he|she|him|her|them|it|us|me|somebody|someone|not|don't|please|just|gonna|wanna|let's|should|will|would|might|must|may|the|a|an|my|your|our|i'll|we'll|i'd|we'd|always|guys|people|or|that|this)$/;
const chooses = /^(?:first|second|third|last|latter|former|earlier|later|middle|other|next)$/;
const determiner = /^(?:my|our|his|her|their|the|your|this|that)$/;
const objectOf =
  /^(?:at|on|in|for|with|to|of|from|by|before|after|until|till|past|near|like|have|has|had|got|see|get|take|do|need|want|is|are|was|were|be|'s|over|about|than|as|and|or|it's|that's|out|off|up|all|around|just|during)$/;
const finite =
  /^(?:is|are|was|were|has|have|had|does|do|did|will|would|can|could|might|should|wo|isn't|aren't|wasn't|won't|can't|doesn't|don't|didn't|won't|said|told|went|came|got|quit|gonna|runs?|\w+ed|(?!\w*(?:days|ings|ons|ights|eeks|ours)$)\w{2,}[^s']s)$/;

/** Where the clause around a place begins. */
export function clauseAt(tokens: readonly Token[], at: number): number {
  let from = at;
  while (from > 0 && at - from < longest && !begins(tokens, from)) from -= 1;
  return from;
}

/** Where the clause ends that holds what is before a place. */
export function clauseEnd(tokens: readonly Token[], next: number): number {
  let end = next;
  while (end < tokens.length && end - next < longest && !begins(tokens, end)) end += 1;
  return end;
}

const cue = /^(?:no|nope|nah|wait|sorry|um|uh|er|oh|actually|okay|ok|yeah|yes|well|shoot|oops|please|right)$/;
const noCue =
  /^(?:good|later|earlier|sooner|rush|more|need|one|problem|hurry|matter|way|idea|before|after|than|now|away|when|where|there|here|at|on|in|by|before|then|school|class|work|\w+s)$/;

function isCue(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? "";
  return cue.test(word) && !(/^(?:no|right|well)$/.test(word) && noCue.test(tokens[at + 1]?.word ?? ""));
}

/** Whether a clause begins at a place: behind a pause, with a joint, with a subject or with a wish of its own. */
function begins(tokens: readonly Token[], at: number): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!before || !token) return true;
  if (before.kind === "mark") return /^[,.;:!?…—–]$/.test(before.text);
  if (token.kind !== "word") return false;
  const { word } = token;
  if (joint.test(word) || isCue(tokens, at) !== isCue(tokens, at - 1)) return true;
  // "Tuesday before noon" is one, "before I leave" another.
  if (/^(?:before|after|until|till)$/.test(word))
    return isSubject(tokens, at) || (pronoun.test(next?.word ?? "") && !isObject(next?.word ?? "", tokens[at + 2]));
  if (pronoun.test(word)) return !holds.test(before.word) && !isObject(word, next);
  if (asks.test(word) && asked.test(next?.word ?? ""))
    return !/^(?:what|when|where|how|who|which|time|day|i|we|you|he|she|they|it|that)$/.test(before.word);
  if (orders.test(word)) return !noOrder.test(before.word) && !joint.test(before.word);
  if (word === "the" && chooses.test(next?.word ?? "") && tokens[at + 2]?.word === "one") return true;
  return determiner.test(word) && !objectOf.test(before.word) && isSubject(tokens, at);
}

/** "On that", "give me that": what stands for something said before, and begins nothing. */
function isObject(word: string, next: Token | undefined): boolean {
  return (
    /^(?:that|it|there)$/.test(word) &&
    (next === undefined || next.kind === "mark" || !finite.test(next.word)) &&
    !/^(?:would|will|works?)$/.test(next?.word ?? "")
  );
}

/** "My ride leaves", "the realtor comes", "my roommate's out" */
function isSubject(tokens: readonly Token[], at: number): boolean {
  const [first, second, third] = tokens.slice(at + 1, at + 4);
  if (first?.kind !== "word" || second?.kind !== "word") return false;
  if (/'(?:s|ll|d|re)$/.test(first.word) || finite.test(second.word)) return true;
  return third?.kind === "word" && (/'(?:s|ll|d)$/.test(second.word) || finite.test(third.word));
}

/** `held`: an appointment that the caller has. */
export type Mood = "wish" | "told" | "held" | "denied";

const fillers =
  /^(?:(?:and|but|so|oh|um|uh|er|well|yeah|yes|yep|sure|okay|ok|no|nope|wait|sorry|actually|please|just|then|like|also|still|hi|hello|hey|great|alright|right|now|though)(?: |$))+/;
const under =
  /^(?:because|since|cause|when|whenever|once|while|where|which|who|though|although|unless|before|after|until|till|'?til|as(?! long)|if)\b/;
const past =
  /\b(?:was|were|had|did|didn't|ago|last|kept|used to|went|came|got (?!to\b|T)|broke|quit|(?!need|want|reschedul|schedul|book|prefer|suppos)\w{3,}ed)\b/;
const denied = /\b(?:not|never|no|nothing|nobody|none|cannot|hardly|neither|nor|\w+n't)\b/;
const order =
  "(?:come|send|book|schedule|put|make|call|say|go|stick|settle|aim|shoot|swing|show|meet|move|push|slide|bump|shift|switch|change|pick|drop|try|keep|take|give|do|be|set|plan|pencil|sign|count|get|have|stop (?:by|in|over)|pop)\\b(?! to\\b)";
const good =
  "(?:really |just |totally |definitely |still |probably |all |pretty |so |much |even |both )*(?:good|great|fine|best|better|perfect|okay|ok|ideal|free|open|all right|alright|clear|wonderful|available|preferable|easiest|lovely|doable|possible)";
const wishes = new RegExp(
  [
    `^${order}`,
    `\\b(?:let's|lets|gonna need|gimme|how about|what about|why not|why don't (?:you|we)|any chance|is what|i said(?! T to\\b)|i meant|i mean|i want|tell (?:him|her|them|the \\w+)|(?:i'm|we're|i am|we are|i was|we were) (?:hoping|looking|thinking|shooting|aiming)|wanna|hoping|looking (?:for|at)|thinking|appointment|it's gotta|anytime|sooner the better)\\b`,
    `\\b(?:can|could|would|will|may|might) (?:you|y'all|you guys|he|she|we|they|it|i|somebody|someone|anybody|the \\w+|that|T)\\b(?! (?:all )?(?:tell|remind|ask|call|text|explain|check)\\b)`,
    `\\b(?:you|y'all|you guys|he|she|they|somebody|someone|anybody|the \\w+) (?:can|could|should|would|may|might|needs? to|has to|have to|gotta) (?:${order}|be here)`,
    "\\b(?:i'd|we'd|i would|we would|i'll|we'll|i will|we will) (?:\\w+ly )?(?:like|love|prefer|rather|take|go with|go for|say|do|need|want|come|stop by|swing by|drop by|be (?:home|here|free|available|around|ready|there|back))\\b",
    "\\b(?:i|we) (?:\\w+ly )?(?:can|could|want|need|wanna|prefer|would)\\b|\\b(?:i'm|we're|i am|we are|i'll be|they're|he's|she's|somebody's|someone's) (?:\\w+ly |all |always )*(?:available|free|good|open|home|here|off|around)\\b",
    `\\b(?:works?|suits?|fits?)(?: (?:best|better|great|fine|well|perfectly|for|with|me|us|good|nicely|out)|$)|\\b(?:is|are|'s|sounds?|looks?|seems?) ${good}\\b|^(?:T )+(?:is )?${good}\\b|${good}(?: (?:for|with|by) (?:me|us))?$`,
    "\\b(?:it|that|T|we|which|this)(?:'ll| will|'d| would| should| could| might| must| has to| needs to| can| gotta|'s gotta| have to)(?: only)? (?:be|work|do|suit|come|happen|make)\\b|\\b(?:must|has to|have to|gotta|got to|needs? to) be\\b|\\bT (?:would|will|'d|'ll|could|should|might|does|'s|it is)\\b",
  ].join("|"),
);
/** An appointment that the caller has: "I'm down for Tuesday". */
const held =
  /\b(?:(?:i've|we've|i|we|you've|you) (?:already )?(?:got|have|had)|(?:i'm|we're|i am|we are|i was|you're) (?:already )?(?:down|booked|scheduled|set|signed up|coming in|supposed)|(?:my|our|old|current|original) (?:\w+ )?(?:appointment|booking|reservation|slot|visit)|my (?:\w+ )?(?:is|was) (?:for|on|at)|(?:currently|originally))\b/;
const subject = new RegExp(
  `^(?:i|we|you|he|she|they|it|that|there|everybody|everyone|somebody|someone|nobody|anybody|y'all)(?:'\\w+)?\\b|^(?:my|our|his|her|their|the|your|this|that) (?!T)(?:\\w+'(?:s|ll|d|re)\\b|\\w+(?: \\w+)? (?:${finite.source.slice(1, -1)})(?= |$))|^T is\\b`,
);
/** Words that may stand before a time in an answer of a few words. */
const plain =
  /^(?:(?:at|on|in|for|by|around|about|maybe|the|a|an|any|some|sometime|time|day|morning|probably|ideally|preferably|definitely|really|very|it's|its|is|are|or|either|next|this|coming|early|late|only|both|of|let|me|us|see|say|from|between|first|thing|T|gosh|hmm|hm|honestly|i|guess|think|suppose|week|date|then|to|with|go|do|take|prefer|need|want|appointment|thinking|tuesday|thanks|thank|you|anything|anytime|something|somewhere|there|here|hang|hold|on|scratch|strike|that|what)(?: |$))*$/;

/** Words that say no more than that the caller thinks so. */
const aside =
  /\b(?:i|we) (?:guess|think|figure|suppose|believe|mean|reckon|know)(?= |$)|\b(?:you know|if (?:that's|it's) (?:okay|ok|all right|alright|fine))\b/g;

/** What the clause around a mention of a time says of it: that it is wished, or that something else is at that time. */
export function moodOf(tokens: readonly Token[], { at, next }: TokenSpan, times: readonly TokenSpan[]): Mood {
  const from = clauseAt(tokens, at);
  const end = clauseEnd(tokens, Math.max(next, at + 1));
  const textOf = (begin: number, stop: number) =>
    tokens
      .slice(begin, stop)
      .flatMap(({ kind, word }, index) => {
        const place = begin + index;
        const time = times.find((one) => place >= one.at && place < one.next);
        if (time && place !== time.next - 1) return [];
        if (time) return /'s$/.test(word) ? ["T is"] : ["T"];
        return kind === "mark" ? [] : [word];
      })
      .join(" ")
      .replace(fillers, "")
      .replace(aside, "")
      .trim();
  const text = textOf(from, end);
  if (under.test(text)) return "told";
  if (past.test(text) && !/\b(?:i|we) (?:was|were) (?:hoping|thinking|looking)\b/.test(text))
    return held.test(text) ? "held" : "told";
  if (/\btoo (?:late|early|soon|tight|long)\b/.test(text)) return "denied";
  if (denied.test(text)) return subject.test(text) ? "told" : "denied";
  if (
    /^(?:T )*T is (?!T\b|good|great|fine|best|better|perfect|okay|ok|ideal|free|open|all\b|alright|wonderful)/.test(
      text,
    )
  )
    return "told";
  if (held.test(text) && !/\b(?:i|we) (?:have|got|had|'ve got) (?:to|T|free|open)\b/.test(text)) return "held";
  if (wishes.test(text) || /^(?:it's|it is) T\b/.test(text)) return "wish";
  if (subject.test(text)) return "told";
  return plain.test(textOf(from, at)) ? "wish" : "told";
}

/** "Friday no wait that's inventory day": words of correction behind a value, and none in its place. */
export function isTakenBack(behind: string): boolean {
  const [, rest] =
    correction.exec(
      behind.replace(
        /\bsorry (?:about|for) (?:that|the|all)\b|\bno (?:rush|hurry|need|problem|worries|later|earlier)\b/g,
        "",
      ),
    ) ?? [];
  return (
    rest !== undefined &&
    (/\b(?:that|it|then|there|this|other|different|not|\w+n't)\b/.test(rest) || !/\w/.test(rest.replace(cues, "")))
  );
}
const cues = /\b(?:no|nope|nah|wait|sorry|er|scratch|hang on|hold on|oops|actually|shoot|um|uh)\b/g;
const correction =
  /\b(?:no|nope|nah|wait|sorry|er|scratch|hang on|hold on|oops|actually|shoot|duh|oh no|never ?mind)\b(.*)$/;

/** A line of the caller, and what the agent had said before it. */
export interface HeardLine {
  text: string;
  question: string;
}

/** What the caller's lines come to, for one kind of value. */
export interface KindClaims {
  /** Whether what was booked or read back is what they come to. Undefined if nobody can tell. */
  weigh(value: string, lines: readonly HeardLine[], calendar?: Calendar): "same" | "different" | undefined;
  /** It as text: several values if any of them will do. Undefined if nobody can tell. */
  stands(lines: readonly HeardLine[], calendar?: Calendar): readonly string[] | undefined;
}

/** Words by which people put right what they have said. */
const strong = wordSet("no nope nah sorry wait er erm mean meant scratch hang hold correction oops shoot actually");
const weak = wordSet("but make gosh now instead rather well hmm hm say better ugh");

/** Whether words of correction stand between two places; `sure`: such as say nothing else. */
export function isCorrected(tokens: readonly Token[], { at, next }: TokenSpan, { sure = false } = {}): boolean {
  return tokens.slice(at, next).some(({ word }) => strong.has(word) || (!sure && weak.has(word)));
}

/** Words by which callers say that they are not sure. */
export const doubt =
  /\bwhat (?:do|does|should|would) (?:people|you|i|we|they)\b(?! have\b)|\bshould i\b|\b(?:maybe|might be|not (?:really |quite |too )?sure|or something|(?:don't|can't) (?:know|remember|recall)|(?:could|may) (?:\w+ly |well )?be|i (?:want to|wanna) say|mak(?:e|ing) (?:that|it|this) up|don't quote me|if i (?:remember|recall)|if i(?:'m| am) not mistaken|off the top of my head|(?:just |wild |only )(?:a )?guess(?:ing)?|not (?:a hundred percent|100|certain|positive)|who knows|no idea|something like that)\b/i;
