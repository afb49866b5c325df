import type { ModelRequest } from "../model/index.ts";
import { fence } from "./fence.ts";

type Block = Parameters<typeof fence.block>[2];

/** The two lines between which data stand, read off a block without any. */
function fenceLines(mark: string, name?: Block): string[] {
  return fence.block([], mark, name).split("\n");
}

export function openingLine(mark: string, name?: Block): string {
  return fenceLines(mark, name)[0] ?? "";
}

export function closingLine(mark: string, name?: Block): string {
  return fenceLines(mark, name)[1] ?? "";
}

/** Whatever a reader could take for the end of a line. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** A line that looks like the end of the data, whatever mark it carries and however it is dressed up. */
const closingLook =
  /^[^\p{L}]*(?:end(?:\s*of)?\s*(?:the\s*)?(?:record|items|data|transcript)|\/(?:record|items|data|transcript))\b/iu;

/**
 * All that a judge with a weakness for structure takes for instructions: what stands outside a JSON string of the fenced
 * blocks, and everything from whatever looks like a closing fence to the next opening one. It knows the mark, as every
 * judge does.
 */
export function takenForInstructions({ messages }: ModelRequest): string {
  const [, ...others] = messages;
  return others.map(({ content }) => outside(content)).join("\n");
}

function outside(content: string): string {
  const [first = "", ...lines] = content.split(lineEnds);
  const mark = /^<<<RECORD ?([0-9a-f]*)$/.exec(first)?.[1];
  if (mark === undefined) return content;
  const taken: string[] = [];
  let isInside = true;
  for (const line of lines) {
    const closing = Math.max(line.indexOf(closingLine(mark)), line.indexOf(closingLine(mark, "ITEMS")));
    const end = closingLook.test(line) ? 0 : closing;
    if (!isInside) isInside = line === openingLine(mark, "ITEMS");
    else if (end === -1) taken.push(outsideStrings(line));
    else isInside = false;
    if (!isInside) taken.push(line.slice(Math.max(0, end)));
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
