import { segments } from "../../base/index.ts";

/** The words of a text, in any language that Intl knows: lower case, punctuation left out. */
export function wordsOf(text: string): string[] {
  return [...segments(text.normalize("NFC"), "word")]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
}

/** How similar two texts are, from 0 to 1: the share of neighbouring word pairs that both have (Dice). */
export function textSimilarity(a: string, b: string): number {
  const first = wordPairs(wordsOf(a));
  const second = wordPairs(wordsOf(b));
  const total = first.length + second.length;
  if (total === 0) return 1;
  const left = new Map<string, number>();
  for (const pair of first) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of second) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    left.set(pair, count - 1);
    shared += 1;
  }
  return (2 * shared) / total;
}

/** Neighbours, with the text's edges as one: a text of one word has pairs too. */
function wordPairs(words: readonly string[]): string[] {
  if (words.length === 0) return [];
  return ["", ...words].map((word, index) => `${word} ${words[index] ?? ""}`);
}
