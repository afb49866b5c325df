import { sha256 } from "./canonical-json.ts";
import type { Problem } from "./errors.ts";
import { anyOf } from "./find-any.ts";
import { deepFreeze, jsonText } from "./frozen.ts";
import { mapStrings } from "./map-strings.ts";
import { secretValues } from "./secret-environment.ts";
import { backwards, type FindSecrets, readingsOf, type Secret, secretFinder, shifted } from "./secret-finder.ts";
import { secretField } from "./secret-rules.ts";

/**
 * The same everywhere, so that a replay on another machine makes the same marks. It does not stop anyone from testing a
 * guess; docs/decisions/0018-redaction-marks.md says why that is accepted.
 */
const applicationKey = "vivavoce redaction 1";

/** The kind of a text that looked like a mark but was not one. */
export const forgedKind = "mark";

const opening = "[redacted:";
const markPattern = /\[redacted:[a-z0-9-]{1,32}:[0-9a-f]{6}\]/g;

/** The text that replaces a secret: its kind, and a digest that tells two secrets apart. */
function markOf(kind: string, secret: string): string {
  return `${opening}${kind}:${digestOf(secret)}]`;
}

export function digestOf(secret: string): string {
  return sha256(`${applicationKey}\n${secret}`).slice(0, 6);
}

/** Where marks are in a text. */
function marksWithin(text: string): { start: number; end: number }[] {
  if (!text.includes(opening)) return [];
  return [...text.matchAll(markPattern)].map(({ 0: mark, index: start }) => ({ start, end: start + mark.length }));
}

/** Every mark in the strings and field names of a JSON value. */
export function marksIn(value: unknown): Set<string> {
  const json = typeof value === "string" ? value : (jsonText(value) ?? "");
  return new Set(json.includes(opening) ? json.match(markPattern) : []);
}

/** A text with each mark replaced; a mark without a replacement stays. */
export function replaceMarks(text: string, replacement: (mark: string) => string | undefined): string {
  if (!text.includes(opening)) return text;
  return text.replace(markPattern, (mark) => replacement(mark) ?? mark);
}

export interface Redactor {
  /** The text with a mark in place of each secret. Existing marks stay, so redacting twice changes nothing more. */
  text(text: string): string;
  /** A JSON value with every string redacted, including keys; the value itself if it holds no secret. */
  value<T>(value: T, options?: Pick<FirstOptions, "isFinal">): T;
  /** The redacted value as JSON text. */
  json(value: unknown): string;
  /**
   * The same for new text from an agent, a model or a world. Text that looks like a mark is itself marked, unless it is among
   * those `given` before, so that nobody can fake a secret by writing its mark.
   */
  first<T>(value: T, options?: FirstOptions): T;
}

interface FirstOptions {
  /** Marks that a recorded answer has brought in. */
  given?: ReadonlySet<string> | undefined;
  /**
   * Texts that metrics look for. A secret in one of them has the same mark in every form, so that upper case or base64 also
   * counts as saying it. A text that is not itself a secret is shown after the mark of a secret that contains it.
   */
  shown?: readonly string[] | undefined;
  /** Called for every secret with its replacement: the mark, and the text shown after it. */
  onSecret?: ((secret: string, inPlace: string) => void) | undefined;
  /** Freezes the result at every level. It cannot change any more, so this redactor never reads it again, inside other values too. */
  isFinal?: true | undefined;
}

/**
 * The one redactor: key formats, auth headers, passwords in addresses always; and the values of secret-looking
 * environment variables, from 12 characters on, that are not a plain word. Each in every usual encoding.
 */
export function redactor(environment: Record<string, string | undefined> = process.env): Redactor {
  const find = secretFinder(secretValues(environment));
  // Separate functions, because V8 allocates for a closure also on paths that do not make it.
  const both = (first: First) => (text: string) => [...find(text), ...first.reversed(text)];
  const findFor = (first?: First): FindSecrets => (first?.known.length ? both(first) : find);
  /** For a header as a field of an object, only the name says that the string is a secret. */
  const named = (head: string, first?: First) => (text: string) =>
    findFor(first)(head + text).map((secret) => shifted(secret, -head.length));
  const within = (input: string, field?: string, first?: First): string =>
    redacted(input, field && secretField.test(field) ? named(`${field}: "`, first) : findFor(first), first);
  const finished = new WeakSet<object>();
  const final = <T>(result: T, isFinal: true | undefined): T => {
    if (isFinal && typeof result === "object" && result !== null) finished.add(deepFreeze(result));
    return result;
  };
  const value = <T>(input: T, { isFinal }: Pick<FirstOptions, "isFinal"> = {}): T =>
    final(mapStrings(input, within, finished), isFinal);
  return {
    text: (input) => within(input),
    value,
    json: (input) => jsonText(value(input)) as string,
    first: (input, options = {}) => {
      const { shown = [] } = options;
      const secretsOf = (text: string) =>
        merged(find(text)).map(({ start, end, kind }) => ({ kind, secret: text.slice(start, end) }));
      const known = shown.flatMap(secretsOf);
      const long = known.map(({ secret }) => backwards(secret)).filter(({ length }) => length >= distinctive);
      const reversed = anyOf(long);
      const first = {
        ...options,
        known,
        reversed: (text: string) => reversed(text).map((place) => ({ ...place, kind: "canary" })),
        shown: shown.filter((text) => secretsOf(text).length === 0),
      };
      return final(
        mapStrings(input, (text, field) => within(text, field, first)),
        options.isFinal,
      );
    },
  };
}

/** A shorter text may occur backwards by chance. */
const distinctive = 8;

/** A secret that a redactor would remove, and the mark it would put in its place. */
interface SecretPlace extends Secret {
  mark: string;
}

/** Finds secrets by the redactor's rules, without removing them. */
export function secretSearch(environment: Readonly<Record<string, string | undefined>>) {
  const find = secretFinder(secretValues(environment));
  return (text: string): SecretPlace[] =>
    apart(merged(find(text)), marksWithin(text)).map((secret) => {
      return { ...secret, mark: markOf(secret.kind, text.slice(secret.start, secret.end)) };
    });
}

interface First extends FirstOptions {
  /** The secrets in the texts that metrics look for. */
  known: readonly { kind: string; secret: string }[];
  /** Finds these written backwards, which of other secrets is not looked for. */
  reversed: FindSecrets;
}

/** A secret right next to another is found only after that one is removed; invisible characters do not separate them. */
const glued = /[A-Za-z0-9][^\t\n\r -~]*\[redacted:|:[0-9a-f]{6}\][^\t\n\r -~]*[A-Za-z0-9]/;

/** Nearly every text has neither a secret nor a mark, and comes back without taking any memory. */
function redacted(input: string, find: FindSecrets, first: First | undefined): string {
  const found = find(input);
  return found.length === 0 && !input.includes(opening) ? input : marked(input, { found, find, first });
}

function marked(
  input: string,
  { found, find, first }: { found: readonly Secret[]; find: FindSecrets; first: First | undefined },
): string {
  const marks = marksWithin(input);
  const isOwn = ({ start, end }: { start: number; end: number }) =>
    first === undefined || first.given?.has(input.slice(start, end)) === true;
  const forged = marks.filter((place) => !isOwn(place)).map((place) => ({ ...place, kind: forgedKind }));
  let secrets = apart(merged([...found, ...forged]), marks.filter(isOwn));
  let text = input;
  while (secrets.length > 0) {
    text = replaced(text, secrets, first);
    // The lines of a private key may enclose another secret.
    if (!glued.test(text) && secrets.every(({ kind }) => kind !== "private-key")) break;
    secrets = apart(merged(find(text)), marksWithin(text));
  }
  return text;
}

/** In the order of the text. Where two meet they are one, of the longer one's kind; by rule before by value, since rules are the same everywhere. */
function merged(secrets: readonly Secret[]): Secret[] {
  const result: Secret[] = [];
  for (const secret of [...secrets].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (secret.end <= secret.start) continue;
    if (!last || secret.start >= last.end) result.push({ ...secret });
    else if (secret.end > last.end) {
      const kind = secret.end - secret.start > last.end - last.start ? secret.kind : last.kind;
      Object.assign(last, { end: secret.end, kind });
    }
  }
  return result;
}

/** The secrets that remain outside marks. */
function apart(secrets: readonly Secret[], marks: readonly { start: number; end: number }[]): Secret[] {
  if (marks.length === 0) return [...secrets];
  return secrets.flatMap((secret) => {
    const pieces: Secret[] = [];
    let from = secret.start;
    for (const mark of marks) {
      if (mark.end <= from || mark.start >= secret.end) continue;
      pieces.push({ ...secret, start: from, end: mark.start });
      from = mark.end;
    }
    return [...pieces, { ...secret, start: from }].filter(({ start, end }) => end > start);
  });
}

function replaced(
  text: string,
  secrets: readonly Secret[],
  { known = [], shown = [], onSecret }: Partial<First> = {},
): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, kind } of secrets) {
    const written = text.slice(start, end);
    const readings = known.length + shown.length === 0 ? [] : readingsOf(written).map((one) => one.toLowerCase());
    const holds = (one: string) => readings.some((reading) => reading.includes(one.toLowerCase()));
    const said = known.find(({ secret }) => holds(secret)) ?? { kind, secret: written };
    const mark = markOf(said.kind, said.secret);
    const held = shown.filter((one) => one !== written && holds(one));
    const inPlace = [mark, ...held].join(" ");
    onSecret?.(said.secret, inPlace);
    pieces.push(text.slice(from, start), inPlace);
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

/** What is wrong with a name that holds a secret; undefined for any other. */
export function secretIn(
  what: string,
  name: string,
  { redactor, place }: { redactor: Redactor; place?: Problem["place"] },
): Problem | undefined {
  const redacted = redactor.text(name);
  const remedy = "Choose another name: names appear unchanged in the store, in file names and in reports.";
  return redacted === name ? undefined : { message: `${what} contains a secret: ${redacted}`, place, remedy };
}
