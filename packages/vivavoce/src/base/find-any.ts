/** Where one of the needles was found. */
type FoundSpan = { start: number; end: number };

/** Three characters in five bits each, which ignore letter case; texts that only look alike in them are told apart later. */
const threeCharacters = 0x7fff;
const withNext = (key: number, text: string, at: number): number =>
  ((key << 5) | (text.charCodeAt(at) & 31)) & threeCharacters;

/** Visits every place of every needle, in the order of the text, the longest first at one place. */
type EveryOf = (text: string, visit: (start: number, needle: number) => void) => void;

/** A search for many texts at once, in one pass. Every needle has three characters or more, and is found in any letter case. */
export function everyOf(needles: readonly string[]): EveryOf {
  if (needles.length === 0) return () => {};
  const byStart = new Map<number, { needle: string; folded: string; index: number }[]>();
  /** The same as a table: one lookup rejects most characters of a text. */
  const starts = new Uint8Array(threeCharacters + 1);
  const all = needles.map((needle, index) => ({ needle, folded: needle.toLowerCase(), index }));
  for (const one of all.sort((a, b) => b.needle.length - a.needle.length)) {
    const key = [0, 1, 2].reduce((key, at) => withNext(key, one.needle, at), 0);
    byStart.set(key, [...(byStart.get(key) ?? []), one]);
    starts[key] = 1;
  }
  return (text, visit) => {
    let key = 0;
    for (let at = 0; at < text.length; at++) {
      key = withNext(key, text, at);
      if (starts[key] === 0 || at < 2) continue;
      const start = at - 2;
      for (const { needle, folded, index } of byStart.get(key) ?? []) {
        const end = start + needle.length;
        // Many words begin like a needle, few also end like it.
        if ((text.charCodeAt(end - 1) ^ needle.charCodeAt(needle.length - 1)) & 31) continue;
        if (text.slice(start, end).toLowerCase() === folded) visit(start, index);
      }
    }
  };
}

/** The places of needles that do not overlap; at one place the longest is taken. */
export function anyOf(needles: readonly string[]): (text: string) => FoundSpan[] {
  const every = everyOf(needles);
  return (text) => {
    const found: FoundSpan[] = [];
    every(text, (start, index) => {
      const end = start + (needles[index] as string).length;
      if (start >= (found.at(-1)?.end ?? 0)) found.push({ start, end });
    });
    return found;
  };
}
