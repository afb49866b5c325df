import { isUtf8 } from "node:buffer";
import { isJsonObject, safeLine } from "../../base/index.ts";
import type { Fault, Unclosed } from "./fault.ts";
import type { SourceMap } from "./placed-tree.ts";
import { advance, type BytePosition, type Position } from "./position.ts";

/** Something wrong in a file, and where. */
export interface Flaw {
  message: string;
  remedy?: string | undefined;
  position?: Position | undefined;
}

/** One case as its file holds it, before any schema. */
export interface RawCase {
  kind: "case";
  value: unknown;
  /** What is wrong with its text although it can be read. */
  flaws: readonly Flaw[];
  /** Where to read it again: bytes in JSON; in YAML and in a list given in code, its number and 0. */
  offset: number;
  length: number;
  /** Absent for a case given in code. */
  source?: SourceMap | undefined;
}

/** A part of a file that holds no usable case. */
export interface Unreadable {
  kind: "unreadable";
  flaws: readonly Flaw[];
  /** Its id, if that could be read. */
  id?: string | undefined;
  /** Its number in a list given in code. */
  offset?: number | undefined;
  /** What it holds, if only the name of a field is wrong: an import leaves that field out. */
  value?: unknown;
  source?: SourceMap | undefined;
}

/** What reading a file from start to end yields. A `remark` can be used, but its owner should know. */
export type ReadItem = RawCase | Unreadable | { kind: "remark"; flaw: Flaw };

/** The id in a case that has not been checked yet; safe to print. */
export function idOf(value: unknown): string | undefined {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
  return typeof id === "string" && id !== "" ? safeLine(id, 120) : undefined;
}

/** A fault with its place worked out. */
export function flawOf(fault: Fault, positionAt: (offset: number) => Position): Flaw {
  const { kind, message, remedy, offset, unclosed } = fault;
  const { line, column } = positionAt(offset);
  const usual = kind === "syntax" ? "fix it here: the text can be read up to this place" : undefined;
  return { message, remedy: unclosed ? closing(unclosed, positionAt) : (remedy ?? usual), position: { line, column } };
}

function closing({ what, offset }: Unclosed, positionAt: (offset: number) => Position): string {
  const bracket = what === "list" ? "]" : "}";
  return `the ${what} that begins in line ${positionAt(offset).line} is not closed: a “${bracket}” or a comma is missing before this place`;
}

/** Whether a file is `{ "$schema": …, "cases": […] }`, and nothing else. */
export function isCaseList(value: unknown): value is { $schema: string; cases: unknown[] } {
  if (!isJsonObject(value) || typeof value.$schema !== "string" || !Array.isArray(value.cases)) return false;
  return Object.keys(value).length === 2;
}

/** A case without its `$schema`, which is only for editors. */
export function withoutSchema(value: unknown): unknown {
  if (!isJsonObject(value) || typeof value.$schema !== "string") return value;
  const { $schema: _schema, ...rest } = value;
  return rest;
}

/** Why the bytes of a file that starts or continues at a position are not text: a NUL, or something that is not UTF-8. */
export function unreadableText(bytes: Buffer, beginning: BytePosition): Unreadable | undefined {
  const isWhole = isUtf8(bytes);
  const offset = isWhole ? bytes.indexOf(0) : firstInvalidByte(bytes);
  if (offset === -1) return undefined;
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const [message, remedy] = isWhole
    ? ["a NUL byte", "remove it: a case is text, saved as UTF-8"]
    : [utf16 ? "the text is UTF-16, not UTF-8" : "a byte that is not UTF-8", "save the file as UTF-8"];
  const { line, column } = advance(bytes, beginning, offset);
  return { kind: "unreadable", flaws: [{ message, remedy, position: { line, column } }] };
}

function firstInvalidByte(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (length > 1 && !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return 0;
}
