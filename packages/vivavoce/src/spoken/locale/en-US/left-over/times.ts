import type { FoundValue } from "../../../slots/slot.ts";
import { without } from "../../../text/tokens.ts";
import type { ReadText } from "../../locale.ts";
import { isBound } from "../time/time-kind.ts";

/** What a caller says of a time, with gaps for "same time" if it is known. */
export function heardOfTime({ text, known }: ReadText): string {
  const again = hour.test(known ?? "") ? sameHour : /(?!)/g;
  return text.replace(again, (phrase) => "\uFFFC".repeat(phrase.length));
}

/** Why a time is not settled by the words around it, if it is not. `text`: the part in scope with gaps for its values. */
export function unsettledTime(read: ReadText, scope: string, text: string): string | undefined {
  return mixedTimes(read.text, read.own) ?? condition.exec(text)?.[0] ?? toldAround(scope, read);
}

const clauses = /[^,.;!?]+/g;

/** What people say beside a time that they want. With any other word, a clause may tell why they cannot. */
const wished = new RegExp(
  `^(?:(?:${[
    "(?:can|could|will|would|do|does|might) (?:you|we|it|that|they|i|he|she|someone|somebody)",
    "(?:would|will|does|do|could|should|that'd|it'd|that'll|it'll|to|can) (?:be|work|do|suit|come)",
    "(?:come|be|get|make it|send|have)(?: (?:me|someone|somebody|him|her|them|anyone|anybody|a (?:guy|tech|technician)))?(?: (?:out|over|around|here|there))*",
    "(?:i'm|i am|we're|we are|i'll be|we'll be) (?:at|free|open|available|home|here|around|good|flexible|thinking|hoping|looking)",
    "(?:someone|somebody|anyone|anybody|you|him|her|them|a (?:guy|tech|technician))(?: (?:out|over))?",
    "i'd|i would|we'd|i'll|we'll|i|we|you|it|it's|that|that's|this|these|those|they|there|here|let's|let us",
    "push|bump|slide|shift|switch|back|up|forward|go|anywhere|from|between|like|love|prefer|rather|want|need|take|have|do|make|say|go with|go for|try|book|schedule|put|change|move|keep|mean|said|meant",
    "is|are|'s|would|could|can|will|does|works|suits|sounds|looks|seems|good|great|fine|best|better|perfect|okay|ok|ideal|nice|wonderful|free|open|available",
    "how|what|why not|about|it'd|that'd|it'll|that'll|any|anything|anytime|some|sometime|someone|something|sharp|only|just|either|or|and|then|the|a|an|one|on|at|in|for|to|of|with|early|late|around|me|us|my|your|you guys|day|time|week|appointment|slot|opening|visit|instead|otherwise|really|probably|ideally|preferably|possible|possibly|definitely|actually|also|still|again|too|soon",
    "if (?:you can|possible|(?:you|you guys|y'all|they|the \\w+) (?:have|'?ve got|got) (?:it|one|anything|something|room|time|space)|(?:that|this|it|everybody|everyone) (?:works|fits|suits)|(?:that|this|it)(?:'s| is) (?:all right|okay|ok|fine|possible|available|cool|a thing|good|not too (?:early|late|much))|(?:you|you're|they|they're|the \\w+|somebody|someone|he|she|anybody)(?: is|'s| are| were)? (?:free|around|available|open))(?: (?:for|with) (?:you|them|y'all|everybody))?",
    "for (?:me|us|him|her|them|you|it|mine|ours|my|the|our|his|a|an) ?(?:(?!other|others|old|new|first|next|last|second|same|day|time|\\w+day|weeks?|one\\b)[a-z'-]{3,})?",
    "all (?:day|morning|afternoon|evening|night)(?: long)?|(?:(?:the|my|our) )?\\w+ (?:told (?:me|us)|said|says)|(?:the|my|our) (?:\\w+ ){1,3}says|(?<!\\b(?:they|he|she|i|(?<!(?:can|could|should|shall) )we) )(?:pick|drop|get|call|ring|phone|meet|see|bring|deliver|fix|install|clean|start|begin|finish|arrive|show up|head over|shoot for|aim for|stick with|settle on|plan on|call it|lock in|pencil|squeeze|fit)(?: (?:it|that|us|me|him|her|them))?(?: (?:in|up|off|over|down))?",
    "class|session|lesson|meeting|tour|showing|ride|one|thing|guess|suppose|figure|think|hope|hopefully|obviously|honestly|basically|literally|gotta|got to|has to|have to|must|should|really|very|much|right|exactly|precisely|dot|sounds|though|now|bright and|nice and|or so|or thereabouts|give or take|to be (?:safe|sure|fair|honest)|folks|whoever|whatever works|ugh|shoot|huh|haha?|lol|gimme|give|looks? like",
    "please|thanks|thank you|yes|yeah|yep|sure|wait|sorry|well|oh|uh|um|hmm|okay|so|great|but|as long as|make",
  ].join("|")})(?= |$) ?)*$`,
);

/** A day or an hour that is told by something else: "the day my tenant gets back", "same time as last visit". */
const related =
  /\b(?:(?:the|that|same|this|one|my|a|last|first|next) (?:usual |very |last |first |only |working )*(?<!same )(?:day(?! off)|time|date|hour|week|weekday|month)\b(?!s? ago)|same (?:day|time|hour)\b(?=\W*\w)|usual\b|once (?!in )|-?ish\b)/i;
/** An hour that is told by something else. */
const relatedHour =
  /^\W*(?:just |right |only |sometime )?(?:before|after|until|till|while|whenever|when(?! (?:can|could|do|would|will|is|are)\b))\b/i;
const past = /\b(?:since|was|were|been|had|did|ago|\w+ed)\b/i;
/** "Same time", where an hour is known. */
const sameHour =
  /\b(?:(?:keep|at|for|but|and|just) )*(?:the )?same (?:time|hour)\b(?! (?:as|like|that|we|i|you|my)\b)|\bkeep the (?:time|hour)\b/gi;
/** Where in a day nobody says: "early-ish on Thursday". */
const vague = /(?<!\btoo |\bbright and )\b(?:early|late)(?:-?ish)?\b(?! (?:morning|afternoon|evening|night|in the))/i;

/** The first clause with a time that says more than that it is wanted: "I work mornings", "the Saturday after". */
function toldAround(said: string, { own, others }: ReadText): string | undefined {
  const line = said.replaceAll("’", "'");
  const text = without(line, [...own, ...others]);
  const isDay = own.length > 0 && own.every(({ value }) => !hour.test(value));
  for (const { 0: clause, index } of text.matchAll(clauses)) {
    const held = own.filter(({ start, end }) => start < index + clause.length && end > index);
    const holds = held.length > 0;
    if (isDay && (vague.test(clause) || (!holds && relatedHour.test(clause)))) return clause.trim();
    if (!holds && (!related.test(clause) || past.test(clause))) continue;
    // Whatever else is said of a time that is ruled out, it is not wanted.
    const isOut = holds && held.every(({ value }) => value.startsWith("not "));
    if (isOut && !/\b(?:but|except|only|unless|until|till|before|after|if)\b/i.test(clause)) continue;
    const words = clause.toLowerCase().match(/[a-z\d']+/g) ?? [];
    if (!wished.test(words.join(" "))) return line.slice(index, index + clause.length).trim();
  }
  return undefined;
}

const condition =
  /\b(?:unless|depend(?:s|ing)|assuming|provided|except if|(?:gotta|(?:have|got|need|want) to|let me|i'll|i should|i better) (?:just |first )?(?:ask|check|see|talk|think|run it|get back|confirm|call (?:you )?back))\b/i;

const preference = /\b(?:if (?:possible|not|you can't)|otherwise|preferably|ideally|failing that|or else|whatever)\b/i;

/** Words by which a later day takes the place of one before it. */
const decides =
  /\b(?:no|nope|not|but|so|then|wait|sorry|actually|mean|meant|make|rather|instead|scratch|let's|change|move|push|bump|switch|now|just|i'll|can we|could we|how about|what about|well|take|better)\b/i;

const hour = /\b(?:morning|afternoon|evening|night|at|between|after|before)\b/;

/** Several times of which nobody can tell which are meant together: "today if possible, otherwise tomorrow". */
function mixedTimes(line: string, found: readonly FoundValue[]): string | undefined {
  const times = found.filter((time) => !isBound(time));
  const choices = line.match(/\bor\b(?! (?:so|thereabouts|nothing|something)\b)/gi)?.length ?? 0;
  const hours = new Set(times.map(({ value }) => hour.test(value)));
  // Whether the morning of "Monday or Tuesday morning" is that of both days is anybody's guess.
  const mixed = choices > 0 && (times.length > choices + 1 || hours.size > 1);
  const days = new Set(times.flatMap(({ value }) => /\b\w+day\b/.exec(value) ?? []));
  // "I'm good Wednesday after four, I'm good Thursday whenever"
  const both = days.size > 1 && choices === 0 && /[,.;]/.test(line) && !decides.test(line);
  // "At four, no later than five": the hour counts, not the bound.
  const bounded =
    found.some((time) => isBound(time) && !/\bnot /.test(time.value)) && / at |^at /.test(times.at(-1)?.value ?? "");
  const isOpen = times.length > 1 && (mixed || both || preference.test(line));
  return isOpen || bounded ? line.trim() : undefined;
}
