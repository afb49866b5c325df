import { plural, safeLine } from "../../base/index.ts";

/** GitHub takes comments of up to 65,536 characters; the action adds a few lines. */
const longest = 60_000;

/** A paragraph of a comment. One that is optional goes before anything else is cut. */
interface MarkdownPart {
  text: string;
  optional?: boolean | undefined;
}

/** Longer than the note that parts were left out. */
const longestNote = 120;

/**
 * The parts that fit into a comment, in their order. All verdicts come before any detail: a long list of flips in one
 * suite must not push the failure of another out of the comment.
 */
export function fitted(parts: readonly MarkdownPart[]): string {
  let room =
    longest - longestNote - parts.reduce((sum, { text, optional }) => sum + (optional ? 0 : text.length + 2), 0);
  const kept = parts.filter(({ text, optional }) => {
    if (!optional) return true;
    if (text.length + 2 > room) return false;
    room -= text.length + 2;
    return true;
  });
  const left = parts.length - kept.length;
  const note =
    left > 0 ? [`… ${plural(left, "part")} left out to fit into a comment; the other reports hold the rest.`] : [];
  return cut(`${[...kept.map(({ text }) => text), ...note].join("\n\n")}\n`);
}

/** GitHub refuses a comment that is too long, so its end is cut off. */
function cut(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, text.lastIndexOf("\n", longest))}\n\n… cut here; the other reports hold the rest.\n`;
}

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
