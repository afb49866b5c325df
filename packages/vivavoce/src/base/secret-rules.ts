import { isHidden } from "./dropped-text.ts";
import { secretContexts } from "./secret-contexts.ts";
import { type SecretRule, secretFormats } from "./secret-formats.ts";

/** A secret in a text, and of what kind it is. */
export interface Secret {
  start: number;
  end: number;
  kind: string;
}

/** Six bits of a character, without regard to letter case. */
const bitsOf = (code: number): number => (code & 31) | ((code & 64) >> 1);
const threeCharacters = 0x3ffff;

/** Which hints begin with these three characters: one look at a table for each character of a text. */
const table = new Uint8Array(threeCharacters + 1);
const hintsAt: { hint: string; rule: SecretRule }[][] = [[]];

for (const rule of [...secretFormats, ...secretContexts]) {
  for (const hint of rule.hints) {
    const key = (bitsAt(hint, 0) << 12) | (bitsAt(hint, 1) << 6) | bitsAt(hint, 2);
    table[key] ||= hintsAt.push([]) - 1;
    hintsAt[table[key] ?? 0]?.push({ hint, rule });
  }
}

function bitsAt(text: string, index: number): number {
  return bitsOf(text.charCodeAt(index));
}

/** Only where letter case counts is it compared here: the pattern will see to the rest. */
function standsAt(hint: string, text: string, start: number, { pattern }: SecretRule): boolean {
  if (!pattern.ignoreCase) return text.startsWith(hint, start);
  for (let index = 3; index < hint.length; index++) {
    if (bitsAt(hint, index) !== bitsAt(text, start + index)) return false;
  }
  return true;
}

/**
 * What is secret by its format or by what stands before it; undefined where the text has characters that nobody sees,
 * and is to be read without them. One loop for both, as everything that is stored goes through it.
 */
export function secretsByRule(text: string): Secret[] | undefined {
  const found: Secret[] = [];
  /** What a rule has read is not read by it again. */
  const readUpTo = new Map<SecretRule, number>();
  let three = 0;
  for (let last = 0; last < text.length; last++) {
    const code = text.charCodeAt(last);
    if ((code < 32 || code > 126) && isHidden(code)) return undefined;
    three = ((three << 6) | bitsOf(code)) & threeCharacters;
    if (table[three] === 0 || last < 2) continue;
    for (const { hint, rule } of hintsAt[table[three] ?? 0] ?? []) {
      const start = last - 2;
      if (!standsAt(hint, text, start, rule) || start < (readUpTo.get(rule) ?? 0)) continue;
      rule.pattern.lastIndex = start;
      const match = rule.pattern.exec(text);
      if (!match) continue;
      readUpTo.set(rule, rule.pattern.lastIndex);
      found.push(...secretsIn(match, rule));
    }
  }
  return found;
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
