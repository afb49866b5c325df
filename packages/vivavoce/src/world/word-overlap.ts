/** Words as runs of letters and digits; scripts written without spaces count by character. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu;

/** No task that a person writes is longer; further words do not count. */
const maxLength = 2000;

/** How often each word occurs in a text, in any letter case. */
export type WordCounts = ReadonlyMap<string, number>;

export function countWords(text: string): WordCounts {
  const counts = new Map<string, number>();
  for (const [found] of text.slice(0, maxLength).toLowerCase().matchAll(word)) {
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return counts;
}

/** The share of their words that two texts have in common, 0 to 1; 0 if one has no words. */
export function wordOverlap(a: WordCounts, b: WordCounts): number {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [found, count] of fewer) shared += Math.min(count, more.get(found) ?? 0);
  return shared === 0 ? 0 : (2 * shared) / (total(a) + total(b));
}

function total(counts: WordCounts): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}
