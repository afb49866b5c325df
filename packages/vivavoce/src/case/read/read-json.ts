import type { Fault } from "./fault.ts";
import { JsonScan, jsonElements, jsonTree, type ScannedValue } from "./json-scanner.ts";
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
function listedIn(bytes: Buffer, scanned: ScannedValue): ScannedValue[] {
  const { start, end, faults } = scanned;
  if (faults.some(({ kind }) => kind !== "duplicate")) return [scanned];
  if (!isCaseList(JSON.parse(bytes.toString("utf8", start, end)))) return [scanned];
  const list = jsonTree(bytes, start).members.find(({ key }) => key === "cases");
  const elements = list?.node.members.map(({ node }) => new JsonScan(bytes, node.offset).element()) ?? [];
  // A field that the object has twice is reported like a field that a case has twice.
  return elements.flatMap((element) => element.faults).length === faults.length ? elements : [scanned];
}

/** One scanned value as a case, or why it is not one. */
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
  const source = new SourceMap(start, () => jsonTree(bytes, start.offset), positionAt);
  if (faults.some(({ kind }) => kind === "name")) return { kind: "unreadable", flaws, id: idOf(value), value, source };
  return { kind: "case", value, flaws, offset: start.offset, length: end - start.offset, source };
}

/** Nothing but JSON's white space. */
export function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
