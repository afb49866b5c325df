import { OutsideWorldError } from "./world-errors.ts";

/** A dot, slash, backslash or NUL written as %2e, %252e or %u002e, or in bytes that UTF-8 forbids. */
const encoded = /%(?:25)*(?:u00)?(?:2e|2f|5c|00|c0|c1)|%(?:25)*e0%(?:25)*80/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** What is wrong with a path, first that applies. */
const refusals: { reason: string; applies(path: string): boolean }[] = [
  { reason: "it names no note", applies: (path) => path.trim() === "" },
  { reason: "it holds a control character", applies: (path) => control.test(path) },
  { reason: "it is absolute", applies: (path) => path.startsWith("/") || /^~(?:\/|$)/.test(path) },
  { reason: "it names a drive", applies: (path) => /^[a-z](?::|%(?:25)*3a)/i.test(path) },
  { reason: "it holds a backslash", applies: (path) => path.includes("\\") },
  { reason: "it hides characters behind percent signs", applies: (path) => encoded.test(path) },
  { reason: "a part of it is empty", applies: (path) => path.split("/").includes("") },
  { reason: "it climbs with ..", applies: (path) => path.normalize("NFKC").split("/").some(isClimb) },
];

/** Two dots, or what some systems treat like them: more dots, or dots and white space. A single dot is harmless. */
function isClimb(segment: string): boolean {
  return segment !== "" && segment !== "." && /^[.\s]+$/.test(segment);
}

/**
 * The path as the world knows it (NFC, without `.` segments), or an OutsideWorldError. Refused are `..`, absolute paths,
 * drive letters, backslashes, control characters, empty segments, and all of these in disguise.
 *
 * @example confine("Projects/../Inbox.md") // throws an OutsideWorldError
 */
export function confine(path: string): string {
  if (typeof path !== "string") throw new OutsideWorldError(String(path), "it is not text");
  const place = path
    .normalize("NFC")
    .split("/")
    .filter((segment) => segment !== ".")
    .join("/");
  // Check both: composing a letter or dropping a segment can reveal what was hidden, as in ./C:/secret.md
  const refusal = refusals.find(({ applies }) => applies(path) || applies(place));
  if (refusal) throw new OutsideWorldError(path, refusal.reason);
  return place;
}
