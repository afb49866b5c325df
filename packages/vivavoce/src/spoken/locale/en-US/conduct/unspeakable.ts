import type { SpeakabilityOptions, Unspeakable, UnspeakableKind } from "../../locale.ts";

/** Kinds that contain marks come before the marks themselves: a link is not a bracket. */
const patterns: readonly [UnspeakableKind, RegExp][] = [
  [
    "url",
    /\bhttps?:\/\/[^\s)\]>]+|\bwww\.[^\s)\]>]+|(?<![\w@.-])[a-z0-9-]{2,63}\.(?:com|org|net|io|gov|edu)\b(?!\.\w)/gi,
  ],
  ["email", /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}/g],
  ["iso-date", /\b\d{4}-\d{2}-\d{2}(?:T[\d:.]{2,12}(?:Z|[+-]\d{2}:?\d{2})?)?/g],
  ["label", /^[ \t]*(?:assistant|agent|system|user|caller|customer|bot|AI|receptionist|dispatcher)[ \t]*:/gim],
  [
    "placeholder",
    /\$\{[^{}\n]{0,80}\}|\{\{[^{}\n]{0,80}\}\}|\{\w{1,40}\}|\[object \w{1,20}\]|(?<![\d%])%(?:\(\w{1,40}\))?[sdif]\b/g,
  ],
  // "None of them", "null and void" and "an undefined charge" are words; alone they are values that nobody filled in.
  [
    "placeholder",
    /\bNaN\b|(?<=[\p{Ll},] )None\b|\b(?:null|undefined)\b(?! (?!dollars|minutes|hours|days)\p{L})|\b(?:TODO|FIXME|TBD|TBA)\b/gu,
  ],
  [
    "placeholder",
    /(?<!\b(?:is|are|was|be|an?|the|left|it) )\b(?:null|undefined)\b(?= (?:at|on|for|in|from|to|with|by|is|between|and(?! void))\b)/gu,
  ],
  ["code-name", /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b|\b[a-z]{4,}[A-Z][a-z]+\w*/g],
  ["code-name", /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g],
  ["written", /\b(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?(?= ?[-–/&] ?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b| \d)/g],
  ["written", /\b\d{1,2}\/\d{1,2}\/\d{2,4}\b|\b(?:1[3-9]|2[0-3]):[0-5]\d\b/g],
  [
    "written",
    /\b(?:w\/o?|b\/c)(?=\s|$)|\b(?:e\.g\.|i\.e\.)|\b(?:approx|hrs?|appts?|ext|sq|ft|lbs|qty|incl)\.(?=\s|$)/gi,
  ],
  ["written", /\b(?:hrs|appt|qty)\b|(?<=\d ?)\/ ?(?:hr|hour|day|wk|week|mo|month|yr|year)\b|\d ?(?:USD|EUR|GBP)\b/g],
  ["written", /°|(?<=\s)&(?=\s)|#(?=\d)|(?<=\p{Ll}{2})[.?!](?=\p{Lu}\p{Ll}*[' \p{Ll}])/gu],
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
 * dates, long digit strings, brackets, values that were never filled in, names from the code, abbreviations and signs
 * for the eye, speakers' labels. Where brackets are allowed, markup has to be well formed.
 *
 * @example unspeakableIn("Call **512**, see [here](https://example.org)") // markdown, url, …
 */
export function unspeakableIn(text: string, { digits = 6, allow = [] }: SpeakabilityOptions = {}): Unspeakable[] {
  const found: Unspeakable[] = [];
  const takesMarkup = allow.includes("bracket");
  const broken = takesMarkup && !allow.includes("markup") ? brokenMarkup(text) : undefined;
  if (broken !== undefined) found.push({ kind: "markup", text: broken });
  let rest = takesMarkup ? withoutTags(text) : text;
  for (const [kind, pattern] of [...patterns, ["digits", new RegExp(`\\d{${digits + 1},}`, "g")] as const]) {
    rest = rest.replace(pattern, (match) => {
      if (!allow.includes(kind)) found.push({ kind, text: match.trim() });
      return " ".repeat(kind === "markdown" || kind === "bullet" ? 0 : 1);
    });
  }
  return found;
}

/** A tag as SSML has it: a name, attributes in quotation marks, perhaps closed in itself. */
const tag = /<(\/?)([A-Za-z][\w:-]{0,40})((?:\s+[\w:-]{1,40}\s*=\s*(?:"[^"<>]{0,200}"|'[^'<>]{0,200}'))*)\s*(\/?)>/g;

/** The first place at which markup is not well formed: a tag that is cut, never closed, or closed by another's name. */
function brokenMarkup(text: string): string | undefined {
  const open: string[] = [];
  let end = 0;
  for (const match of text.matchAll(tag)) {
    const [whole, closing, name = "", , closed] = match;
    const stray = strayIn(text.slice(end, match.index));
    if (stray !== undefined) return stray;
    end = match.index + whole.length;
    if (closing === "/") {
      if (open.pop() !== name) return whole;
    } else if (closed !== "/") open.push(name);
  }
  const left = open.at(-1);
  return strayIn(text.slice(end)) ?? (left === undefined ? undefined : `<${left}>`);
}

/** The text without well-formed tags, which a voice that takes markup does not say. */
function withoutTags(text: string): string {
  return text.replace(tag, " ");
}

/** What begins like a tag and is none. "Under < 5" is not one. */
function strayIn(text: string): string | undefined {
  return /<\/?[A-Za-z][^<\n]{0,40}/.exec(text)?.[0];
}
