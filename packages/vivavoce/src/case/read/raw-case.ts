import { safeLine } from "../../base/index.ts";
import type { Fault, Unclosed } from "./fault.ts";
import type { SourceMap } from "./placed-tree.ts";
import type { Position } from "./position.ts";

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
