import type { FoundValue } from "../../../slots/slot.ts";
import {
  foundAt,
  matchAt,
  phraseAt,
  phrasesFor,
  readAll,
  skipWords,
  sliceOf,
  type TokenSpan,
  wordSet,
} from "../../../text/reading.ts";
import { startsUpper, type Token, tokensOf, usesCapitals } from "../../../text/tokens.ts";
import { opensHint, readHint, readSpelled } from "../letters/spelled-letters.ts";
import { soundOf } from "./may-be-same.ts";
import { normaliseName } from "./name.ts";
import { noNames, relatives, titles } from "./stop-words.ts";

/**
 * Words before a name. `sure`: nothing else can follow; `likely`: a name if it has a capital; `asked`: a name if it was
 * asked for, or after a greeting.
 */
const leads = phrasesFor([
  [
    "sure",
    "name is, name's, call me, go by, under the name, put under, put it under, put that under, book it under, make it out to, behalf of",
  ],
  ["likely", "put, put down, it's under, this is, talking to, speaking with, speaking to, i'm, i am"],
  // Some recognisers write no apostrophes.
  ["asked", "it's, it is, that's, its, thats"],
]);
const forRelative = new RegExp(`^(?:for|under) (?:my|our) ${relatives.source} ?,?(?= )`);
/** Words behind which only a capital tells that a name follows: "bill me as", "the visit's for", "use hers instead,". */
const capitalLeads =
  /^(?:(?:book|mark|bill|list|file|enter|register|schedule|write|have|got|know|save|set|keep|label|reserve|do|leave|change|switch|put) (?:me|it|that|this|us|him|her|them)(?: down)? (?:as|under|to)|(?:(?:appointment|booking|visit|reservation|account|order|ticket|it|that|this|everything|lesson|job|work|service|one)(?:'s| is)|goes|should be|needs to be|calling|booking|scheduling) (?:for|under|in the name of)|(?:put|use|make it|(?:change|switch|move) (?:it|that) to) (?:my|our|his|her) \w+(?:'s(?: name)?)?(?: instead)? ?,|use (?:his|hers|theirs|mine|ours|her name|his name|my name)(?: instead)? ?,|(?:please|just|and) (?:write|use|say)|make it|make that|(?:in|under) (?:my|his|her|our|their) (?:\w+'s |\w+ )?name ?,?)(?= )/;
const beforeAnswer = wordSet(
  "nope nah then just for me myself uh um yes yeah sure okay ok hi hello well oh yep of course it's it is that's , . - … so no",
);
const mostWords = 4;

/** The name that a caller gives: "my name is …", "this is …", "… speaking", or alone where it was asked for. */
export function findGivenNames(text: string, { asked }: { asked: boolean }): FoundValue[] {
  const tokens = tokensOf(text);
  const strict = usesCapitals(tokens);
  const parts = readNamedParts(text, tokens, strict);
  if (parts) return [parts];
  const spans = [...tokens.keys()].flatMap((at) => readLed(tokens, at, { strict, asked }) ?? []);
  const found = spans.length > 0 ? spans : (readSigned(tokens) ?? (asked ? readAnswer(tokens, strict) : undefined));
  const named = [found ?? []].flat().map((span) => saidInFull(tokens, span, strict));
  const all = [...named, ...readCorrected(tokens, named.at(-1), strict)];
  // "My wife's name is Ana" alone names somebody else.
  return all.some(({ other }) => !other) ? all.map((span) => asHinted(foundOf(text, tokens, span), span, tokens)) : [];
}

/** "Smith with a Y" is Smyth: the one way to write that letter in the name so that it sounds the same. */
function asHinted(found: FoundValue, { next }: NameSpan, tokens: readonly Token[]): FoundValue {
  const [hint] = [next, next + 1].flatMap((at) => readHint(tokens, at) ?? []);
  const words = found.value.split(" ");
  if (!hint || hint.fits(found.value)) return found;
  const written = words.flatMap((word, index) =>
    [...word].flatMap((_, at) => {
      const other = word.slice(0, at) + hint.letters + word.slice(at + 1);
      const value = words.with(index, other).join(" ");
      const alike = hint.letters === "" ? hint.fits(value) : soundOf(other) === soundOf(word);
      return other !== word && alike ? [value] : [];
    }),
  );
  const [value] = written;
  return value !== undefined && new Set(written).size === 1
    ? { ...found, value, end: tokens[hint.next - 1]?.end ?? found.end }
    : found;
}

/** "Tom. Tom Okafor.": a name that is said again with more of it. */
function saidInFull(tokens: readonly Token[], span: NameSpan, strict: boolean): NameSpan {
  const again = tokens[span.next]?.kind === "mark" ? readName(tokens, span.next + 1, strict) : undefined;
  const isLonger = again !== undefined && again.next - again.at > span.next - span.at;
  return isLonger && tokens[again.at]?.word === tokens[span.at]?.word ? { ...again, other: span.other } : span;
}

/** The name behind words that lead in one, if any stand at a place. */
function readLed(
  tokens: readonly Token[],
  at: number,
  { strict, asked }: { strict: boolean; asked: boolean },
): NameSpan | undefined {
  const capital = strict ? matchAt(tokens, at, capitalLeads) : undefined;
  const phrase = phraseAt(tokens, at, leads);
  const sure = phrase?.means === "sure" ? phrase : undefined;
  const lead = (asked ? matchAt(tokens, at, forRelative) : undefined) ?? sure ?? capital ?? phrase;
  if (!lead || (lead === phrase && phrase.means === "asked" && !asked && !isGreeted(tokens, at))) return undefined;
  const free = sure !== undefined || asked;
  const read = readName(tokens, lead.next, strict || (!free && !isCalling(tokens, lead.next)));
  const other = /^name/.test(tokens[at]?.word ?? "") && /^(?:her|his|their)$|'s$/.test(tokens[at - 1]?.word ?? "");
  return read && { ...read, other };
}

/** "Hi, it's …" */
function isGreeted(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text === "," ? at - 2 : at - 1;
  return /^(?:hi|hey|hello)$/.test(tokens[before]?.word ?? "");
}

/** "maria calling", "dave miller from next door": a name even in small letters. */
function isCalling(tokens: readonly Token[], at: number): boolean {
  const end = tokens.slice(at, at + 3).findIndex(({ word }) => /^(?:calling|from|here|speaking)$/.test(word));
  return end > 0;
}

interface NameSpan extends TokenSpan {
  /** Where the name ends and where its spelling begins, if something stands between: "Kathy with a C, C-A-T-H-Y". */
  gap?: TokenSpan;
  /** Whose name it is: not the caller's own. */
  other?: boolean | undefined;
}

function foundOf(text: string, tokens: readonly Token[], { at, next, gap }: NameSpan): FoundValue {
  const name = gap
    ? `${sliceOf(text, tokens, { at, next: gap.at })}, ${sliceOf(text, tokens, { at: gap.next, next })}`
    : sliceOf(text, tokens, { at, next });
  return foundAt(text, tokens, { at, next }, normaliseName(name) ?? "");
}

const partLeads = phrasesFor([
  ["first", "first name, given name, first name's"],
  ["last", "last name, family name, surname, last name's"],
]);

/** "last name Tran, first name Linh" */
function readNamedParts(text: string, tokens: readonly Token[], strict: boolean): FoundValue | undefined {
  const led = readAll(tokens, (at) => phraseAt(tokens, at, partLeads));
  const [first, last] = (["first", "last"] as const).map((part) => {
    const lead = led.find(({ means }) => means === part)?.next;
    return lead === undefined ? undefined : readName(tokens, skipWords(tokens, lead, afterLead, 1), strict);
  });
  if (!first && !last) return undefined;
  // "Jorgensen, first name Lars"
  const other = first && last ? undefined : readAnswer(tokens, strict);
  const [one, two] = [first ?? other, last ?? other ?? first];
  if (!one || !two || (one.at === two.at && one !== first)) return undefined;
  const names = [...new Set([one, two])].map((span) => normaliseName(sliceOf(text, tokens, span)) ?? "");
  const span = { at: Math.min(one.at, two.at), next: Math.max(one.next, two.next) };
  return foundAt(text, tokens, span, names.join(" "));
}

const afterLead = wordSet("is : 's");

/** "Maria Lopez, L-O-P-E-Z": words that can be a name, and their spelling. */
function readName(tokens: readonly Token[], at: number, strict: boolean): NameSpan | undefined {
  let next = initialsAt(tokens, at, strict) ?? at;
  let words = next > at ? 1 : 0;
  while (words < mostWords) {
    const token = tokens[next];
    if (!token || readSpelled(tokens, next) || !(isNameWord(token, strict) || titles.has(token.word))) break;
    words += titles.has(token.word) ? 0 : 1;
    next = skipJoint(tokens, next + 1, token);
  }
  // "Banks the third"
  if (words > 0) next = matchAt(tokens, next, numbered)?.next ?? next;
  // A hyphen or a full stop that nothing followed is not part of it.
  while (next > at && /^(?:\W|hyphen|dash)$/.test(tokens[next - 1]?.word ?? "")) next -= 1;
  const hinted = words > 0 ? afterHint(tokens, next) : undefined;
  const run = hinted === undefined ? undefined : readSpelled(tokens, hinted);
  if (hinted !== undefined && run) return { at, next: run.next, gap: { at: next, next: hinted } };
  const spelled = readSpelling(tokens, next);
  if (words === 0 && !spelled) return undefined;
  return { at, next: spelled ?? next };
}

const numbered = /^(?:the (?:second|third|fourth|fifth)|junior|senior|jr|sr)/;

/** The token behind "T J" in "T J Morrow"; "L E E Lee" is a spelling. */
function initialsAt(tokens: readonly Token[], at: number, strict: boolean): number | undefined {
  const { next = -1, letters = "" } = readSpelled(tokens, at) ?? {};
  return letters.length < 4 && isNameWord(tokens[next], strict) && tokens[next]?.word !== letters ? next : undefined;
}

export function isNameWord(token: Token | undefined, strict: boolean): boolean {
  return token?.kind === "word" && !noNames.has(token.word) && (!strict || startsUpper(token));
}

/** "Mary-Jane", "Mr. Smith", "J. Smith" */
function skipJoint(tokens: readonly Token[], at: number, before: Token): number {
  const mark = tokens[at];
  if (/^(?:hyphen|dash)$/.test(mark?.word ?? "")) return at + 1;
  if (mark?.text === "-" && !mark.gap && !tokens[at + 1]?.gap) return at + 1;
  return mark?.text === "." && (titles.has(before.word) || before.word.length === 1) ? at + 1 : at;
}

/** The token behind "with a C," if letters may follow. */
function afterHint(tokens: readonly Token[], at: number): number | undefined {
  if (!opensHint(tokens, at)) return undefined;
  const mark = tokens.slice(at + 2, at + 6).findIndex(({ text }) => text === "," || text === "." || text === "-");
  return mark > 0 ? at + 2 + mark + 1 : undefined;
}

/** The token after a spelling that follows a name: ", that's L-O-P-E-Z". */
function readSpelling(tokens: readonly Token[], at: number): number | undefined {
  return readSpelled(tokens, skipWords(tokens, at, beforeSpelling, 6))?.next;
}

const beforeSpelling = wordSet(", . - that's that is it's spelled spelt and i'll i will let me can spell it");

/** "Maria speaking", "Dave here" */
function readSigned(tokens: readonly Token[]): NameSpan | undefined {
  const end = tokens.findIndex(({ word }, index) => index > 0 && (word === "speaking" || word === "here"));
  if (end === -1) return undefined;
  let at = end;
  while (end - at < mostWords && isNameWord(tokens[at - 1], true)) at -= 1;
  return at < end ? { at, next: end } : undefined;
}

const beforeCorrected = wordSet(", . it's that's it is");

/** "Dana Fisk, sorry, Dana Frisk": a whole name behind a word of correction. */
function readCorrected(tokens: readonly Token[], last: NameSpan | undefined, strict: boolean): NameSpan[] {
  if (!last) return [];
  // "Ann with no E" corrects nothing.
  const word = tokens.findIndex(
    ({ word: one }, at) =>
      at >= last.next && /^(?:sorry|wait|no|actually|mean|well|rather)$/.test(one) && !opensHint(tokens, at - 1),
  );
  const from = skipWords(tokens, word + 1, beforeCorrected, tokens.length);
  const read = word === -1 ? undefined : readName(tokens, from, strict);
  const isWhole = read !== undefined && read.next - read.at === last.next - last.at;
  const after = tokens[read?.next ?? 0];
  return isWhole && (!after || after.kind === "mark") ? [read] : [];
}

/** A bare answer: "Uh, Maria Lopez.", "Sure thing, Maria Lopez." */
function readAnswer(tokens: readonly Token[], strict: boolean): NameSpan | undefined {
  for (const [clause, from] of clauseStarts(tokens).entries()) {
    let at = from;
    while (at < from + 8 && beforeAnswer.has(tokens[at]?.word ?? "") && !readSpelled(tokens, at)) at += 1;
    const read = clause === 0 || strict ? readName(tokens, at, strict) : undefined;
    const after = tokens[read?.next ?? at];
    // If the line goes on without a pause, it was a sentence, not a name.
    if (read && (!after || after.kind === "mark" || afterAnswer.test(after.word))) return read;
  }
  return undefined;
}

const afterAnswer = /^(?:and|here|speaking|with|from|is|will|works|please|thanks|thank|but|on)$/;
const mostClauses = 3;

function clauseStarts(tokens: readonly Token[]): number[] {
  const pauses = tokens.flatMap(({ text }, index) => (text === "," || text === "." ? [index + 1] : []));
  return [0, ...pauses.slice(0, mostClauses - 1)];
}
