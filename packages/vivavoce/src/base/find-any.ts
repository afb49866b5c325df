/** Where one of the needles was found. */
interface FoundSpan {
  start: number;
  end: number;
}

const mask = 0x3fff;
/** Ignores letter case. A few other characters also get the same value, and are told apart later. */
const hash = (a: number, b: number, c: number): number => ((a | 32) * 961 + (b | 32) * 31 + (c | 32)) & mask;

/**
 * A search for many texts at once, in one pass that skips most of the haystack (Wu and Manber 1994). Every needle has
 * three characters or more, and is found in any letter case; at one place the longest is taken.
 */
export function anyOf(needles: readonly string[]): (text: string) => FoundSpan[] {
  const shortest = Math.min(...needles.map(({ length }) => length));
  if (needles.length === 0) return () => [];
  /** How far the window may move if its last three characters are these. */
  const shifts = new Uint8Array(mask + 1).fill(Math.min(shortest - 2, 255));
  const byEnd = new Map<number, Needle[]>();
  for (const needle of [...needles].sort((a, b) => b.length - a.length)) {
    for (let last = 2; last < shortest; last++) {
      const key = hashAt(needle, last);
      shifts[key] = Math.min(shifts[key] ?? 0, shortest - 1 - last);
      if (last === shortest - 1) byEnd.set(key, [...(byEnd.get(key) ?? []), { needle, folded: needle.toLowerCase() }]);
    }
  }
  return (text) => {
    const found: FoundSpan[] = [];
    for (let last = shortest - 1; last < text.length; ) {
      const key = hashAt(text, last);
      const shift = shifts[key] ?? 0;
      if (shift > 0) {
        last += shift;
        continue;
      }
      const start = last - shortest + 1;
      const length = byEnd.get(key)?.find((one) => standsAt(one, text, start))?.needle.length;
      if (length !== undefined) found.push({ start, end: start + length });
      last += length ?? 1;
    }
    return found;
  };
}

interface Needle {
  needle: string;
  folded: string;
}

function standsAt({ needle, folded }: Needle, text: string, start: number): boolean {
  return text.startsWith(needle, start) || text.slice(start, start + needle.length).toLowerCase() === folded;
}

function hashAt(text: string, last: number): number {
  return hash(text.charCodeAt(last - 2), text.charCodeAt(last - 1), text.charCodeAt(last));
}
