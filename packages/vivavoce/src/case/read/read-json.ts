import { closeSync, openSync, readSync, statSync } from "node:fs";
import { refuseIrregular } from "../../base/index.ts";
import type { Fault } from "./fault.ts";
import { JsonScan, jsonElements, jsonTree, jsonValue } from "./json-scanner.ts";
import { SourceMap } from "./placed-tree.ts";
import { advance, type BytePosition, textStart } from "./position.ts";
import { flawOf, idOf, isCaseList, type RawCase, type ReadItem, type Unreadable, unreadableText } from "./raw-case.ts";

/** The cases of a whole JSON file: one, or a list of them. */
export function* readJson(bytes: Buffer): Generator<ReadItem> {
  const beginning = textStart(bytes);
  const unreadable = unreadableText(bytes, beginning);
  if (unreadable) return yield unreadable;
  if (isBlank(bytes.subarray(beginning.offset))) return;
  let reached = beginning;
  for (const scanned of jsonElements(bytes, beginning.offset)) {
    for (const { start, end, faults } of listedIn(bytes, scanned)) {
      reached = advance(bytes, reached, start);
      yield jsonCase(bytes, reached, end, faults);
    }
  }
}

/** The cases of a list that names its schema; any other value is itself one. */
function listedIn(bytes: Buffer, scanned: ReturnType<typeof jsonValue>) {
  const { start, end, faults } = scanned;
  if (faults.some(({ kind }) => kind !== "duplicate")) return [scanned];
  if (!isCaseList(JSON.parse(bytes.toString("utf8", start, end)))) return [scanned];
  const list = jsonTree(bytes, start).members.find(({ key }) => key === "cases");
  const elements = list?.node.members.map(({ node }) => new JsonScan(bytes, node.offset).element()) ?? [];
  // A field that the object has twice is reported like a field that a case has twice.
  return elements.flatMap((element) => element.faults).length === faults.length ? elements : [scanned];
}

const longestLine = 10 * 1024 * 1024;

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

/** One scanned value as a case, or why it is not one. */
function jsonCase(bytes: Buffer, start: BytePosition, end: number, faults: readonly Fault[]): RawCase | Unreadable {
  const positionAt = (offset: number) => advance(bytes, start, offset);
  const flaws = faults.map((fault) => flawOf(fault, positionAt));
  if (faults.some(({ kind }) => kind === "syntax" || kind === "depth")) return { kind: "unreadable", flaws };
  const value: unknown = JSON.parse(bytes.toString("utf8", start.offset, end));
  const source = new SourceMap(start, () => jsonTree(bytes, start.offset), positionAt);
  if (faults.some(({ kind }) => kind === "name")) return { kind: "unreadable", flaws, id: idOf(value), value, source };
  return { kind: "case", value, flaws, offset: start.offset, length: end - start.offset, source };
}

/** Nothing but JSON's white space. */
function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}

/**
 * One line of a file without its line feed. A line over the limit is reported, but not kept.
 * `bytes` are valid only until the next line is read, because the memory is reused.
 */
type Line =
  | { kind: "line"; number: number; offset: number; bytes: Buffer }
  | { kind: "too long"; number: number; offset: number };

const lineFeed = 0x0a;
const chunkBytes = 64 * 1024;

/** A file line by line; never more of it in memory than one line and one chunk. */
export function* linesOf(path: string, longest: number): Generator<Line> {
  refuseIrregular(path, statSync(path));
  const file = openSync(path, "r");
  let line = { number: 1, offset: 0, length: 0, parts: [] as Buffer[] };
  const add = (part: Buffer) => {
    line.length += part.length;
    if (line.length > longest) line.parts = [];
    else if (part.length > 0) line.parts.push(part);
  };
  const finish = (): Line => {
    const { number, offset, length, parts } = line;
    line = { number: number + 1, offset: offset + length + 1, length: 0, parts: [] };
    if (length > longest) return { kind: "too long", number, offset };
    const [only] = parts;
    return { kind: "line", number, offset, bytes: only && parts.length === 1 ? only : Buffer.concat(parts) };
  };
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    for (let size = 1; size > 0; ) {
      size = readSync(file, chunk, 0, chunkBytes, null);
      const part = chunk.subarray(0, size);
      let from = 0;
      for (let at = part.indexOf(lineFeed); at !== -1; at = part.indexOf(lineFeed, from)) {
        add(part.subarray(from, at));
        yield finish();
        from = at + 1;
      }
      // A copy, because the chunk is filled again.
      add(Buffer.from(part.subarray(from)));
    }
    if (line.length > 0) yield finish();
  } finally {
    closeSync(file);
  }
}
