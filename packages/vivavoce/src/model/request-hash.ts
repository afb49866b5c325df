import { canonicalJson, hashOf, type JsonValue, mapStrings, marksIn, replaceMarks, sha256 } from "../base/index.ts";

/**
 * SHA-256 over a request as it is kept. All redaction marks count as equal, so that a hash neither depends on a secret nor
 * reveals one: a tape is used longer than the key that it was recorded with.
 */
export function hashOfKept(request: JsonValue): string {
  // A mark stands in JSON as it stands in a text, but it may change the order of fields.
  const text = canonicalJson(request);
  return marksIn(text).size === 0 ? sha256(text) : hashOf(mapStrings(request, withoutDigests));
}

function withoutDigests(text: string): string {
  return replaceMarks(text, () => "[redacted]");
}
