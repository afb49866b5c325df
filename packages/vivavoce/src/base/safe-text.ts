const made = new Map<string, Intl.Segmenter>();

/** The characters, words or sentences of a text, in any language that Intl knows. */
export function segments(text: string, granularity: "grapheme" | "word" | "sentence"): Intl.Segments {
  // Made at the first use: the first one takes about a third of the time that Node itself needs to start.
  const segmenter = made.get(granularity) ?? new Intl.Segmenter("en", { granularity });
  made.set(granularity, segmenter);
  return segmenter.segment(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** A flag that is spelt in tag characters, such as Scotland's: the only visible use of them. */
const flag = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}`;
/** Characters that reorder or hide the text around them: bidirectional overrides, zero-width, tags. */
const hiding = String.raw`[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]`;
const flagOrHiding = new RegExp(`(${flag})|${hiding}`, "gu");

/** Text from outside, safe to print on a terminal: no escape sequences, no hidden reordering; lines and tabs stay. */
export function safeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(control, "�")
    .replace(flagOrHiding, (_hidden, shown: string | undefined) => shown ?? "");
}

const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The same, for a reader who must see what turns text round: ⟨U+202E⟩ in place of the character. */
export function visibleText(text: string): string {
  const named = (letter: string) => `⟨U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
  return safeText(text.replace(bidirectional, named));
}

/** The same on one line, cut to a length without splitting a visible character. */
export function safeLine(text: string, length = 200): string {
  const line = safeText(text).replace(/\s+/g, " ").trim();
  const characters = [...line.slice(0, (length + 1) * 2)];
  if (characters.length <= length) return line;
  return `${line.slice(0, wholeUpTo(line, characters.slice(0, length - 1).join("").length))}…`;
}

/** The same, cut in the middle: the end of a reply or a reason says as much as its beginning. */
export function safeMiddle(text: string, length: number): string {
  const line = safeText(text).replace(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  const tail = line.slice(wholeUpTo(line, line.length - Math.floor(length * 0.4)));
  return safeLine(line, length - [...tail].length) + tail;
}

/** The last place up to `index` that does not cut through a character of several code points, within reason. */
function wholeUpTo(line: string, index: number): number {
  const from = Math.max(0, index - 64);
  const part = segments(line.slice(from, index + 64), "grapheme").containing(index - from);
  return part && part.index > 0 ? from + part.index : index;
}
