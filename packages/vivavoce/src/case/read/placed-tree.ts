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
export type Hint =
  | { kind: "field"; name: string }
  | { kind: "value"; value: string | number; field?: string | undefined };

/** The member a path ends at, or undefined if the path leaves the tree. */
function memberAt(root: PlacedNode, path: Path): PlacedMember | undefined {
  let member: PlacedMember | undefined;
  for (const key of path) {
    member = (member?.node ?? root).members.find((candidate) => String(candidate.key) === String(key));
    if (!member) return undefined;
  }
  return member;
}

/** Where the value at a path is; if it is missing, the nearest thing around it. */
export function offsetOfValue(root: PlacedNode, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const member = memberAt(root, path.slice(0, length));
    if (member) return member.node.offset;
  }
  return root.offset;
}

/** Where the name of the field at a path stands. */
export function offsetOfField(root: PlacedNode, path: Path): number {
  return memberAt(root, path)?.keyOffset ?? offsetOfValue(root, path);
}

export function hasPath(root: PlacedNode, path: Path): boolean {
  return path.length === 0 || memberAt(root, path) !== undefined;
}

/** Where a hint leads: the `nth` (from 0) matching place, or the last one. */
export function offsetOfHint(root: PlacedNode, hint: Hint, nth = 0): number | undefined {
  for (const fits of tests(hint)) {
    const offsets: number[] = [];
    for (const member of everyMember(root)) {
      const offset = fits(member);
      if (offset !== undefined) offsets.push(offset);
    }
    if (offsets.length > 0) return offsets[Math.min(nth, offsets.length - 1)];
  }
  return undefined;
}

type Test = (member: PlacedMember) => number | undefined;

/** The readings of a hint, strictest first: an owner may write a value as a field's name. */
function tests(hint: Hint): Test[] {
  const named =
    (name: string): Test =>
    ({ key, keyOffset }) =>
      key === name ? keyOffset : undefined;
  const valued =
    (value: unknown): Test =>
    ({ node }) =>
      node.scalar === value ? node.offset : undefined;
  if (hint.kind === "field") return [named(hint.name), valued(hint.name)];
  const { field, value } = hint;
  const both: Test = (member) => (member.key === field ? valued(value)(member) : undefined);
  return [...(field === undefined ? [] : [both]), valued(value), named(String(value))];
}

function* everyMember(root: PlacedNode): Generator<PlacedMember> {
  for (const member of root.members) {
    yield member;
    yield* everyMember(member.node);
  }
}
