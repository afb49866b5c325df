import { everyOf } from "./find-any.ts";
import { secretContexts } from "./secret-contexts.ts";
import { type SecretRule, secretFormats } from "./secret-formats.ts";
import { isWordy } from "./secret-shape.ts";

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
export function secretsByRule(text: string, { formatsOnly = false, binary = false }: ReadingOptions = {}): Secret[] {
  const found: Secret[] = [];
  const readUpTo = new Map<RegExp, number>();
  /** How often in a row a pattern has found something that is not a secret. */
  const rejected = new Map<RegExp, number>();
  eachHint(text, (start, at) => {
    const { hint, rule, isFormat } = hints[at] as (typeof hints)[number];
    if (formatsOnly && !isFormat) return;
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
