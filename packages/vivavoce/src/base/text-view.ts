/** A text read in another way, such as without some of its characters, with a map back to the original. */
export interface TextView {
  text: string;
  /** Where a part of it is in the whole text. */
  place(start: number, end: number): { start: number; end: number };
}

/** The text with what a global pattern finds replaced, or left out; undefined if it finds nothing. */
function viewOf(whole: string, pattern: RegExp, read = (_match: string): string => ""): TextView | undefined {
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
const hidden =
  "0000-0008 000b-000c 000e-001f 007f-009f 00ad 034f 061c 115f-1160 17b4-17b5 180b-180f 200b-200f 202a-202e 2060-206f 3164 fe00-fe0f feff ffa0 fff0-fffb";
const ranges = hidden.replaceAll(" ", "").replace(/[0-9a-f]{4}/g, "\\u$&");
const invisible = new RegExp(`[${ranges}]|\\udb40[\\udc00-\\udfff]?`, "g");

/** What most texts have none of: other than plain characters, accented letters, and signs from the dashes to the arrows. */
const unusual = /[^ -~\n\t\r\u00a0-\u00ac\u00ae-\u024f\u2010-\u2027\u2030-\u205e\u20a0-\u2bff]/;

/** The visible text; undefined if all of it is visible. */
export function visibleText(text: string): TextView | undefined {
  return unusual.test(text) ? viewOf(text, invisible) : undefined;
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
    `${percent}[cd]${hex}${continuation}`,
    `${percent}e${hex}(?:${continuation}){2}`,
    `${percent}f[0-7](?:${continuation}){3}`,
    `${percent}[0-7]${hex}`,
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
