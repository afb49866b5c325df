import type { FoundValue } from "../slots/slot.ts";
import { type Token, wordsAt } from "./tokens.ts";

/** Tokens from one place up to, and without, another. */
export interface TokenSpan {
  at: number;
  next: number;
}

/** All that a reader finds in tokens, each behind the one before. */
export function readAll<Read extends { next: number }>(
  tokens: readonly Token[],
  read: (at: number) => Read | undefined,
): (Read & TokenSpan)[] {
  const found: (Read & TokenSpan)[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const one = read(at);
    if (!one) continue;
    found.push({ ...one, at });
    at = Math.max(at, one.next - 1);
  }
  return found;
}

/** The part of a text that some of its tokens stand for. */
export function sliceOf(text: string, tokens: readonly Token[], { at, next }: TokenSpan): string {
  const first = tokens[at];
  const last = tokens[next - 1];
  return first && last && next > at ? text.slice(first.start, last.end) : "";
}

/** A value as some tokens of a text say it. */
export function foundAt(text: string, tokens: readonly Token[], span: TokenSpan, value: string): FoundValue {
  const said = sliceOf(text, tokens, span);
  const start = tokens[span.at]?.start ?? 0;
  return { text: said, value, start, end: start + said.length };
}

export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Words by word, from pairs with commas between them. */
export function wordMap(list: string): ReadonlyMap<string, string> {
  return new Map(list.split(", ").map((pair) => pair.split(" ") as [string, string]));
}

/** The place behind words of a set, of which no more than so many are skipped. */
export function skipWords(tokens: readonly Token[], at: number, words: ReadonlySet<string>, most: number): number {
  let next = at;
  while (next < at + most && words.has(tokens[next]?.word ?? "")) next += 1;
  return next;
}

/** Phrases and what they mean, by their first word. */
type Phrases<Meaning> = ReadonlyMap<string, readonly { means: Meaning; words: readonly string[] }[]>;

/** Phrases from lists with commas, in the order in which they are tried. */
export function phrasesFor<const Meaning>(lists: readonly (readonly [Meaning, string])[]): Phrases<Meaning> {
  const phrases = lists.flatMap(([means, list]) => list.split(", ").map((text) => ({ means, words: text.split(" ") })));
  return Map.groupBy(phrases, ({ words: [first = ""] }) => first);
}

/** What the phrase at a place means, and the token after it. */
export function phraseAt<Meaning>(tokens: readonly Token[], at: number, phrases: Phrases<Meaning>) {
  const phrase = phrases.get(tokens[at]?.word ?? "")?.find(({ words }) => wordsAt(tokens, at, words));
  return phrase && { means: phrase.means, next: at + phrase.words.length };
}

const mostMatched = 18;

/**
 * Reads tokens from a place on by a pattern that begins with "^". It sees their words as they are compared, with a space
 * where the text has a gap, and has to end where a token ends.
 */
export function matchAt(tokens: readonly Token[], at: number, pattern: RegExp) {
  let text = "";
  const ends = tokens.slice(at, at + mostMatched).map(({ word, gap }, index) => {
    text += index > 0 && gap ? ` ${word}` : word;
    return text.length;
  });
  const [whole = "", ...groups] = pattern.exec(text) ?? [];
  const last = ends.indexOf(whole.length);
  return whole === "" || last === -1 ? undefined : { groups, next: at + last + 1 };
}
