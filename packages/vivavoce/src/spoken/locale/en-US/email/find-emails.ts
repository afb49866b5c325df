import type { FoundValue } from "../../../slots/slot.ts";
import { foundAt, readAll, wordMap } from "../../../text/reading.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import { readLetter, readSpelled } from "../letters/spelled-letters.ts";
import { noNames } from "../name/stop-words.ts";
import { readGroup } from "../numbers/digit-group.ts";

/** Signs of an address, as they are said and written. */
const signs = wordMap("dot ., period ., point ., underscore _, dash -, hyphen -, minus -, plus +, . ., _ _, - -, + +");
const mostPieces = 24;

/** Part of an address, and the token after it. */
interface Part {
  text: string;
  next: number;
}

/** Every e-mail address that a text writes, or says with "at" and "dot", letters one by one or by a word for each. */
export function findEmails(text: string): FoundValue[] {
  const tokens = tokensOf(text);
  return readAll(tokens, (at) => readEmail(tokens, at)).map(({ value, ...span }) => foundAt(text, tokens, span, value));
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
  return domain && { value: `${local.text}@${domain.text}`, next: domain.next };
}

/** Words, letters, digits and signs one behind the other; common words such as "it's" belong to the sentence. */
function readParts(tokens: readonly Token[], at: number): Part | undefined {
  let read: Part = { text: "", next: at };
  for (let pieces = 0; pieces < mostPieces; pieces += 1) {
    const part = readPart(tokens, read.next);
    if (!part) break;
    read = { text: read.text + part.text, next: part.next };
  }
  return read.text === "" || signs.has(read.text.charAt(0)) ? undefined : read;
}

function readPart(tokens: readonly Token[], at: number): Part | undefined {
  const token = tokens[at];
  // "maria, underscore, lopez": a pause beside a sign means nothing.
  const pause = token?.text === "," && (signs.has(tokens[at + 1]?.word ?? "") || signs.has(tokens[at - 1]?.word ?? ""));
  if (pause) return { text: "", next: at + 1 };
  const sign = signs.get(token?.word ?? "");
  // A full stop before a space ends a sentence.
  const ends = token?.kind === "mark" && tokens[at + 1]?.gap !== false;
  if (sign !== undefined && !ends) return { text: sign, next: at + 1 };
  const spelled = readSpelled(tokens, at) ?? readLetter(tokens, at);
  if (spelled) return { text: spelled.letters, next: spelled.next };
  const group = readGroup(tokens, at);
  if (group) return { text: group.digits, next: group.next };
  const isPart = signs.has(tokens[at - 1]?.word ?? "") || !noNames.has(token?.word ?? "");
  return token?.kind === "word" && isPart && token.word !== "at" ? { text: token.word, next: at + 1 } : undefined;
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
