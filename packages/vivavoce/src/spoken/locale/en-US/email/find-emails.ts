import type { FoundValue } from "../../../slots/slot.ts";
import { foundAt, matchAt, readAll, skipWords, wordMap, wordSet } from "../../../text/reading.ts";
import { soundsAlike, type Token, tokensOf, without } from "../../../text/tokens.ts";
import { isNegated } from "../answers/negation.ts";
import { exampleAfter, findSpelled, readHint, readLetter, readSpelled } from "../letters/spelled-letters.ts";
import { noNames } from "../name/stop-words.ts";
import { readGroup } from "../numbers/digit-group.ts";

/** Signs of an address, as they are said and written. */
const signs = wordMap("dot ., period ., point ., underscore _, dash -, hyphen -, minus -, plus +, . ., _ _, - -, + +");
const mostPieces = 24;

/** Part of an address, and the token after it. */
interface Part {
  text: string;
  next: number;
  isWord?: boolean;
}

const written = /[\w.+-]*\w@\w[\w-]*(?:\.\w[\w-]*)+/g;

/** Every e-mail address that a text writes, or says with "at" and "dot", letters one by one or by a word for each. */
export function findEmails(text: string): FoundValue[] {
  const found = Array.from(text.matchAll(written), ({ 0: email, index }) => {
    return { text: email, value: email.toLowerCase(), start: index, end: index + email.length };
  });
  // "then a dot, then lopez"
  const tokens = tokensOf(without(text, found)).filter(
    ({ word }, at, all) =>
      !(word === "a" && /^(?:then|and|,)$/.test(all[at - 1]?.word ?? "") && signs.has(all[at + 1]?.word ?? "")),
  );
  const said = readAll(tokens, (at) => readEmail(tokens, at));
  return [...found, ...said.map(({ value, ...span }) => foundAt(text, tokens, span, value))].toSorted(
    (one, other) => one.start - other.start,
  );
}

export function emailsIn(text: string): string[] {
  return findEmails(text).map(({ value }) => value);
}

/** The first e-mail address of a text in small letters. */
export function normaliseEmail(text: string): string | undefined {
  return findEmails(text)[0]?.value;
}

function readEmail(tokens: readonly Token[], at: number): { value: string; next: number } | undefined {
  const local = readParts(tokens, at);
  if (!local || !/^(?:at|@)$/.test(tokens[local.next]?.word ?? "")) return undefined;
  const domain = readDomain(tokens, local.next + 1);
  return domain && { value: `${local.text}@${domain.text}`, next: pastRemarks(tokens, domain.next) };
}

/** How an address is written, which is not part of it: "all one word", "in digits", "no dot". */
const remark =
  /^(?:(?:,|and|that's|it's|all|in|as|the|just|run|written) ?)*(?:(?:one|a single) word|together|lower ?case|small letters|(?:number|digit|numeral|figure)s?|no (?:(?:or |and |no )*(?:space|dot|period|underscore|dash|hyphen|capital|cap|number)s?\b ?)+(?: ?(?:in it|in there|in between|anywhere|at all))?|(?:like|the way) it(?:'s)? (?:sounds|spelled)|spelled out|caps (?:don't|doesn't) matter)(?=,| at| in|$)/;

/** The place behind remarks, and behind a comma before "at". */
function pastRemarks(tokens: readonly Token[], at: number): number {
  const past = matchAt(tokens, at, remark);
  if (past) return pastRemarks(tokens, past.next);
  return tokens[at]?.text === "," && /^(?:at|@|dot)$/.test(tokens[at + 1]?.word ?? "") ? at + 1 : at;
}

const pauses = wordSet(", and then");

/** Words, letters, digits and signs one behind the other; common words such as "it's" belong to the sentence. */
function readParts(tokens: readonly Token[], at: number): Part | undefined {
  let parts: Part[] = [];
  let fits = true;
  let next = at;
  while (parts.length < mostPieces) {
    const last = parts.at(-1);
    const hint = last && readHint(tokens, next);
    fits &&= hint?.fits(last?.text ?? "") ?? true;
    next = hint?.next ?? next;
    const isPause = /^(?:,|then)$/.test(tokens[next]?.word ?? "");
    // "b as in boy, then stone": a pause behind a letter means nothing. Behind a word, its letters may follow.
    const from = isPause && last ? skipWords(tokens, next, pauses, last.isWord ? 1 : 3) : next;
    const part = readPart(tokens, from);
    const again = isPause && last !== undefined && part !== undefined && soundsAlike(last.text, part.text);
    if (!part || (isPause && last?.isWord && !again && !signs.has(part.text))) break;
    // "carys, c a r y s", "t, o, b, y, toby"
    if (again && last.isWord) parts = parts.slice(0, -1);
    if (!again || last.isWord) parts.push(part);
    next = pastRemarks(tokens, (part.isWord ? exampleAfter(tokens, part.next) : undefined) ?? part.next);
  }
  const text = parts.map((part) => part.text).join("");
  return text === "" || signs.has(text.charAt(0)) || !fits ? undefined : { text, next };
}

/** Words that begin a sentence: "email maria at …". */
const verbs = wordSet("email mail write send reach contact put address use try");
/** Words that are an address, though they are not names: "hello at example dot com". */
const boxes = wordSet("hello hi help home repair service heat heating cooling gas booking city emergency");

function readPart(tokens: readonly Token[], at: number): Part | undefined {
  const token = tokens[at];
  const [before, after] = [tokens[at - 1]?.word ?? "", tokens[at + 1]?.word ?? ""];
  // "maria, underscore, lopez": a pause beside a sign means nothing.
  if (token?.text === "," && (signs.has(after) || signs.has(before))) return { text: "", next: at + 1 };
  const sign = signs.get(token?.word ?? "");
  // A full stop before a space ends a sentence.
  const ends = token?.kind === "mark" && tokens[at + 1]?.gap !== false;
  if (sign !== undefined && !ends) return { text: sign, next: at + 1 };
  const spelled = readSpelled(tokens, at) ?? readLetter(tokens, at);
  if (spelled) return { text: spelled.letters, next: spelled.next };
  const group = readGroup(tokens, at);
  if (group) return { text: group.digits, next: group.next, isWord: true };
  // "my first name at …" only tells it.
  if (token?.kind !== "word" || /^(?:at|first|last|names?|surname|initials?)$/.test(token.word)) return undefined;
  const isPart =
    (signs.has(before) && (tokens[at - 1]?.kind === "word" || !token.gap)) ||
    (!noNames.has(token.word) &&
      !(verbs.has(token.word) && (!/^[a-z]/.test(before) || noNames.has(before)) && !/^(?:at|@)$/.test(after))) ||
    (signs.has(after) && !/'|^(?:it|is|that|and|or)$/.test(token.word)) ||
    (boxes.has(token.word) && /^(?:at|@)$/.test(after)) ||
    token.word === "the";
  return isPart ? { text: token.word, next: at + 1, isWord: true } : undefined;
}

/** "gmail dot com", "b b c dot co dot uk": it ends with the first word behind its last dot. */
function readDomain(tokens: readonly Token[], at: number): Part | undefined {
  let read: Part = { text: "", next: at };
  for (let pieces = 0; pieces < mostPieces; pieces += 1) {
    const part = readPart(tokens, read.next);
    const isDot = part?.text === ".";
    if (!part || (/\.[^.]+$/.test(read.text) && !isDot && !/^-?$/.test(part.text) && tokens[read.next]?.gap)) break;
    read = { text: read.text + part.text, next: part.next };
  }
  return /^[^.]+(?:\.[^.]+)+$/.test(read.text) ? read : undefined;
}

const ending =
  /^(?:dot (com|org|net|edu|gov|info|biz|io|co|us)|(gmail|yahoo|hotmail|outlook|icloud|aol|msn|proton)(?: dot com)?)(?= |$|,)/;

/** A known address with another ending or mailbox service: "no, dot org", "it's at gmail, not yahoo". */
export function reviseEmail(known: string, line: string, { corrects }: { corrects: boolean }): string | undefined {
  const tokens = tokensOf(line);
  const ends = readAll(tokens, (at) => matchAt(tokens, at, ending)).filter(({ at }) => !isNegated(tokens, at));
  const [local, domain = ""] = known.split("@");
  const [
    {
      groups: [top, service],
    } = { groups: [] },
    ...others
  ] = ends;
  if (!corrects || (!top && !service) || others.length > 0 || findSpelled(tokens).length > 0) return undefined;
  return `${local}@${top ? domain.replace(/[^.]+$/, top) : `${service}.com`}`;
}
