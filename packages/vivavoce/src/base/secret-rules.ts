import type { SecretRule } from "./secret-formats.ts";
import { type SecretHint, secretHints } from "./secret-hints.ts";
import { isWordy } from "./secret-shape.ts";
import { isHidden } from "./text-view.ts";

/** A secret in a text, and of what kind it is. */
export interface Secret {
  start: number;
  end: number;
  kind: string;
}

/** What one pass over every character of a text has found. */
export interface SecretReading {
  secrets: Secret[];
  /** It has invisible characters and must be read without them; nothing else was searched for. */
  hidden: boolean;
  /** It has escapes. */
  escaped: boolean;
  /** It has several lines, or something that may represent a line break. */
  broken: boolean;
  /** It may hold a key over several lines. */
  split: boolean;
  /** It may hold a key written backwards. */
  reversed: boolean;
  /** Runs that may be base64 or hexadecimal digits, also over several lines. */
  encoded: { start: number; end: number }[];
}

export interface ReadingOptions {
  /** Only keys that are known by their format, not by the text before them. */
  formatsOnly?: boolean;
  /** The text was decoded and may be anything: what is not printable is not a secret, and nothing is hidden. */
  binary?: boolean;
}

const threeCharacters = 0x3ffff;

/** Which hints begin with these three characters: one table lookup for each character of a text. */
const table = new Uint16Array(threeCharacters + 1);
const hintsAt: SecretHint[][] = [[]];
/** The same for bits of the last characters: it rejects most of a text, and fits into the processor's fastest cache. */
const sieveMask = 0x3fff;
const sieve = new Uint8Array(sieveMask + 1);

for (const hint of secretHints()) addHint(hint);

function addHint(hint: SecretHint): void {
  const key = (bitsAt(hint.hint, 0) << 12) | (bitsAt(hint.hint, 1) << 6) | bitsAt(hint.hint, 2);
  sieve[key & sieveMask] = 1;
  table[key] ||= hintsAt.push([]) - 1;
  hintsAt[table[key] ?? 0]?.push(hint);
}

/** Six bits of a character, without regard to letter case. */
function bitsAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return (code & 31) | ((code & 64) >> 1);
}

/** The first characters in which two texts differ, without regard to letter case; -1 where the hint stands in the text. */
function differenceAt(hint: string, text: string, start: number): number {
  for (let index = 3; index < hint.length; index++) {
    if (bitsAt(hint, index) !== bitsAt(text, start + index)) return start + index;
  }
  return -1;
}

/** The things that each character may be part of. */
const [encodedClass, escapeClass, breakClass, blankClass] = [1, 2, 3, 4];
const classes = new Uint8Array(0x10000);
for (const [characters, ofClass] of [
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-", encodedClass],
  ["%\\&", escapeClass],
  ["\r\n\u2028\u2029", breakClass],
  [" \t", blankClass],
] as const) {
  for (const character of characters) classes[character.charCodeAt(0)] = ofClass;
}
const backslash = 92;
/** What follows the first character of an escape: of a URL, of JSON and code, of HTML. */
const escapes = new Map(Object.entries({ "%": "0123456789abcdefABCDEF", "\\": "ux/", "&": "#algq" }));

/** Quotes after a backslash are so frequent that they are handled in another way. */
function isEscape(code: number, next: number): boolean {
  return escapes.get(String.fromCharCode(code))?.includes(String.fromCharCode(next)) === true;
}

/** Whether a backslash and what follows it stand for a line break or, behind one, for a tab; they may be escaped again. */
function isEscapedBreak(next: number, isIndented: boolean): boolean {
  return next === 110 || next === 114 || next === backslash || (isIndented && next === 116);
}

/** A shorter run holds no key: the shortest has 19 characters. */
const shortestEncoded = 25;

/**
 * What is secret by its format or by the text before it, and what else to examine. It is one loop, for speed, because
 * everything that is stored goes through it.
 */
export function readByRule(text: string, { formatsOnly = false, binary = false }: ReadingOptions = {}): SecretReading {
  const reading: SecretReading = {
    secrets: [],
    hidden: false,
    escaped: false,
    broken: false,
    split: false,
    reversed: false,
    encoded: [],
  };
  let trying: Trying | undefined;
  /** The last three characters, and the same without the breaks between lines. */
  let [three, joined] = [0, 0];
  let isIndented = false;
  let escapedLetter = -1;
  let hasFormatHint = false;
  let [runStart, runLength, hasEncodedHint] = [0, 0, false];
  for (let last = 0; last < text.length; last++) {
    const code = text.charCodeAt(last);
    const bits = (code & 31) | ((code & 64) >> 1);
    const ofClass = classes[code] as number;
    three = ((three << 6) | bits) & threeCharacters;
    if (ofClass === encodedClass && last !== escapedLetter) {
      isIndented = false;
      joined = ((joined << 6) | bits) & threeCharacters;
      if (runLength++ === 0) runStart = last;
      if (joined !== three && table[joined] !== 0) hasFormatHint = hasEncodedHint = true;
    } else if (ofClass === breakClass) {
      reading.broken = isIndented = true;
    } else if (code === backslash && isEscapedBreak(text.charCodeAt(last + 1), isIndented)) {
      reading.broken = isIndented = true;
      if (text.charCodeAt(last + 1) !== backslash) escapedLetter = last + 1;
    } else if (last !== escapedLetter && (!isIndented || ofClass !== blankClass)) {
      isIndented = false;
      joined = ((joined << 6) | bits) & threeCharacters;
      if (hasEncodedHint && runLength >= shortestEncoded) reading.encoded.push({ start: runStart, end: last });
      runLength = 0;
      hasEncodedHint = false;
      if (ofClass === escapeClass) reading.escaped ||= isEscape(code, text.charCodeAt(last + 1));
      else if ((code < 32 || code > 126) && !binary && isHidden(code)) return { ...reading, hidden: true };
    }
    if (sieve[three & sieveMask] === 0 || table[three] === 0 || last < 2) continue;
    const start = last - 2;
    for (const one of hintsAt[table[three] as number] as SecretHint[]) {
      if (formatsOnly && !one.isFormat) continue;
      const different = differenceAt(one.hint, text, start);
      if (different >= 0) {
        const code = text.charCodeAt(different);
        if (classes[code] === breakClass || code === backslash) hasFormatHint = hasEncodedHint = true;
      } else if (one.spelling === "encoded") hasEncodedHint ||= text.startsWith(one.hint, start);
      else if (one.spelling === "reversed") reading.reversed ||= text.startsWith(one.hint, start);
      else if (!one.isFormat || startsWord(text, start)) {
        hasFormatHint ||= one.isFormat;
        trying ??= { found: reading.secrets, readUpTo: new Map(), rejected: new Map(), binary };
        tryRule(one, text, start, trying);
      }
    }
  }
  if (hasEncodedHint && runLength >= shortestEncoded) reading.encoded.push({ start: runStart, end: text.length });
  reading.split = reading.broken && hasFormatHint;
  return reading;
}

/** A quick check before the pattern is tried: keys do not begin within a word, but may follow an escape. */
function startsWord(text: string, start: number): boolean {
  if (!isLetterOrDigit(text.charCodeAt(start - 1)) || !isLetterOrDigit(text.charCodeAt(start))) return true;
  return text[start - 2] === "\\" || text[start - 6] === "\\" || text[start - 3] === "%";
}

function isLetterOrDigit(code: number): boolean {
  return (code > 47 && code < 58) || ((code | 32) > 96 && (code | 32) < 123);
}

const foldedOf = new Map<RegExp, RegExp>();

/** A case-sensitive pattern for any letter case, made when the first text needs it: most texts need none. */
function folded(pattern: RegExp): RegExp {
  const made = foldedOf.get(pattern) ?? new RegExp(pattern.source, `${pattern.flags}i`);
  foldedOf.set(pattern, made);
  return made;
}

interface Trying {
  found: Secret[];
  readUpTo: Map<RegExp, number>;
  /** How often in a row a pattern has found something that is not a secret. */
  rejected: Map<RegExp, number>;
  binary: boolean;
}

function tryRule(
  { hint, rule }: SecretHint,
  text: string,
  start: number,
  { found, readUpTo, rejected, binary }: Trying,
): void {
  const isExact = rule.pattern.ignoreCase || text.startsWith(hint, start);
  const pattern = isExact ? rule.pattern : folded(rule.pattern);
  if (start < (readUpTo.get(pattern) ?? 0)) return;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (!match) return;
  const isSound = (isExact || isRandom(match[0])) && (!binary || printable.test(match[0]));
  const secrets = isSound ? secretsIn(match, rule) : [];
  found.push(...secrets);
  // A text that is not a secret may contain the beginning of one: "Authorization: Authorization: …".
  const tries = secrets.length > 0 ? 0 : (rejected.get(pattern) ?? 0) + 1;
  rejected.set(pattern, tries);
  readUpTo.set(pattern, tries > 0 && tries <= mostRereads ? start + 1 : pattern.lastIndex);
}

/** Stops a hostile text that would be rejected, and read again, at every step. */
const mostRereads = 20;

const printable = /^[\t\n\r -~]*$/;

/** Letter case tells a key from a name. If it is ignored, the key must look random: SK-INV-2026-00012345 does not. */
function isRandom(key: string): boolean {
  return /(?=[0-9]*[A-Za-z])[A-Za-z0-9]{16}/.test(key) && !isWordy(key);
}

function secretsIn(
  { 0: whole, 1: before = "", 2: secret = whole, index }: RegExpExecArray,
  rule: SecretRule,
): Secret[] {
  const { kind, accepts, parts } = rule;
  const from = index + before.length;
  if (parts) return parts(secret).map(({ start, end }) => ({ kind, start: from + start, end: from + end }));
  if (accepts && !accepts(secret, before)) return [];
  return [{ kind, start: from, end: from + secret.length }];
}
