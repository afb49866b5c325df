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
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: and each of them alone
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|\udb40[\udc00-\udfff]?/g;

/** The same as a table, for the loop that looks at every character. */
const hidden = Uint8Array.from({ length: 0x10000 }, (_, code) =>
  Number(String.fromCharCode(code).search(invisible) === 0),
);

export function isHidden(code: number): boolean {
  return hidden[code] === 1;
}

/** The text as it is seen; undefined where all of it is. */
export function visibleText(text: string): DroppedText | undefined {
  return withoutMatches(text, invisible);
}

/** Where a text goes on in the next line, as it is or written as an escape. */
export const lineBreaks = /(?:\r?\n|\r|\\r|\\n)[ \t]*/g;
