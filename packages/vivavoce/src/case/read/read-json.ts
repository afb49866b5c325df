import { unreadableText } from "./encoding.ts";
import type { Fault } from "./fault.ts";
import { jsonElements, jsonTree } from "./json-scanner.ts";
import { advance, type BytePosition, textStart } from "./position.ts";
import { flawOf, idOf, type RawCase, type ReadItem, sourceMap, type Unreadable } from "./raw-case.ts";

/** The cases of a whole JSON file: one, or a list of them. */
export function* readJson(bytes: Buffer): Generator<ReadItem> {
  const beginning = textStart(bytes);
  const unreadable = unreadableText(bytes, beginning);
  if (unreadable) return yield unreadable;
  if (isBlank(bytes.subarray(beginning.offset))) return;
  let reached = beginning;
  for (const { start, end, faults } of jsonElements(bytes, beginning.offset)) {
    reached = advance(bytes, reached, start);
    yield jsonCase(bytes, reached, end, faults);
  }
}

/** One scanned value as a case, or why it is none. */
export function jsonCase(
  bytes: Buffer,
  start: BytePosition,
  end: number,
  faults: readonly Fault[],
): RawCase | Unreadable {
  const positionAt = (offset: number) => advance(bytes, start, offset);
  const flaws = faults.map((fault) => flawOf(fault, positionAt));
  if (faults.some(({ kind }) => kind === "syntax" || kind === "depth")) return { kind: "unreadable", flaws };
  const value: unknown = JSON.parse(bytes.toString("utf8", start.offset, end));
  const source = sourceMap(start, () => jsonTree(bytes, start.offset), positionAt);
  if (faults.some(({ kind }) => kind === "name")) return { kind: "unreadable", flaws, id: idOf(value), value, source };
  return { kind: "case", value, flaws, offset: start.offset, length: end - start.offset, source };
}

/** Nothing but JSON's white space. */
export function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
