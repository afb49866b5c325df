import { deepest, depthFault, duplicateFault, type Fault, nameFault, type Unclosed } from "./fault.ts";
import { endOfLiteral, endOfNumber, endOfString, fail, foundAt, JsonSyntaxError } from "./json-tokens.ts";
import type { PlacedMember, PlacedNode } from "./placed-tree.ts";

/** A walk over a JSON text and how far it has come. */
export interface Scan {
  bytes: Buffer;
  at: number;
  faults: Fault[];
  /** Without it, the values that are skipped are not kept. */
  building: boolean;
}

const byteOf = (character: string) => character.charCodeAt(0);
const openList = byteOf("[");
const closeList = byteOf("]");
const openObject = byteOf("{");
const closeObject = byteOf("}");
const comma = byteOf(",");
const colon = byteOf(":");
const quote = byteOf('"');
const minus = byteOf("-");
const passedOver: PlacedNode = { offset: -1, members: [] };

/** Steps over a value; throws a JsonSyntaxError, notes what is wrong but readable in `faults`. */
export function scanValue(scan: Scan, depth: number): PlacedNode {
  const { bytes, at: offset } = scan;
  const byte = bytes[offset] ?? -1;
  if (byte === openList || byte === openObject) {
    if (depth >= deepest) throw new JsonSyntaxError(depthFault(offset));
    scan.at++;
    const members = byte === openList ? scanList(scan, depth, offset) : scanObject(scan, depth, offset);
    return scan.building ? { offset, members } : passedOver;
  }
  scan.at = endOfScalar(bytes, offset, byte);
  if (!scan.building) return passedOver;
  return { offset, members: [], scalar: JSON.parse(bytes.toString("utf8", offset, scan.at)) };
}

function endOfScalar(bytes: Buffer, at: number, byte: number): number {
  if (byte === quote) return endOfString(bytes, at);
  if (byte === minus || (byte >= 0x30 && byte <= 0x39)) return endOfNumber(bytes, at);
  return endOfLiteral(bytes, at);
}

function scanList(scan: Scan, depth: number, opened: number): PlacedMember[] {
  const members: PlacedMember[] = [];
  let more = !closes(scan, closeList);
  for (let index = 0; more; index++) {
    skipSpace(scan);
    const keyOffset = scan.at;
    const node = scanValue(scan, depth + 1);
    if (scan.building) members.push({ key: index, keyOffset, node });
    more = continues(scan, { what: "list", offset: opened });
  }
  return members;
}

function scanObject(scan: Scan, depth: number, opened: number): PlacedMember[] {
  const members: PlacedMember[] = [];
  const keys = new Set<string>();
  let more = !closes(scan, closeObject);
  while (more) {
    skipSpace(scan);
    const keyOffset = scan.at;
    const key = scanKey(scan, keys, opened);
    keys.add(key);
    skipSpace(scan);
    const node = scanValue(scan, depth + 1);
    if (scan.building) members.push({ key, keyOffset, node });
    more = continues(scan, { what: "object", offset: opened });
  }
  return members;
}

function scanKey(scan: Scan, keys: ReadonlySet<string>, opened: number): string {
  const { bytes, at } = scan;
  if (bytes[at] === closeObject) fail(at, "a comma before the end of the object", "remove the comma");
  if (bytes[at] !== quote) {
    // If a value or another closing bracket is here, a bracket before it was probably forgotten.
    const forgotten = at >= bytes.length || [openObject, openList, closeList].includes(bytes[at] ?? -1);
    const unclosed = forgotten ? { what: "object" as const, offset: opened } : undefined;
    fail(at, `a field's name is expected here, found ${foundAt(bytes, at)}`, "put names in double quotes", unclosed);
  }
  scan.at = endOfString(bytes, at);
  const text = bytes.toString("utf8", at + 1, scan.at - 1);
  const key: string = text.includes("\\") ? JSON.parse(`"${text}"`) : text;
  if (keys.has(key)) scan.faults.push(duplicateFault(key, at));
  if (key === "__proto__") scan.faults.push(nameFault(at));
  skipSpace(scan);
  if (bytes[scan.at] !== colon) fail(scan.at, `a colon is expected here, found ${foundAt(bytes, scan.at)}`);
  scan.at++;
  return key;
}

/** Steps over a closing bracket that follows at once. */
export function closes(scan: Scan, bracket: number): boolean {
  skipSpace(scan);
  if (scan.bytes[scan.at] !== bracket) return false;
  scan.at++;
  return true;
}

/** Steps over what follows a member: true after a comma, false after the closing bracket. */
export function continues(scan: Scan, open: Unclosed): boolean {
  if (closes(scan, open.what === "list" ? closeList : closeObject)) return false;
  if (scan.bytes[scan.at] !== comma) {
    const found = foundAt(scan.bytes, scan.at);
    fail(scan.at, `a comma or the end of the ${open.what} is expected here, found ${found}`, undefined, open);
  }
  scan.at++;
  return true;
}

export function skipSpace(scan: Scan): void {
  const { bytes } = scan;
  let { at } = scan;
  for (let byte = bytes[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = bytes[++at]);
  scan.at = at;
}
