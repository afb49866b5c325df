import type { SlotKindName } from "../../../slots/slot.ts";
import { readAll, sliceOf, type TokenSpan } from "../../../text/reading.ts";
import { sentencesOf, type Token, tokensOf, without } from "../../../text/tokens.ts";
import type { ReadText } from "../../locale.ts";
import { streetTypes } from "../address/street-words.ts";
import { inaudible } from "../answers/answers.ts";
import { findSpelled, lettersOf } from "../letters/spelled-letters.ts";
import { namesOf } from "../name/heard-names.ts";
import { opensWithHomophone, readTight } from "../numbers/digit-run.ts";
import { changedBeside } from "./beside.ts";
import { heardOfTime, unsettledTime } from "./times.ts";
import { daysOf, directionsOf, halvesOf, hoursOf, numbersOf, unitsOf } from "./words.ts";

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

/** Without "apartment two oh three" and "exit 14", which are not part of a number or a code. */
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

export const twoWays =
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
  const read = kind === "time" && said.by === "caller" ? { ...said, text: heardOfTime(said) } : said;
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
  return unsettledTime(read, scope, text) ?? correctedBehind(kind, read);
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
