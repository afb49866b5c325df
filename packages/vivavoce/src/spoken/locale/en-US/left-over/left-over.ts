import type { FoundValue, SlotKindName } from "../../../slots/slot.ts";
import { readAll, sliceOf, type TokenSpan } from "../../../text/reading.ts";
import { sentencesOf, type Token, tokensOf, without } from "../../../text/tokens.ts";
import type { ReadText } from "../../locale.ts";
import { streetTypes } from "../address/street-words.ts";
import { inaudible } from "../answers/answers.ts";
import { findSpelled, lettersOf } from "../letters/spelled-letters.ts";
import { namesOf } from "../name/heard-names.ts";
import { opensWithHomophone, readTight } from "../numbers/digit-run.ts";
import { withoutAsides } from "../time/asides.ts";
import { isBound } from "../time/time-kind.ts";
import { changedBeside, daysOf, directionsOf, halvesOf, hoursOf, numbersOf, unitsOf } from "./words.ts";

/** The words that matter to each kind of value. A kind that is not listed has none. */
const wordsOfKind: { readonly [Kind in SlotKindName]?: (tokens: Token[], values: string[]) => TokenSpan[] } = {
  phone: placelessNumbers,
  email: (tokens, values) => [...placelessNumbers(tokens, values), ...lettersOf(tokens, values)],
  zip: placelessNumbers,
  address: (tokens, values) => [
    ...newNumbers(tokens, values),
    ...halvesOf(tokens),
    ...unitsOf(tokens),
    ...directionsOf(tokens, values),
    ...lettersOf(tokens, values),
  ],
  name: (tokens, values) => [...lettersOf(tokens, values), ...namesOf(tokens, values)],
  time: (tokens) => [...daysOf(tokens), ...hoursOf(tokens)],
};

/** Without "apartment two oh three" and "exit 14", which are no part of a number or a code. */
function placelessNumbers(tokens: Token[], values: string[]): TokenSpan[] {
  return newNumbers(tokens, values).filter(({ at }) => !places.test(tokens[at - 1]?.word ?? ""));
}

const places =
  /^(?:apartment|apt|unit|suite|room|lot|slip|floor|building|gate|exit|route|highway|interstate|marker|pier|dock|hangar|bay|trailer|stall|door|level|slot|locker|bed|pump|aisle)(?:'s)?$/;

function newNumbers(tokens: Token[], values: string[]): TokenSpan[] {
  const groups = values.flatMap((value) => [value, ...(value.match(/\d+/g) ?? []).flatMap(groupsOf)]);
  // Two digits are too few to tell that they repeat the ends of a number.
  const repeats = (group: string, digits: string) =>
    group === digits || (digits.length > 2 && (group.startsWith(digits) || group.endsWith(digits)));
  // "Twenty four, twenty four forty five Ansel": the beginning of the value, said before it.
  const begins = (next: number) => tokens[next]?.text === "," && tokens[next + 1]?.text === "\uFFFC";
  const isAgain = (at: number, digits: string) => tokens[at - 1]?.word === "that's" && values[0]?.endsWith(digits);
  return numbersOf(tokens).filter(
    ({ at, digits, next }) =>
      !isAgain(at, digits) &&
      !groups.some((group) => repeats(group, digits) || (begins(next) && group.startsWith(digits))),
  );
}

/** The parts of a phone number, by which people repeat it; of another number, only the whole and its ends. */
function groupsOf(digits: string): string[] {
  const [, area = "", exchange = "", line = ""] = /(\d{3})(\d{3})(\d{4})$/.exec(digits) ?? [];
  return [digits, area + exchange, area, exchange + line, exchange, line];
}

const twoWays =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|hundred|thousand|twelve|eleven|oh|\d+) (?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety) (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b/i;

/** Words by which people put right what they have just said. */
const correction =
  /\b(?:wait|sorry(?! (?:about|for|to|i))|scratch that|strike that|(?:start|starting|begin) (?:over|again|fresh)|(?:try|do|say) (?:that|it|this) (?:again|over)|from the (?:top|beginning|start)|take two|(?:that|it)'s (?:wrong|not (?:right|it|the one))|actually|(?<!thinks? |thought )i mean|i meant|make (?:that|it)|correction|rather|hold on|hang on|no no|let's (?:say|make)|my bad|oops|excuse me)\b|\bi (?:said|told you|gave you|wrote|put)\b[^,.;]*[,.;](?: but| and)? (?:it's|it is|it should be)\b|[,.;…—–-]\s*(?:oh,? )?well,|(?:^|[,.;…—–-])\s*(?:no|nope|nah)\b(?=\s*[,.;…—–-]|\s+(?:it's|that's|the|i)\b)/i;

/**
 * The words of a text that matter to a kind of value and that its reader did not use: "apartment 108" behind an address
 * of which only the building was read. What was read is then not the whole, and must not be compared. Undefined if
 * nothing is left over.
 */
export function leftOver(kind: SlotKindName, said: ReadText): string | undefined {
  const words = wordsOfKind[kind];
  if (!words) return undefined;
  const again = hour.test(said.known ?? "") ? sameHour : /(?!)/g;
  const heard = () => withoutAsides(said.text.replace(again, (phrase) => "\uFFFC".repeat(phrase.length)));
  const read = kind === "time" && said.by === "caller" ? { ...said, text: heard() } : said;
  const scope = inScope(kind, read);
  const text = withoutUsed(kind, read, scope);
  const tokens = tokensOf(text);
  const values = [...read.own.map(({ value }) => value), ...(read.known === undefined ? [] : [read.known])];
  const [first] = words(tokens, values).toSorted((one, other) => one.at - other.at);
  if (first) return sliceOf(text, tokens, first);
  if (read.by !== "caller") return undefined;
  // "Capital M" begins a spelling.
  if (kind === "name" && read.own.some(({ value }) => /^(?:capital )?[a-z]$/.test(value))) return read.text.trim();
  const unheard = inaudible.exec(scope)?.[0];
  if (unheard !== undefined) return unheard;
  const theirs =
    kind === "name"
      ? /\b(?:hers|theirs|(?:under|use|in) (?:his|their)(?: name)?|use (?:my|our) \w+'s|either|calls? me|go(?:es)? by|known as|or (?:me|my|mine|her|his|him|our))\b(?!(?: instead)?[\s,]*\uFFFC)/i.exec(
          text,
        )
      : undefined;
  if (theirs && read.own.length > 0) return theirs[0];
  // "One twenty first street" may be number 1 or number 120.
  const split = kind === "address" && read.own.length > 0 ? twoWays.exec(read.text)?.[0] : undefined;
  if (split !== undefined) return split;
  // "For eleven Dorset Road" may be number 411 or number 11.
  if (kind === "address" && read.asked && opensWithHomophone(tokensOf(read.text))) return read.text.trim();
  if (kind !== "time") {
    const last = read.own.at(-1);
    const places = kind === "address";
    // Whoever repeats the value changes nothing about it.
    const digits = kind !== "name" && read.known !== undefined;
    // Without a value, digits of the known one may be changed: "swap the last two".
    const isOpen = last ? last.value !== read.known : digits;
    const changed = isOpen ? changedBeside(text, { kind, end: last?.end }) : undefined;
    return correctedBehind(kind, read) ?? (places ? fragmentBehind(read) : undefined) ?? changed;
  }
  return (
    mixedTimes(read.text, read.own) ??
    condition.exec(text)?.[0] ??
    toldAround(scope, read) ??
    correctedBehind(kind, read)
  );
}

/** The text without its used parts. A whole value takes back what stood before a word of correction. */
function withoutUsed(kind: SlotKindName, { own, others, text: said, by }: ReadText, scope: string): string {
  // An address has read the ZIP code behind it, though it leaves it to be found.
  const used = own.map((value) => ({ ...value, end: Math.max(value.end, value.start + value.text.length) }));
  const text = without(scope, [...used, ...others]);
  const last = own.at(-1);
  const before = last && by === "caller" ? said.slice(0, last.start) : "";
  const word = [...before.matchAll(corrections)].at(-1);
  // "Is it oh three, no, oh five, five three seven oh five": what is settled at last counts.
  const isSettled = kind === "zip" || kind === "email" || (kind === "phone" && last?.value.startsWith("+"));
  return word ? without(text, [{ start: 0, end: isSettled ? before.length : word.index + word[0].length }]) : text;
}

/** The sentences that may be about the value: all of an answer, otherwise those that hold it or put it right. */
function inScope(kind: SlotKindName, { text, own, asked, by }: ReadText): string {
  if (by === "booking" || ((asked || kind === "name") && by === "caller")) return text;
  const others = sentencesOf(text)
    .map(({ text: sentence, start }) => ({ sentence, start, end: start + sentence.length }))
    .filter(
      ({ sentence, start, end }) =>
        !own.some((value) => value.start < end && value.end > start) &&
        !(by === "caller" && correction.exec(sentence.trim())?.index === 0),
    );
  return without(text, others);
}

/** Words of a sentence, of politeness, or that tell where a house stands: what they stand in is no part of an address. */
const notPart =
  /^(?:i|\w+'(?:ll|re|ve|d|m)|(?:he|she|who|what|where|here|how|let|everything)'s|it|from|easy|hard|simple|remember|believe|with|it's|its|that|that's|there|there's|they|he|she|is|are|isn't|was|has|have|had|we|we're|you|your|can|could|would|will|do|does|did|don't|and|but|so|because|since|if|when|near|by|off|behind|across|next|close|between|past|around|on|which|where|who|what|zip|postal|phone|name|got|need|sorry|no|not|wait|actually|scratch|make|mean|oops|correction|rather|hold|hang|like|went|came|said|says|told|goes|comes|lives|calls|called|knows|thinks|gets|keeps|takes|works|always|everybody|everyone|people|nobody|usually|open|closed|paid|fell|broke|died|took|made|ran|gave|drove|saw|(?!building|landing|crossing|opening|parking|wing)\w{2,}ing|(?!gated|detached|attached|raised|shed)\w{3,}ed)$/;
const polite =
  /^(?:please|thanks|thank|you|yes|yeah|yep|okay|ok|sure|ma'am|sir|right|correct|um|uh|alright|all|over|here|though|now|instead|too|again|yup|bye|hello|hi)$/;

/** A clause behind the address that is not a sentence: "lower level", "back house". It may be a part of it. */
function fragmentBehind({ text, own, others }: ReadText): string | undefined {
  const last = own.at(-1);
  if (!last) return undefined;
  const end = Math.max(last.end, last.start + last.text.length);
  const behind = without(text.replaceAll("’", "'"), others)
    .slice(end)
    .replace(/^[\s.…—–-]+/, "");
  const [sentence] = sentencesOf(behind);
  const found = [...(sentence?.text ?? "").matchAll(clauses)].map(([clause]) => clause);
  return found
    .find((clause) => {
      const tokens = tokensOf(clause);
      // Numbers have been looked at; a single digit may be that of a unit.
      const numbers = readAll(tokens, (at) => readTight(tokens, at)).filter(({ digits }) => digits.length > 1);
      const read = [...findSpelled(tokens), ...numbers];
      const words = tokens.flatMap(({ kind, word }, at) =>
        kind === "mark" || streetTypes.has(word) || read.some((run) => at >= run.at && at < run.next) ? [] : [word],
      );
      return (
        words.some((word) => !polite.test(word)) &&
        !words.some((word) => notPart.test(word)) &&
        !clause.includes("\uFFFC")
      );
    })
    ?.trim();
}

/** Words behind "sorry" that say more than that: "sorry, I work then". */
const rejects =
  /\b(?:have|has|got|work\w*|busy|can't|cannot|won't|not|no|other|later|earlier|after|before|next|last|different|wrong|instead|meant?|rather|then|that)\b|'ve\b/i;

/** A word of correction behind the last value, and what follows it. */
function correctedBehind(kind: SlotKindName, { text, own, others }: ReadText): string | undefined {
  const end = own.at(-1)?.end;
  if (end === undefined) return undefined;
  const rest = without(text.replaceAll("’", "'"), others).slice(end);
  const word = correction.exec(rest);
  if (!word) return undefined;
  const behind = rest.slice(word.index + word[0].length);
  if (kind === "time" && /^sorry/i.test(word[0]) && !rejects.test(behind)) return undefined;
  return tokensOf(behind).some(({ kind }) => kind !== "mark")
    ? (word[0] + behind).trim().replace(/^\W+/, "")
    : undefined;
}

const corrections = new RegExp(correction, "gi");
const clauses = /[^,.;!?]+/g;

/** What people say beside a time that they want. With any other word, a clause may tell why they cannot. */
const wished = new RegExp(
  `^(?:(?:${[
    "(?:can|could|will|would|do|does|might) (?:you|we|it|that|they|i|someone|somebody)",
    "(?:would|will|does|do|could|should|that'd|it'd|that'll|it'll|to|can) (?:be|work|do|suit|come)",
    "(?:come|be|get|make it|send|have)(?: (?:me|someone|somebody|him|her|them|anyone|anybody|a (?:guy|tech|technician)))?(?: (?:out|over|around|here|there))*",
    "(?:i'm|i am|we're|we are|i'll be|we'll be) (?:at|free|open|available|home|here|around|good|flexible|thinking|hoping|looking)",
    "(?:someone|somebody|anyone|anybody|you|him|her|them|a (?:guy|tech|technician))(?: (?:out|over))?",
    "i'd|i would|we'd|i'll|we'll|i|we|you|it|it's|that|that's|this|these|those|they|there|here|let's|let us",
    "push|bump|slide|shift|switch|back|up|forward|like|love|prefer|rather|want|need|take|have|do|make|say|go with|go for|try|book|schedule|put|change|move|keep|mean|said|meant",
    "is|are|'s|would|could|can|will|does|works|suits|sounds|looks|seems|good|great|fine|best|better|perfect|okay|ok|ideal|nice|wonderful|free|open|available",
    "how|what|about|any|anything|anytime|some|sometime|someone|something|sharp|only|just|either|or|and|then|the|a|an|one|on|at|in|for|to|of|with|early|late|around|me|us|my|your|you guys|day|time|week|appointment|slot|opening|visit|instead|otherwise|really|probably|ideally|preferably|possible|possibly|definitely|actually|also|still|again|too|soon",
    "if (?:you can|possible|(?:you|you guys|y'all|they|the \\w+) (?:have|'?ve got|got) (?:it|one|anything|something|room|time|space)|(?:that|this|it|everybody|everyone) (?:works|fits|suits)|(?:that|this|it)(?:'s| is) (?:all right|okay|ok|fine|possible|available|cool|a thing|good|not too (?:early|late|much))|(?:you|you're|they|they're|the \\w+|somebody|someone|he|she|anybody)(?: is|'s| are| were)? (?:free|around|available|open))(?: (?:for|with) (?:you|them|y'all|everybody))?",
    "for (?:me|us|him|her|them|you|it|mine|ours|my|the|our|his|a|an) ?(?:(?!other|others|old|new|first|next|last|second|same|day|time|\\w+day|weeks?|one\\b)[a-z'-]{3,})?",
    "all (?:day|morning|afternoon|evening|night)(?: long)?|(?:(?:the|my|our) )?\\w+ (?:told (?:me|us)|said|says)|(?<!\\b(?:they|he|she|i|(?<!(?:can|could|should|shall) )we) )(?:pick|drop|get|call|ring|phone|meet|see|bring|deliver|fix|install|clean|start|begin|finish|arrive|show up|head over|shoot for|aim for|stick with|settle on|plan on|call it|lock in|pencil|squeeze|fit)(?: (?:it|that|us|me|him|her|them))?(?: (?:in|up|off|over|down))?",
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
const vague = /\b(?:early|late)(?:-?ish)?\b(?! (?:morning|afternoon|evening|night|in the))/i;

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
