import { sha256 } from "./canonical-json.ts";
import { jsonText } from "./frozen.ts";

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
export function markOf(kind: string, secret: string): string {
  return `${opening}${kind}:${digestOf(secret)}]`;
}

export function digestOf(secret: string): string {
  return sha256(`${applicationKey}\n${secret}`).slice(0, 6);
}

/** Where marks are in a text. */
export function marksWithin(text: string): { start: number; end: number }[] {
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
