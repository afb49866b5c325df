import type { Fault } from "./fault.ts";
import { closes, continues, type Scan, scanValue, skipSpace } from "./json-structure.ts";
import { fail, foundAt, JsonSyntaxError } from "./json-tokens.ts";
import type { PlacedNode } from "./placed-tree.ts";

/** A value's bytes, from `start` up to but not including `end`, and what is wrong with them. */
export interface ScannedValue {
  start: number;
  end: number;
  faults: Fault[];
}

/** The one value that a JSON text holds. Accepts exactly what `JSON.parse` accepts. */
export function jsonValue(bytes: Buffer, start = 0): ScannedValue {
  const scan = startScan(bytes, start);
  try {
    const value = element(scan);
    expectEnd(scan, "a line of a .jsonl file holds one case");
    return value;
  } catch (error) {
    return broken(error);
  }
}

/**
 * The elements of the list in a JSON text, or its one value, each with the fields that it has twice. A syntax error comes
 * last, as a value without bytes.
 */
export function* jsonElements(bytes: Buffer, start = 0): Generator<ScannedValue> {
  const scan = startScan(bytes, start);
  try {
    skipSpace(scan);
    if (bytes[scan.at] !== openBracket) yield element(scan);
    else {
      const open = { what: "list" as const, offset: scan.at };
      scan.at++;
      let more = !closes(scan, closeBracket);
      while (more) {
        yield element(scan);
        more = continues(scan, open);
      }
    }
    expectEnd(scan, "a .json file holds one case or one list; use a .jsonl file for one case per line");
  } catch (error) {
    yield broken(error);
  }
}

/** One value inside a text that was already checked. */
export function jsonElement(bytes: Buffer, start: number): ScannedValue {
  return element(startScan(bytes, start));
}

/** The tree of one value that `jsonElements` accepted. */
export function jsonTree(bytes: Buffer, start = 0): PlacedNode {
  const scan = { ...startScan(bytes, start), building: true };
  skipSpace(scan);
  return scanValue(scan, 0);
}

const [openBracket = 0, closeBracket = 0] = Buffer.from("[]");

function startScan(bytes: Buffer, at: number): Scan {
  return { bytes, at, faults: [], building: false };
}

function expectEnd(scan: Scan, remedy: string): void {
  skipSpace(scan);
  const { bytes, at } = scan;
  if (at < bytes.length) fail(at, `the value ends before this: ${foundAt(bytes, at)}`, remedy);
}

function broken(error: unknown): ScannedValue {
  if (!(error instanceof JsonSyntaxError)) throw error;
  return { start: error.fault.offset, end: error.fault.offset, faults: [error.fault] };
}

function element(scan: Scan): ScannedValue {
  skipSpace(scan);
  const start = scan.at;
  scan.faults = [];
  scanValue(scan, 0);
  return { start, end: scan.at, faults: scan.faults };
}
