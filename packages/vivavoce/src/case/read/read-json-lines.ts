import { unreadableText } from "./encoding.ts";
import { jsonValue } from "./json-scanner.ts";
import { type Line, linesOf } from "./lines.ts";
import { advance, textStart } from "./position.ts";
import type { ReadItem } from "./raw-case.ts";
import { isBlank, jsonCase } from "./read-json.ts";

export const longestLine = 10 * 1024 * 1024;

/** The cases of a file with one case per line; blank lines are skipped. */
export function* readJsonLines(path: string): Generator<ReadItem> {
  for (const line of linesOf(path, longestLine)) {
    const item = line.kind === "line" ? caseInLine(line) : tooLong(line.number);
    if (item) yield item;
  }
}

function caseInLine({ bytes, offset, number }: Extract<Line, { kind: "line" }>): ReadItem | undefined {
  const beginning = { ...(offset === 0 ? textStart(bytes) : { offset: 0, column: 1 }), line: number };
  const unreadable = unreadableText(bytes, beginning);
  if (unreadable) return unreadable;
  if (isBlank(bytes.subarray(beginning.offset))) return undefined;
  const { start, end, faults } = jsonValue(bytes, beginning.offset);
  const item = jsonCase(bytes, advance(bytes, beginning, start), end, faults);
  return item.kind === "case" ? { ...item, offset: offset + item.offset } : item;
}

function tooLong(line: number): ReadItem {
  const message = `a line of more than ${longestLine / 1024 / 1024} MB`;
  const remedy = "one line holds one case: split it, or keep large data in a file that the case names";
  return { kind: "unreadable", flaws: [{ message, remedy, position: { line, column: 1 } }] };
}
