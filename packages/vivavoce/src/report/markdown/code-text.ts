import { safeLine } from "../../base/index.ts";

/** What could still mean something to a renderer that does not know code spans, and what stands in its place. */
const replacements: readonly [pattern: RegExp, replacement: string][] = [
  [/`/g, "ˋ"],
  [/</g, "‹"],
  [/>/g, "›"],
  [/\|/g, "¦"],
  [/\\/g, "∖"],
  [/@/g, "＠"],
  [/&/g, "＆"],
  [/\]\(/g, "] ("],
  [/:\/\//g, ":/ /"],
  [/\b(www)\./gi, "$1 ."],
  [/!\[/g, "! ["],
];

/**
 * Text from outside on one line of Markdown: always a code span, in which nothing is a link, a mention or markup; and
 * the characters that would make one are not in it either.
 */
export function codeText(text: string, length = 160): string {
  const line = replacements.reduce((sofar, [pattern, into]) => sofar.replace(pattern, into), safeLine(text, length));
  return line === "" ? "–" : `\`${line}\``;
}
