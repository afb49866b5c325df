import type { Readable } from "node:stream";
import { LineSplitter, messageOf, safeLine } from "../base/index.ts";

/** One JSON value of a stream, or the reason why the text is not JSON. `line` is where it begins, from 1. */
export type CaseLine = { line: number; value: unknown } | { line: number; fault: string };

/** A value that has begun, with the lines that have arrived so far. */
interface Begun {
  line: number;
  lines: string[];
  /** How many braces and brackets are open. */
  depth: number;
}

/**
 * The JSON values of a stream, each as soon as its last line has arrived, since the sender may wait for an answer
 * before it sends the next one. The signal ends it. A value is one line, or several, as in an indented file.
 */
export async function* caseLines(input: Readable, signal: AbortSignal): AsyncGenerator<CaseLine, void> {
  let begun: Begun | undefined;
  let number = 0;
  for await (const text of linesOf(input, signal)) {
    number += 1;
    const own = number === 1 ? text.replace(/^\uFEFF/, "") : text;
    if (own.trim() === "") continue;
    if (begun) {
      begun.lines.push(own);
      begun.depth += opened(own);
      // Parsing at every line would make long files slow: the second line shows whether the first began a value or is broken.
      if (begun.lines.length > 2 && begun.depth > 0) continue;
      const read = readValue(begun.line, begun.lines.join("\n"));
      if (read === "unfinished") continue;
      begun = undefined;
      // If this line is a value by itself, the value before it was never finished.
      const isNext = !("value" in read) && isObject(own);
      yield isNext ? { line: read.line, fault: neverEnds } : read;
      if (!isNext) continue;
    }
    const read = readValue(number, own);
    if (read === "unfinished") begun = { line: number, lines: [own], depth: opened(own) };
    else yield read;
  }
  if (begun) yield { line: begun.line, fault: neverEnds };
}

async function* linesOf(input: Readable, signal: AbortSignal): AsyncGenerator<string, void> {
  const lines = new LineSplitter();
  const stop = () => input.destroy();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for await (const piece of input) yield* lines.push(Buffer.from(piece));
    yield* lines.end();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

const neverEnds = "the JSON that begins here does not end";

/** How many more braces and brackets a line opens than it closes, outside of strings, which end on their line. */
function opened(line: string): number {
  const bare = line.replaceAll(/"(?:[^"\\]|\\.)*"/g, "");
  return bare.replaceAll(/[^[{]/g, "").length - bare.replaceAll(/[^\]}]/g, "").length;
}

function readValue(line: number, text: string): CaseLine | "unfinished" {
  try {
    return { line, value: JSON.parse(text) };
  } catch (error) {
    const message = messageOf(error);
    const [, position] = /at position (\d+)/.exec(message) ?? [];
    // Only the end is missing: more may come.
    if (position === undefined ? /end of JSON/.test(message) : Number(position) >= text.trimEnd().length)
      return "unfinished";
    return { line, fault: `this is not valid JSON: ${safeLine(message, 160)}` };
  }
}

function isObject(text: string): boolean {
  const read = readValue(0, text);
  return read !== "unfinished" && "value" in read && typeof read.value === "object" && read.value !== null;
}
