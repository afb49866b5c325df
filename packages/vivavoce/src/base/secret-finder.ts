import { anyOf, everyOf } from "./find-any.ts";
import { type SecretRule, secretContexts, secretFormats } from "./secret-rules.ts";
import { isWordy } from "./secret-shape.ts";
import { joinedLines, lineBreaks, onOneLine, type TextView, unescapedText, visibleText } from "./text-view.ts";

/** A secret in a text, and of what kind it is. */
export interface Secret {
  start: number;
  end: number;
  kind: string;
}

interface ReadingOptions {
  /** Only keys that are known by their format, not by the text before them. */
  formatsOnly?: boolean;
  /** The text was decoded and may be anything: what is not printable is not a secret. */
  binary?: boolean;
}

const hints = [...secretFormats, ...secretContexts].flatMap((rule) =>
  rule.hints.map((hint) => ({ hint, rule, isFormat: secretFormats.includes(rule) })),
);
const eachHint = everyOf(hints.map(({ hint }) => hint));

/** What is secret by its format or by the text before it. */
function secretsByRule(text: string, { formatsOnly = false, binary = false }: ReadingOptions = {}): Secret[] {
  const found: Secret[] = [];
  /** Up to where a pattern has read, and how often in a row it found something that is not a secret; few texts need it. */
  let read: Map<RegExp, { upTo: number; rejected: number }> | undefined;
  eachHint(text, (start, at) => {
    const { hint, rule, isFormat } = hints[at] as (typeof hints)[number];
    if (formatsOnly && !isFormat) return;
    const isExact = rule.pattern.ignoreCase || text.startsWith(hint, start);
    const pattern = isExact ? rule.pattern : folded(rule.pattern);
    const before = read?.get(pattern) ?? { upTo: 0, rejected: 0 };
    if (start < before.upTo) return;
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (!match) return;
    const isSound = (isExact || isRandom(match[0])) && (!binary || printable.test(match[0]));
    const secrets = isSound ? secretsIn(match, rule) : [];
    found.push(...secrets);
    // A text that is not a secret may contain the beginning of one: "Authorization: Authorization: …".
    const rejected = secrets.length > 0 ? 0 : before.rejected + 1;
    const upTo = rejected > 0 && rejected <= mostRereads ? start + 1 : pattern.lastIndex;
    read = (read ?? new Map()).set(pattern, { upTo, rejected });
  });
  return found;
}

/** Stops a hostile text that would be rejected, and read again, at every step. */
const mostRereads = 20;

const printable = /^[\t\n\r -~]*$/;

const foldedOf = new Map<RegExp, RegExp>();

/** A case-sensitive pattern for any letter case, made when the first text needs it: most texts need none. */
function folded(pattern: RegExp): RegExp {
  const made = foldedOf.get(pattern) ?? new RegExp(pattern.source, `${pattern.flags}i`);
  foldedOf.set(pattern, made);
  return made;
}

/** Letter case tells a key from a name. If it is ignored, the key must look random: SK-INV-2026-00012345 does not. */
function isRandom(key: string): boolean {
  return /(?=[0-9]*[A-Za-z])[A-Za-z0-9]{16}/.test(key) && !isWordy(key);
}

function secretsIn(
  { 0: whole, 1: before = "", 2: secret = whole, index }: RegExpExecArray,
  { kind, accepts, parts }: SecretRule,
): Secret[] {
  const from = index + before.length;
  if (parts) return parts(secret).map(({ start, end }) => ({ kind, start: from + start, end: from + end }));
  if (accepts && !accepts(secret, before)) return [];
  return [{ kind, start: from, end: from + secret.length }];
}

export type FindSecrets = (text: string) => Secret[];

/** A shorter piece of a key, alone in its line, is not marked. */
const shortestTail = 8;
const shortestKey = 19;
/** The longest key over several lines. */
const mostOfKey = 400;
const mostOfKind: Readonly<Record<string, number>> = { "web-token": 8_000 };
/** How an escape of a URL, of JSON and code, or of HTML begins. Escaped quotes alone are too frequent. */
const escapeBegin = /%[0-9A-Fa-f]|\\[ux/]|&[#algq]/;

/** Finds keys by their format, secrets by the text before them, and these values, each in every usual encoding. */
export function secretFinder(values: readonly string[]): FindSecrets {
  const findValues = anyOf([...new Set(values.map((value) => onOneLine(visibleText(value)?.text ?? value)))]);

  const find = (text: string, isUnescaped = false): Secret[] => {
    const seen = visibleText(text);
    if (seen) return placed(find(seen.text, isUnescaped), seen);
    const found = secretsByRule(text);
    // Values and runs of digits may be split over lines. The map back to the text is built only if something was found.
    const line = onOneLine(text);
    const joined = [...findValues(line).map((place) => ({ ...place, kind: "environment" })), ...encodedIn(line)];
    const keys = line === text ? [] : secretsByRule(line, { formatsOnly: true });
    const way = joined.length + keys.length === 0 ? undefined : joinedLines(text);
    if (way) found.push(...overLines(text, placed(keys, way), found), ...placed(joined, way));
    else found.push(...joined);
    const view = !isUnescaped && escapeBegin.test(text) ? unescapedText(text) : undefined;
    if (view) found.push(...placed(find(view.text, true), view));
    return found;
  };

  const harmless = recentTexts();
  return (text) => {
    if (harmless.has(text)) return [];
    const found = find(text);
    if (found.length === 0) harmless.add(text);
    return found;
  };
}

/** The contents of runs of base64 or hexadecimal digits, wherever their first byte begins. */
function encodedIn(line: string): Secret[] {
  return longRuns(line).flatMap(({ start, end }) => {
    const run = line.slice(start, end);
    const hex = Array.from(run.matchAll(/[0-9a-fA-F]{38,}/g), ({ 0: digits, index }) =>
      decoded(digits, "hex").map((secret) => shifted(secret, index)),
    );
    return [...decoded(run, "base64"), ...hex.flat()].map((secret) => shifted(secret, start));
  });
}

function decoded(run: string, encoding: "hex" | "base64"): Secret[] {
  const [bits, offsets] = encoding === "hex" ? [4, [0, 1]] : [6, [0, 1, 2, 3]];
  return offsets.flatMap((offset) => {
    const text = Buffer.from(run.slice(offset), encoding).toString("latin1");
    return secretsByRule(text, { binary: true }).map(({ start, end, kind }) => {
      const to = Math.min(run.length, offset + Math.ceil((end * 8) / bits));
      return { kind, start: offset + Math.floor((start * 8) / bits), end: to };
    });
  });
}

/** A shorter run holds no key: the shortest has 19 characters. */
const shortestRun = 25;
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-";
const isDigit = Uint8Array.from({ length: 128 }, (_, code) => Number(digits.includes(String.fromCharCode(code))));

/** Looks at one character in 25 only, and around it. */
function longRuns(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = shortestRun - 1; at < text.length; at += shortestRun) {
    let [start, end] = [at, at];
    while (isDigit[text.charCodeAt(end)] === 1) end++;
    if (end === at) continue;
    while (isDigit[text.charCodeAt(start - 1)] === 1) start--;
    if (end - start >= shortestRun) found.push({ start, end });
    at = end;
  }
  return found;
}

/**
 * Keys that continue in the next line. If the first line alone is already a key, it keeps its mark, and the rest gets its
 * own, so that a key has the same mark whatever comes below it.
 */
function overLines(text: string, keys: readonly Secret[], secrets: readonly Secret[]): Secret[] {
  return keys.flatMap(({ kind, start, end: last }) => {
    const end = start + keyLines(text.slice(start, Math.min(last, start + (mostOfKind[kind] ?? mostOfKey))));
    const key = onOneLine(text.slice(start, end));
    if (end - start === key.length || kind === "private-key") return [];
    const first = secrets.find((one) => one.start <= start && one.end > start);
    if (!first) return key.length < shortestKey || isWordy(key) ? [] : [{ kind, start, end }];
    const from = first.end + (/^(?:\s|\\+[nrt])(?:[\s>|]|\\+[nrt])*/.exec(text.slice(first.end, end))?.[0].length ?? 0);
    const tail = onOneLine(text.slice(from, end));
    return tail.length < shortestTail || isWordy(tail) ? [] : [{ kind, start: from, end }];
  });
}

/** How far lines can belong to a key; a line such as `your-token-here` cannot. */
function keyLines(lines: string): number {
  const breaks = [...lines.matchAll(lineBreaks)].map(({ 0: text, index }) => ({ index, end: index + text.length }));
  const stop = breaks.find(({ end }, at) => {
    const line = lines.slice(end, breaks[at + 1]?.index);
    return /[A-Za-z]{3}[^A-Za-z0-9]+[A-Za-z]{3}/.test(line) && isWordy(line);
  });
  return stop?.index ?? lines.length;
}

/** The contents of a part that was found to be a secret, in each way in which it can be read. */
export function readingsOf(secret: string): string[] {
  const seen = visibleText(secret)?.text ?? secret;
  const unescaped = unescapedText(seen)?.text ?? seen;
  const plain = [...new Set([secret, seen, unescaped, onOneLine(visibleText(unescaped)?.text ?? unescaped)])];
  const encoded = plain.at(-1) ?? "";
  return [
    ...plain,
    ...plain.map(backwards),
    ...[0, 1, 2, 3].map((from) => Buffer.from(encoded.slice(from), "base64").toString("utf8")),
    ...[0, 1].map((from) => Buffer.from(encoded.slice(from), "hex").toString("utf8")),
  ];
}

export function backwards(text: string): string {
  return [...text].reverse().join("");
}

function placed(secrets: readonly Secret[], { place }: TextView): Secret[] {
  return secrets.map(({ kind, start, end }) => ({ kind, ...place(start, end) }));
}

export function shifted({ kind, start, end }: Secret, by: number): Secret {
  return { kind, start: Math.max(0, start + by), end: Math.max(0, end + by) };
}

/** How many characters each of the two sets may hold. */
const mostCharacters = 500_000;
/** What an entry takes beside its text. */
const perText = 50;

/**
 * Remembers texts for a short while. Each text of a model call is searched for secrets when the call is kept, again when
 * it is written, and once more in every later request of its conversation: only the first time does it take long.
 */
export function recentTexts() {
  let older = new Set<string>();
  let newer = new Set<string>();
  let room = mostCharacters;
  return {
    has: (text: string): boolean => newer.has(text) || older.has(text),
    add(text: string): void {
      room -= text.length + perText;
      if (room < 0) {
        [older, newer] = [newer, new Set()];
        room = mostCharacters - text.length - perText;
      }
      if (room >= 0) newer.add(text);
    },
  };
}
