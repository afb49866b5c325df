import { mapStrings } from "./map-strings.ts";
import { digestOf, forgedKind, redactor, replaceMarks } from "./redaction.ts";

/** The form in which expectations are compared with a redacted text. */
export interface ExpectedForm {
  text(text: string): string;
  /** The source of a regular expression; a mark in it is literal. */
  pattern(source: string): string;
  /** JSON data with every string in that form. */
  value<T>(value: T): T;
}

/** The form for a text without marks: everything stays as it is. */
export const unmarkedForm: ExpectedForm = {
  text: (text) => text,
  pattern: (source) => source,
  value: (value) => value,
};
const byRule = redactor({});
const forgedMark = `[redacted:${forgedKind}:`;
const shortest = 8;
/** The most words and marks that may make a secret; in a long text a secret has no blanks. */
const mostEdges = 12;
const longText = 2_000;

/**
 * The form for a text in which these marks replace secrets. Expectations are redacted by the same rules. A secret that was
 * known only from its context (an environment variable, a header) is recognised by its digest, so that the outcome is the
 * same on every machine.
 */
export function expectedForm(marks: ReadonlySet<string>): ExpectedForm {
  if (marks.size === 0) return unmarkedForm;
  // A text that only looked like a mark replaces no secret, so its digest is not used.
  const secrets = [...marks].filter((mark) => !mark.startsWith(forgedMark));
  const byDigest = new Map(secrets.map((mark) => [mark.slice(-7, -1), mark]));
  const text = (input: string): string => byRule.text(knownReplaced(input, byDigest));
  return {
    text,
    pattern: (source) => {
      const redacted = text(source);
      return redacted === source ? source : replaceMarks(redacted, (mark) => `(?:\\[${mark.slice(1, -1)}\\])`);
    },
    value: (value) => mapStrings(value, text),
  };
}

/** Replaces each part whose digest belongs to a mark with that mark; the longest first. */
function knownReplaced(input: string, byDigest: ReadonlyMap<string, string>): string {
  const isLong = input.length > longText;
  const edges = edgesOf(input, isLong);
  let output = "";
  let from = 0;
  for (const [at, start] of edges.entries()) {
    if (start < from) continue;
    const ends = edges.slice(at + 1, at + 1 + (isLong ? 1 : mostEdges)).filter((end) => end - start >= shortest);
    const end = ends.findLast((one) => byDigest.has(digestOf(input.slice(start, one))));
    if (end === undefined) continue;
    output += input.slice(from, start) + byDigest.get(digestOf(input.slice(start, end)));
    from = end;
  }
  return output + input.slice(from);
}

/** Where a secret may begin and end: at blanks and, in a text of usual length, at the ends of words. */
function edgesOf(input: string, isLong: boolean): number[] {
  const edge = isLong ? /(?<=\s)(?=\S)|(?<=\S)(?=\s)/g : /(?<=[^\p{L}\p{N}])|(?=[^\p{L}\p{N}])/gu;
  return [0, ...Array.from(input.matchAll(edge), ({ index }) => index), input.length];
}
