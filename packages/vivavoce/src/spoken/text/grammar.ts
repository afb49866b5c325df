import type { Calendar } from "../slots/slot.ts";
import { type Token, wordsAt } from "./tokens.ts";

/** Reads what begins at a token; `next` is the token behind it. The calendar is that of the call, if it is known. */
export interface Reader<Read> {
  (tokens: readonly Token[], at: number, calendar?: Calendar): (Read & { next: number }) | undefined;
  /** The words that it may begin with, where they are known: it reads nothing at another. */
  begins?: ReadonlySet<string> | undefined;
}

/** Where a rule was found. */
interface Place {
  tokens: readonly Token[];
  at: number;
  next: number;
  /** The words that it covers, with a space between any two. */
  words: string;
  calendar: Calendar | undefined;
}

/** What each reader that a pattern names has read; nothing where it is optional and not there. */
type ReadBy<Pattern extends string, Readers> = {
  [Name in keyof Readers as Pattern extends `${string}{${Name & string}}${string}` ? Name : never]:
    | (Readers[Name] extends Reader<infer Read> ? Read : never)
    | (Pattern extends `${string}{${Name & string}}?${string}` ? undefined : never);
};

interface Part {
  /** Phrases of which one has to stand there, or the name of a reader. */
  phrases: string[][];
  reader?: string | undefined;
  optional: boolean;
}

/**
 * A language of rules over some readers. A pattern says what stands one after the other: a word, "(one of|some phrases)"
 * or a reader by its name in braces, each followed by "?" if it may be left out. A rule may refuse what it has found by
 * meaning nothing; then what is optional is tried without.
 *
 * @example rule("{number} of {month}", ({ number, month }) => ({ date: { month: month.value, day: number.value } }))
 */
export function rulesOf<Readers extends { readonly [name: string]: Reader<object> }>(readers: Readers) {
  return <const Pattern extends string, Meaning extends object>(
    pattern: Pattern,
    means: (read: ReadBy<Pattern, Readers>, place: Place) => Meaning | undefined,
  ): Reader<Meaning> => {
    const parts = partsOf(pattern);
    const begins = firstWords(parts, readers);
    const reader: Reader<Meaning> = (tokens, at, calendar) => {
      if (begins && !begins.has(tokens[at]?.word ?? "")) return undefined;
      const readFrom = (index: number, next: number, read: object): (Meaning & { next: number }) | undefined => {
        const part = parts[index];
        if (!part) {
          const words = wordsOf(tokens, { at, next });
          const meaning = means(read as ReadBy<Pattern, Readers>, { tokens, at, next, words, calendar });
          return meaning && { ...meaning, next };
        }
        const name = part.reader ?? "";
        const one = readers[name]?.(tokens, next, calendar);
        const found = one ? readFrom(index + 1, one.next, { ...read, [name]: one }) : undefined;
        if (found) return found;
        for (const phrase of part.phrases) {
          const said = wordsAt(tokens, next, phrase) ? readFrom(index + 1, next + phrase.length, read) : undefined;
          if (said) return said;
        }
        return part.optional ? readFrom(index + 1, next, read) : undefined;
      };
      return readFrom(0, at, {});
    };
    return Object.assign(reader, { begins });
  };
}

/** Undefined where a reader that comes first does not know its own, or everything may be left out. */
function firstWords(parts: readonly Part[], readers: Readonly<Record<string, Reader<object>>>) {
  const words: string[] = [];
  for (const { phrases, reader, optional } of parts) {
    const begins = reader === undefined ? phrases.map(([first = ""]) => first) : readers[reader]?.begins;
    if (begins === undefined) return undefined;
    words.push(...begins);
    if (!optional) return new Set(words);
  }
  return undefined;
}

function partsOf(pattern: string): Part[] {
  return [...pattern.matchAll(/(?:\{(\w+)\}|\(([^)]+)\)|([^\s?]+))(\?)?/g)].map(
    ([, reader, phrases, words, optional]) => ({
      phrases: (phrases ?? words)?.split("|").map((phrase) => phrase.split(" ")) ?? [],
      reader,
      optional: optional !== undefined,
    }),
  );
}

export function wordsOf(tokens: readonly Token[], { at, next }: { at: number; next: number }): string {
  return tokens
    .slice(at, next)
    .map(({ word }) => word)
    .join(" ");
}

/** The first reader that reads something. */
export function firstOf<Read>(...readers: readonly Reader<Read>[]): Reader<Read> {
  return (tokens, at, calendar) => {
    for (const read of readers) {
      const found = read(tokens, at, calendar);
      if (found) return found;
    }
    return undefined;
  };
}

/** Reads one of some words. */
export function oneOf(list: string): Reader<{ word: string }> {
  const begins = new Set(list.split(" "));
  const reader: Reader<{ word: string }> = (tokens, at) => {
    const word = tokens[at]?.word ?? "";
    return begins.has(word) ? { word, next: at + 1 } : undefined;
  };
  return Object.assign(reader, { begins });
}
