import { safeLine } from "../../base/index.ts";
import type { Fault, Unclosed } from "./fault.ts";
import type { Hint, Path, PlacedNode } from "./placed-tree.ts";
import { hasPath, offsetOfField, offsetOfHint, offsetOfValue } from "./placed-tree.ts";
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

/** A stretch of a file that holds no case one could use. */
export interface Unreadable {
  kind: "unreadable";
  flaws: readonly Flaw[];
  /** Its id, where that much could be read. */
  id?: string | undefined;
  /** Its number in a list given in code. */
  offset?: number | undefined;
  /** What it holds, where only the name of a field is at fault: an import leaves out that field. */
  value?: unknown;
  source?: SourceMap | undefined;
}

/** What a file gives when it is read from start to end. `remark`: it can be used, but its owner should know. */
export type ReadItem = RawCase | Unreadable | { kind: "remark"; flaw: Flaw };

/** The id that a case gives itself, before anything was checked; safe to print. */
export function idOf(value: unknown): string | undefined {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
  return typeof id === "string" && id !== "" ? safeLine(id, 120) : undefined;
}

/** Leads from the parts of a value back to its text. */
export interface SourceMap {
  start: Position;
  value(path: Path): Position;
  field(path: Path): Position;
  /** Whether the text has something at a path. */
  has(path: Path): boolean;
  find(hint: Hint, nth?: number): Position | undefined;
}

/** A source map that builds its tree when it is first asked: most cases have nothing to point at. */
export function sourceMap(
  start: Position,
  build: () => PlacedNode,
  positionAt: (offset: number) => Position,
): SourceMap {
  let built: PlacedNode | undefined;
  const tree = () => {
    built ??= build();
    return built;
  };
  return {
    start,
    value: (path) => positionAt(offsetOfValue(tree(), path)),
    field: (path) => positionAt(offsetOfField(tree(), path)),
    has: (path) => hasPath(tree(), path),
    find: (hint, nth) => {
      const offset = offsetOfHint(tree(), hint, nth);
      return offset === undefined ? undefined : positionAt(offset);
    },
  };
}

/** A fault with its place worked out. */
export function flawOf(fault: Fault, positionAt: (offset: number) => Position): Flaw {
  const { kind, message, remedy, offset, unclosed } = fault;
  const { line, column } = positionAt(offset);
  const usual = kind === "syntax" ? "mend it here: up to this place the text can be read" : undefined;
  return { message, remedy: unclosed ? closing(unclosed, positionAt) : (remedy ?? usual), position: { line, column } };
}

function closing({ what, offset }: Unclosed, positionAt: (offset: number) => Position): string {
  const bracket = what === "list" ? "]" : "}";
  return `the ${what} that begins in line ${positionAt(offset).line} is not closed: a “${bracket}” or a comma is missing before this place`;
}
