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

/** Text from outside on one line, without the characters that could make a link, a mention or markup. */
export function inertLine(text: string, length: number): string {
  return replacements.reduce((sofar, [pattern, into]) => sofar.replace(pattern, into), safeLine(text, length));
}

/** The same as a code span, in which nothing is markup either. */
export function codeText(text: string, length = 160): string {
  const line = inertLine(text, length);
  return line === "" ? "–" : `\`${line}\``;
}
