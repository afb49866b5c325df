import { canonicalJson, type JsonValue, mapStrings, marksIn, replaceMarks, sha256 } from "../base/index.ts";

/**
 * SHA-256 over a request as it is kept. All redaction marks count as equal, so that a hash neither depends on a secret nor
 * reveals one: a tape is used longer than the key that it was recorded with.
 */
export function hashOfKept(request: JsonValue): string {
  return readingOfKept(request).hash;
}

/** The hash of a request as it is kept, and whether there are marks in it. */
export function readingOfKept(request: JsonValue): { hash: string; hasMarks: boolean } {
  // A mark stands in JSON as it stands in a text, but it may change the order of fields.
  const text = canonicalJson(request);
  const hasMarks = marksIn(text).size > 0;
  return { hasMarks, hash: hasMarks ? sha256(comparableText(request)) : sha256(text) };
}

/** The text over which the hash of a request is made. */
export function comparableText(request: JsonValue): string {
  return canonicalJson(mapStrings(request, withoutDigests));
}

function withoutDigests(text: string): string {
  return replaceMarks(text, () => "[redacted]");
}
