import { safeLine } from "../../base/index.ts";

/** Characters that a renderer without code spans might interpret, and what replaces them. */
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
 * Text from outside on one line of Markdown: always a code span, in which nothing is a link, a mention or markup. The
 * characters that could make one are replaced too.
 */
export function codeText(text: string, length = 160): string {
  const line = replacements.reduce((sofar, [pattern, into]) => sofar.replace(pattern, into), safeLine(text, length));
  return line === "" ? "–" : `\`${line}\``;
}
