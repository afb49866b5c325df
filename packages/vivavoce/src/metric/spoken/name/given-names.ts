import { readSpelled } from "../letters/spelled-letters.ts";
import type { FoundValue } from "../slots/slot-kind.ts";
import { sliceOf, startsUpper, type Token, tokensOf, usesCapitals, wordsAt } from "../text/tokens.ts";
import { normaliseName } from "./name.ts";
import { noNames, titles } from "./stop-words.ts";

/** Words after which a name comes. `sure`: nothing else can; the others need a capital, or the question for a name. */
const leads: readonly { words: readonly string[]; sure: boolean; asked?: true }[] = [
  { words: ["name", "is"], sure: true },
  { words: ["name's"], sure: true },
  { words: ["call", "me"], sure: true },
  { words: ["go", "by"], sure: true },
  { words: ["under", "the", "name"], sure: true },
  { words: ["this", "is"], sure: false },
  { words: ["i'm"], sure: false },
  { words: ["i", "am"], sure: false },
  { words: ["it's"], sure: false, asked: true },
  { words: ["it", "is"], sure: false, asked: true },
  { words: ["that's"], sure: false, asked: true },
];
const beforeAnswer = new Set(
  "uh um yes yeah sure okay ok hi hello well oh yep of course it's it is that's , . - … so no".split(" "),
);
const mostWords = 4;

/** The name that a caller gives: "my name is …", "this is …", "… speaking", or alone where it was asked for. */
export function findGivenNames(text: string, { asked }: { asked: boolean }): FoundValue[] {
  const tokens = tokensOf(text);
  const strict = usesCapitals(tokens);
  const found: FoundValue[] = [];
  for (const at of tokens.keys()) {
    const lead = leads.find(({ words, asked: only }) => (asked || !only) && wordsAt(tokens, at, words));
    // "my wife's name is Ana" names somebody else.
    if (!lead || (lead.words[0]?.startsWith("name") && tokens[at - 1]?.word.endsWith("'s"))) continue;
    const read = readName(tokens, at + lead.words.length, { strict: strict || !(lead.sure || asked) });
    if (read) found.push(foundOf(text, tokens, read));
  }
  const signed =
    found.length === 0 ? (readSigned(tokens) ?? (asked ? readAnswer(tokens, strict) : undefined)) : undefined;
  return signed ? [foundOf(text, tokens, signed)] : found;
}

interface NameSpan {
  at: number;
  next: number;
}

function foundOf(text: string, tokens: readonly Token[], { at, next }: NameSpan): FoundValue {
  const said = sliceOf(text, tokens, at, next);
  const start = tokens[at]?.start ?? 0;
  return { text: said, value: normaliseName(said) ?? "", start, end: start + said.length };
}

/** "Maria Lopez, L-O-P-E-Z": words that can be a name, and their spelling. */
function readName(tokens: readonly Token[], at: number, { strict }: { strict: boolean }): NameSpan | undefined {
  let next = at;
  let words = 0;
  while (words < mostWords) {
    const token = tokens[next];
    if (!token || readSpelled(tokens, next) || !(isNameWord(token, strict) || titles.has(token.word))) break;
    words += titles.has(token.word) ? 0 : 1;
    next = skipJoint(tokens, next + 1, token);
  }
  // A hyphen or a full stop that nothing followed is no part of it.
  while (next > at && tokens[next - 1]?.kind === "mark") next -= 1;
  const spelled = readSpelling(tokens, next);
  if (words === 0 && !spelled) return undefined;
  return { at, next: spelled ?? next };
}

export function isNameWord(token: Token, strict: boolean): boolean {
  return token.kind === "word" && !noNames.has(token.word) && (!strict || startsUpper(token));
}

/** "Mary-Jane", "Mr. Smith", "J. Smith" */
function skipJoint(tokens: readonly Token[], at: number, before: Token): number {
  const mark = tokens[at];
  if (mark?.text === "-" && !mark.gap && !tokens[at + 1]?.gap) return at + 1;
  return mark?.text === "." && (titles.has(before.word) || before.word.length === 1) ? at + 1 : at;
}

/** The token after a spelling that follows a name: ", that's L-O-P-E-Z". */
function readSpelling(tokens: readonly Token[], at: number): number | undefined {
  let from = at;
  while (from < at + 4 && /^(?:[,.-]|that's|that|is|it's|spelled|spelt|and)$/.test(tokens[from]?.word ?? "")) from += 1;
  return readSpelled(tokens, from)?.next;
}

/** "Maria speaking", "Dave here" */
function readSigned(tokens: readonly Token[]): NameSpan | undefined {
  const end = tokens.findIndex(({ word }, index) => index > 0 && (word === "speaking" || word === "here"));
  if (end === -1) return undefined;
  let at = end;
  while (at > 0 && end - at < mostWords && isNameWord(tokens[at - 1] ?? noToken, true)) at -= 1;
  return at < end ? { at, next: end } : undefined;
}

const noToken: Token = { kind: "mark", text: "", word: "", start: 0, end: 0, gap: false };

/** A bare answer: "Uh, Maria Lopez.", "Sure thing, Maria Lopez." */
function readAnswer(tokens: readonly Token[], strict: boolean): NameSpan | undefined {
  for (const [clause, from] of clauseStarts(tokens).entries()) {
    let at = from;
    while (at < from + 8 && beforeAnswer.has(tokens[at]?.word ?? "") && !readSpelled(tokens, at)) at += 1;
    const read = clause === 0 || strict ? readName(tokens, at, { strict }) : undefined;
    const after = tokens[read?.next ?? at];
    // What goes on in the same breath was a sentence, not a name.
    if (read && (!after || after.kind === "mark" || /^(?:and|here|speaking|with|from)$/.test(after.word))) return read;
  }
  return undefined;
}

const mostClauses = 3;

function clauseStarts(tokens: readonly Token[]): number[] {
  const pauses = tokens.flatMap(({ text }, index) => (text === "," || text === "." ? [index + 1] : []));
  return [0, ...pauses.slice(0, mostClauses - 1)];
}
