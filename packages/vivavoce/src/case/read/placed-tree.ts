import type { Position } from "./position.ts";

export type Path = readonly (string | number)[];

/** A value's parts and where each stands in its text. Built only to point at something. */
export interface PlacedNode {
  offset: number;
  /** What a leaf holds; undefined for lists and objects. */
  scalar?: unknown;
  members: readonly PlacedMember[];
}

export interface PlacedMember {
  key: string | number;
  keyOffset: number;
  node: PlacedNode;
}

/** What to look for in a case that its schema reshaped, so that no path leads there. */
type Hint = { kind: "field"; name: string } | { kind: "value"; value: string | number; field?: string | undefined };

/** Something found in a finished case. The path leads through that case; the hint finds it in the text. */
export interface CaseFinding {
  level: "problem" | "warning";
  message: string;
  remedy?: string | undefined;
  path: Path;
  hint: Hint;
}

/** Leads from the parts of a value back to its text. Its tree is built on first use: most cases have nothing to point at. */
export class SourceMap {
  readonly start: Position;
  readonly #build: () => PlacedNode;
  readonly #positionAt: (offset: number) => Position;
  #built: PlacedNode | undefined;

  constructor(start: Position, build: () => PlacedNode, positionAt: (offset: number) => Position) {
    this.start = start;
    this.#build = build;
    this.#positionAt = positionAt;
  }

  /** Where the value at a path is; if it is missing, the nearest thing around it. */
  value(path: Path): Position {
    for (let length = path.length; length > 0; length--) {
      const member = this.#memberAt(path.slice(0, length));
      if (member) return this.#positionAt(member.node.offset);
    }
    return this.#positionAt(this.#tree.offset);
  }

  /** Where the name of the field at a path stands. */
  field(path: Path): Position {
    const member = this.#memberAt(path);
    return member ? this.#positionAt(member.keyOffset) : this.value(path);
  }

  has(path: Path): boolean {
    return path.length === 0 || this.#memberAt(path) !== undefined;
  }

  /** Where a hint leads: the `nth` (from 0) matching place, or the last one. */
  find(hint: Hint, nth = 0): Position | undefined {
    const members = [...everyMember(this.#tree)];
    const named = (name: string) => members.filter(({ key }) => key === name).map(({ keyOffset }) => keyOffset);
    const valued = (value: string | number, field?: string) =>
      members
        .filter(({ key, node }) => node.scalar === value && (field === undefined || key === field))
        .map(({ node }) => node.offset);
    // Strictest first: an owner may write a value as a field's name.
    const readings =
      hint.kind === "field"
        ? [named(hint.name), valued(hint.name)]
        : [valued(hint.value, hint.field), valued(hint.value), named(String(hint.value))];
    const offsets = readings.find(({ length }) => length > 0) ?? [];
    const offset = offsets[Math.min(nth, offsets.length - 1)];
    return offset === undefined ? undefined : this.#positionAt(offset);
  }

  get #tree(): PlacedNode {
    this.#built ??= this.#build();
    return this.#built;
  }

  /** The member a path ends at, or undefined if the path leaves the tree. */
  #memberAt(path: Path): PlacedMember | undefined {
    let member: PlacedMember | undefined;
    for (const key of path) {
      member = (member?.node ?? this.#tree).members.find((candidate) => String(candidate.key) === String(key));
      if (!member) return undefined;
    }
    return member;
  }
}

function* everyMember(root: PlacedNode): Generator<PlacedMember> {
  for (const member of root.members) {
    yield member;
    yield* everyMember(member.node);
  }
}
