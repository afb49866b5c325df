/** What cannot be said on the phone as it is written. */
export const unspeakableKinds = [
  "markdown",
  "bullet",
  "url",
  "email",
  "emoji",
  "iso-date",
  "digits",
  "bracket",
] as const;
export type UnspeakableKind = (typeof unspeakableKinds)[number];

export interface Unspeakable {
  kind: UnspeakableKind;
  text: string;
}

export interface SpeakabilityOptions {
  /** How many digits may stand in a row; 6 by default, so that a ZIP code is fine and a phone number in one is not. */
  digits?: number | undefined;
  /** Kinds that may be used, such as "bracket" where the voice understands markup. */
  allow?: readonly UnspeakableKind[] | undefined;
}

/** Kinds that contain marks come before the marks themselves: a link is not a bracket. */
const patterns: readonly [UnspeakableKind, RegExp][] = [
  [
    "url",
    /\bhttps?:\/\/[^\s)\]>]+|\bwww\.[^\s)\]>]+|(?<![\w@.-])[a-z0-9-]{2,63}\.(?:com|org|net|io|gov|edu)\b(?!\.\w)/gi,
  ],
  ["email", /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}/g],
  ["iso-date", /\b\d{4}-\d{2}-\d{2}(?:T[\d:.]{2,12}(?:Z|[+-]\d{2}:?\d{2})?)?/g],
  ["bullet", /^[ \t]{0,8}(?:[-*+•‣◦▪–]|\d{1,2}[.)])[ \t]+(?=\S)/gm],
  [
    "markdown",
    /^[ \t]{0,3}#{1,6}[ \t]+\S|^[ \t]{0,3}>[ \t]|^[ \t]{0,3}(?:-{3,}|={3,}|\*{3,})[ \t]*$|^\|[^\n]*\|[ \t]*$/gm,
  ],
  [
    "markdown",
    /\*\*|__|~~|`+|(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])|(?<!\w)_(?=[^\s_])|(?<=[^\s_])_(?!\w)|\]\(/g,
  ],
  [
    "emoji",
    /\p{Emoji_Presentation}|\p{Extended_Pictographic}[\uFE0F\u20E3]|\u20E3|[\u2600-\u27BF\u{1F000}-\u{1FAFF}]/gu,
  ],
  ["bracket", /[()[\]{}<>]/g],
];

/**
 * Everything in a text that a voice cannot say as it is written: markdown, lists, addresses of the web, emoji, ISO
 * dates, long digit strings, brackets.
 *
 * @example unspeakableIn("Call **512**, see [here](https://example.org)") // markdown, url, …
 */
export function unspeakableIn(text: string, { digits = 6, allow = [] }: SpeakabilityOptions = {}): Unspeakable[] {
  const found: Unspeakable[] = [];
  let rest = text;
  for (const [kind, pattern] of [...patterns, ["digits", new RegExp(`\\d{${digits + 1},}`, "g")] as const]) {
    rest = rest.replace(pattern, (match) => {
      if (!allow.includes(kind)) found.push({ kind, text: match.trim() });
      return " ".repeat(kind === "markdown" || kind === "bullet" ? 0 : 1);
    });
  }
  return found;
}
