/** A text without some of its characters, and the way back. */
export interface DroppedText {
  text: string;
  /** Where a stretch of it stands in the whole text. */
  place(start: number, end: number): { start: number; end: number };
}

/** The text without what a global pattern finds; undefined where it finds nothing. */
export function withoutMatches(whole: string, pattern: RegExp): DroppedText | undefined {
  /** Where, in the shortened text, something was left out, and how much up to there. */
  const cuts: { at: number; dropped: number }[] = [];
  let dropped = 0;
  const text = whole.replace(pattern, (match, ...rest) => {
    const index = rest.find((one) => typeof one === "number") as number;
    cuts.push({ at: index - dropped, dropped: dropped + match.length });
    dropped += match.length;
    return "";
  });
  if (cuts.length === 0) return undefined;
  const placeOf = (index: number): number => {
    let [low, high] = [0, cuts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cuts[middle]?.at ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return index + (cuts[low - 1]?.dropped ?? 0);
  };
  return { text, place: (start, end) => ({ start: placeOf(start), end: placeOf(end - 1) + 1 }) };
}

/**
 * What nobody sees: control characters, soft hyphens, zero-width and reordering characters, tags. A page or a terminal
 * drops them, so a key with one of them inside is as readable as a key. Tabs and line breaks are seen.
 */
const hiddenRanges: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
];
/** The first half of every tag character and of the further variation selectors. */
const tagHalf = 0xdb40;

const unit = (code: number) => `\\u${code.toString(16).padStart(4, "0")}`;
const ranges = hiddenRanges.map(([first, last]) => `${unit(first)}-${unit(last)}`).join("");
const invisible = new RegExp(`[${ranges}]|${unit(tagHalf)}[\\udc00-\\udfff]?`, "g");

/** The same as a table, for the loop that looks at every character. */
const hidden = new Uint8Array(0x10000);
for (const [first, last] of [...hiddenRanges, [tagHalf, tagHalf] as const]) hidden.fill(1, first, last + 1);

export function isHidden(code: number): boolean {
  return hidden[code] === 1;
}

/** The text as it is seen; undefined where all of it is. */
export function visibleText(text: string): DroppedText | undefined {
  return withoutMatches(text, invisible);
}

/** Where a text goes on in the next line, as it is or written as an escape. */
export const lineBreaks = /(?:\r?\n|\r|\\r|\\n)[ \t]*/g;
