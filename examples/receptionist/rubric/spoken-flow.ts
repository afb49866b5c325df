import type { CodeDecision, RubricReply } from "vivavoce/metrics";

/** What can be written but not said. */
const written: readonly [string, RegExp][] = [
  ["a list", /^\s*(?:[-*+•–]|\d{1,2}[.)])\s+\S/m],
  ["a URL", /\bhttps?:\/\/|\bwww\.|\b[\w-]+\.(?:com|org|net|io)\b/i],
  ["markdown", /\*\*|__|~~|`|^\s{0,3}#{1,6}\s|^\s*>\s|\[[^\]]*\]\([^)]*\)|(?<![\w*])\*[^\s*][^*]*\*(?!\w)/m],
  ["a bracket", /[()[\]{}<>]/],
  ["a semicolon", /;/],
];

/** A list, a bracket, a semicolon, a URL or markdown is written language. */
export function decideSpokenFlow({ text }: Pick<RubricReply, "text">): CodeDecision | undefined {
  const found = written.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
  return found.length === 0 ? undefined : { atMost: 2, reason: `it holds ${found.join(", ")}` };
}
