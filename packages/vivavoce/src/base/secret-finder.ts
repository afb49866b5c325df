import { anyOf } from "./find-any.ts";
import { backwards } from "./secret-hints.ts";
import { type ReadingOptions, readByRule, type Secret, type SecretReading } from "./secret-rules.ts";
import { isWordy } from "./secret-shape.ts";
import { joinedLines, lineBreaks, onOneLine, type TextView, unescapedText, visibleText } from "./text-view.ts";

export type FindSecrets = (text: string) => Secret[];

/** How often a text is decoded and searched again: JSON in a URL in base64. */
const deepest = 3;
/** A shorter piece of a key, alone in its line, is not marked. */
const shortestTail = 8;
const shortestKey = 19;
/** The longest key over several lines. */
const mostOfKey = 400;
const mostOfKind: Readonly<Record<string, number>> = { "web-token": 8_000 };

/** Finds keys by their format, secrets by the text before them, and these values, each in every usual encoding. */
export function secretFinder(values: readonly string[]): FindSecrets {
  const findValues = anyOf([...new Set(values.map((value) => onOneLine(visibleText(value)?.text ?? value)))]);

  const find = (text: string, depth: number, options?: ReadingOptions): Secret[] => {
    const reading = readByRule(text, options);
    if (reading.hidden) {
      const seen = visibleText(text);
      return seen ? placed(find(seen.text, depth, options), seen) : [];
    }
    const found = [...reading.secrets, ...known(text, reading)];
    if (reading.split) found.push(...overLines(text, reading));
    if (reading.reversed) found.push(...reversed(text));
    if (depth === deepest) return found;
    for (const { start, end } of reading.encoded) {
      for (const secret of encoded(text.slice(start, end), depth)) found.push(shifted(secret, start));
    }
    const view = reading.escaped ? unescapedText(text) : undefined;
    if (view) found.push(...placed(find(view.text, depth + 1, options), view));
    return found;
  };

  /** Values, also if they are split over lines. The map back to the text is built only if something was found. */
  const known = (text: string, { broken }: SecretReading): Secret[] => {
    if (values.length === 0) return [];
    const joined = broken ? onOneLine(text) : text;
    const found = findValues(joined).map((place) => ({ ...place, kind: "environment" }));
    const way = found.length === 0 || joined === text ? undefined : joinedLines(text);
    return way ? placed(found, way) : found;
  };

  /** The contents of a run of base64 or hexadecimal digits, wherever its first byte begins. */
  const encoded = (stretch: string, depth: number): Secret[] => {
    const joined = joinedLines(stretch);
    if (joined) return placed(encoded(joined.text, depth), joined);
    const found: Secret[] = [];
    const digits = [...stretch.matchAll(/[0-9a-fA-F]{38,}/g)];
    for (const { 0: run, index } of digits) found.push(...decoded(run, "hex", depth).map((one) => shifted(one, index)));
    if (digits[0]?.[0].length !== stretch.length) found.push(...decoded(stretch, "base64", depth));
    return found;
  };

  const decoded = (run: string, encoding: "hex" | "base64", depth: number): Secret[] => {
    const [bits, offsets] = encoding === "hex" ? [4, 2] : [6, 4];
    const found: Secret[] = [];
    for (let offset = 0; offset < offsets; offset++) {
      const text = Buffer.from(run.slice(offset), encoding).toString("latin1");
      for (const { start, end, kind } of find(text, depth + 1, { binary: true })) {
        const to = Math.min(run.length, offset + Math.ceil((end * 8) / bits));
        found.push({ kind, start: offset + Math.floor((start * 8) / bits), end: to });
      }
    }
    return found;
  };

  const harmless = recentTexts();
  return (text) => {
    if (harmless.has(text)) return [];
    const found = find(text, 0);
    if (found.length === 0) harmless.add(text);
    return found;
  };
}

/**
 * Keys that continue in the next line. If the first line alone is already a key, it keeps its mark, and the rest gets its
 * own, so that a key has the same mark whatever comes below it.
 */
function overLines(text: string, { secrets }: SecretReading): Secret[] {
  const joined = joinedLines(text);
  if (!joined) return [];
  return readByRule(joined.text, { formatsOnly: true }).secrets.flatMap(({ kind, ...stretch }) => {
    const { start, end: last } = joined.place(stretch.start, stretch.end);
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

function reversed(text: string): Secret[] {
  const { length } = text;
  return readByRule(backwards(text), { formatsOnly: true }).secrets.map(({ kind, start, end }) => {
    return { kind, start: length - end, end: length - start };
  });
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
