/** A text read in another way, such as without some of its characters, with a map back to the original. */
export interface TextView {
  text: string;
  /** Where a part of it is in the whole text. */
  place(start: number, end: number): { start: number; end: number };
}

/** The text with what a global pattern finds replaced, or left out; undefined if it finds nothing. */
export function viewOf(whole: string, pattern: RegExp, read = (_match: string): string => ""): TextView | undefined {
  /** Where each replaced part begins and ends, in both texts. */
  const cuts: { at: number; to: number; from: number; end: number }[] = [];
  let grown = 0;
  const text = whole.replace(pattern, (match, ...rest) => {
    const from = rest.find((one) => typeof one === "number") as number;
    const replacement = read(match);
    const at = from + grown;
    cuts.push({ at, to: at + replacement.length, from, end: from + match.length });
    grown += replacement.length - match.length;
    return replacement;
  });
  if (cuts.length === 0) return undefined;
  /** Where the character at this index comes from. */
  const sourceOf = (index: number): { start: number; end: number } => {
    let [low, high] = [0, cuts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cuts[middle]?.at ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    const cut = cuts[low - 1];
    if (!cut) return { start: index, end: index + 1 };
    if (index < cut.to) return { start: cut.from, end: cut.end };
    const start = index - cut.to + cut.end;
    return { start, end: start + 1 };
  };
  return { text, place: (start, end) => ({ start: sourceOf(start).start, end: sourceOf(end - 1).end }) };
}

/**
 * Invisible characters: control characters, soft hyphens, zero-width and reordering characters, tags. A page or a terminal
 * drops them, so a key that contains one is still readable. Tabs and line breaks are visible.
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

/** The same as a table, for the loop over every character. */
const hidden = new Uint8Array(0x10000);
for (const [first, last] of [...hiddenRanges, [tagHalf, tagHalf] as const]) hidden.fill(1, first, last + 1);

export function isHidden(code: number): boolean {
  return hidden[code] === 1;
}

/** The visible text; undefined if all of it is visible. */
export function visibleText(text: string): TextView | undefined {
  return viewOf(text, invisible);
}

/** A line break, plain or escaped, with the indentation or quote mark of the next line. */
export const lineBreaks = /(?:\r?\n|\r|(?<!\\)\\+[nr]|[\u2028\u2029])(?:[ \t>|]|\\+t)*/g;

export function onOneLine(text: string): string {
  return text.replace(lineBreaks, "");
}

/** The text with its lines joined; undefined if it is one line. */
export function joinedLines(text: string): TextView | undefined {
  return viewOf(text, lineBreaks);
}

const hex = "[0-9a-f]";
/** Also encoded more than once: %2541. */
const percent = "%(?:25)*";
const continuation = `${percent}[89ab]${hex}`;
const escapes = new RegExp(
  [
    `${percent}[0-7]${hex}`,
    `${percent}[cd]${hex}${continuation}`,
    `${percent}e${hex}(?:${continuation}){2}`,
    `${percent}f[0-7](?:${continuation}){3}`,
    `(?<!\\\\)\\\\+u(?:${hex}{4}|\\{${hex}{1,6}\\})`,
    `(?<!\\\\)\\\\+x[0-7]${hex}`,
    `(?<!\\\\)\\\\+["'/]`,
    String.raw`(?<!\\)\\{2,}(?![\\ux"'/nr])`,
    `&#(?:x${hex}{1,6}|[0-9]{1,7});`,
    "&(?:amp|lt|gt|quot|apos);",
  ].join("|"),
  "gi",
);
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text with the escapes of URLs, JSON, code and HTML read; undefined if it has none. */
export function unescapedText(text: string): TextView | undefined {
  return viewOf(text, escapes, characterOf);
}

function characterOf(written: string): string {
  if (written.startsWith("%")) {
    if (written.length === 3) return String.fromCharCode(Number.parseInt(written.slice(1), 16));
    const bytes = written.match(/[0-9a-f]{2}(?=%|$)/gi) ?? [];
    return Buffer.from(bytes.join(""), "hex").toString("utf8");
  }
  const body = written.replace(/^[\\&]+|;$/g, "");
  const code = /^[ux]\{?([0-9a-f]+)/i.exec(body)?.[1] ?? /^#x([0-9a-f]+)/i.exec(body)?.[1];
  const number = code === undefined ? Number(/^#(\d+)/.exec(body)?.[1]) : Number.parseInt(code, 16);
  if (!Number.isNaN(number)) return number <= 0x10ffff ? String.fromCodePoint(number) : written;
  return named[body.toLowerCase()] ?? (body || "\\");
}
