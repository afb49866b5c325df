import type { ModelRequest } from "../model/index.ts";
import { closingLine, openingLine } from "./fence.ts";

/** Whatever a reader could take for the end of a line. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** A line that looks like the end of the data, whatever mark it carries and however it is dressed up. */
const closingLook =
  /^[^\p{L}]*(?:end(?:\s*of)?\s*(?:the\s*)?(?:record|data|transcript)|\/(?:record|data|transcript))\b/iu;

/**
 * All that a judge with a weakness for structure takes for instructions: what stands outside a JSON string of the fenced
 * block, and everything after whatever looks like the closing fence. It knows the mark, as every judge is told it.
 */
export function takenForInstructions({ messages }: ModelRequest): string {
  const [system, ...others] = messages;
  const mark = /carry the mark ([0-9a-f]*)/.exec(system?.content ?? "")?.[1] ?? "";
  return others.map(({ content }) => outside(content, mark)).join("\n");
}

function outside(content: string, mark: string): string {
  const [first, ...lines] = content.split(lineEnds);
  if (first !== openingLine(mark)) return content;
  const taken: string[] = [];
  for (const [index, line] of lines.entries()) {
    const closing = line.indexOf(closingLine(mark));
    const end = closingLook.test(line) ? 0 : closing;
    if (end === -1) {
      taken.push(outsideStrings(line));
      continue;
    }
    return [...taken, line.slice(end), ...lines.slice(index + 1)].join("\n");
  }
  return taken.join("\n");
}

/** The characters of a line that no JSON string holds. */
function outsideStrings(line: string): string {
  if (!line.startsWith("{")) return line;
  let text = "";
  let inString = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? "";
    if (inString && character === "\\") at += 1;
    else if (character === '"') inString = !inString;
    else if (!inString) text += character;
  }
  return text;
}

/** What a judge takes for instructions that reads every string as if it were addressed to it. */
export function everyWord({ messages }: ModelRequest): string {
  const [, ...others] = messages;
  return others
    .flatMap(({ content }) => content.split("\n"))
    .map((line) => (line.startsWith("{") ? stringsIn(JSON.parse(line)).join("\n") : line))
    .join("\n");
}

export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
