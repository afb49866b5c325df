import { safeLine } from "../../base/index.ts";
import type { Path } from "./placed-tree.ts";

/** Something wrong with a text itself, found before any schema is used. */
export interface Fault {
  /** After a `duplicate` the value can still be checked; after the others it cannot be trusted. */
  kind: "syntax" | "depth" | "duplicate" | "name";
  message: string;
  /** In the text: bytes for JSON, UTF-16 units for YAML. */
  offset: number;
  remedy?: string | undefined;
  /** The open list or object, if a missing bracket would explain the fault. */
  unclosed?: Unclosed | undefined;
}

/** A list or an object, by the offset of its opening bracket. */
export interface Unclosed {
  what: "list" | "object";
  offset: number;
}

/** Thrown at the first byte that is not allowed in its place. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

export function fail(offset: number, message: string, remedy?: string, unclosed?: Unclosed): never {
  throw new JsonSyntaxError({ kind: "syntax", message, offset, remedy, unclosed });
}

/** How deep a case may be nested; beyond this, walking it could overflow the stack. */
export const deepest = 200;

export function depthFault(offset: number): Fault {
  return {
    kind: "depth",
    message: `nested more than ${deepest} levels deep`,
    offset,
    remedy: "flatten the data, or keep it as a string",
  };
}

export function duplicateFault(key: string, offset: number): Fault {
  return {
    kind: "duplicate",
    message: `the field "${safeLine(key, 60)}" is given twice`,
    offset,
    remedy: "keep one of them: JSON readers disagree on which one counts",
  };
}

export function nameFault(offset: number): Fault {
  return {
    kind: "name",
    message: 'a field may not be called "__proto__"',
    offset,
    remedy: "rename it: this name has a special meaning in JavaScript",
  };
}

const remedies: ReadonlyMap<string, string> = new Map([
  ["'", "put JSON strings in double quotes"],
  ["/", "JSON has no comments; a YAML case file may have them"],
  ["#", "JSON has no comments; a YAML case file may have them"],
  ["]", "remove the comma before the bracket"],
  ["}", "remove the comma before the bracket"],
  [",", "remove one comma"],
]);

/** What to do about a byte with which no value can begin. */
export function remedyFor(bytes: Buffer, at: number): string {
  if (at >= bytes.length) return "the text is cut off: check the closing brackets";
  const usual = "put text in double quotes; only true, false and null are written without";
  return remedies.get(String.fromCharCode(bytes[at] ?? 0)) ?? usual;
}

/**
 * The first place where a value that did not come from our JSON scanner is unsafe to walk: it nests too deep (a cycle does)
 * or has a field called `__proto__`.
 */
export function shapeFault(value: unknown, path: Path = []): { kind: "depth" | "name"; path: Path } | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (path.length >= deepest) return { kind: "depth", path };
  const fields: Iterable<[string | number, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, field] of fields) {
    if (key === "__proto__") return { kind: "name", path: [...path, key] };
    const fault = shapeFault(field, [...path, key]);
    if (fault) return fault;
  }
  return undefined;
}
