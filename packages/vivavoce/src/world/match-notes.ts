import { canonicalJson } from "../base/index.ts";
import { bodyKey, type Note, parseNote } from "./note.ts";
import { pairByLikeness } from "./pair-up.ts";

/** A note with its path. */
export interface PlacedNote {
  path: string;
  text: string;
  note: Note;
}

/** Which note became which. */
interface MatchedNotes {
  /** Notes with the same path and different text. */
  changed: { path: string; before: Note; after: Note }[];
  renamed: { from: PlacedNote; to: PlacedNote }[];
  created: PlacedNote[];
  deleted: PlacedNote[];
}

/**
 * Compares two sets of notes by path. A deleted and a created note with the same body are one renamed note. If several have
 * that body, those with the same front matter and file name are paired first. Empty bodies are not compared.
 */
export function matchNotes(before: Record<string, string>, after: Record<string, string>): MatchedNotes {
  const left = new Map(Object.entries(before));
  const right = new Map(Object.entries(after));
  const changed = [...left].flatMap(([path, text]) => {
    const other = right.get(path);
    return other === undefined || other === text ? [] : [{ path, before: parseNote(text), after: parseNote(other) }];
  });
  const deleted = onlyIn(left, right);
  const created = onlyIn(right, left);
  const pairing = pairByLikeness(deleted.filter(hasBody), created.filter(hasBody), [
    ({ path, note }) => JSON.stringify([bodyKey(note), canonicalJson(note.frontMatter), fileName(path)]),
    ({ note }) => JSON.stringify([bodyKey(note), canonicalJson(note.frontMatter)]),
    ({ path, note }) => JSON.stringify([bodyKey(note), fileName(path)]),
    ({ note }) => bodyKey(note),
  ]);
  const renamed = pairing.pairs.map(([from, to]) => ({ from, to }));
  const gone = new Set(renamed.map(({ from }) => from));
  const come = new Set(renamed.map(({ to }) => to));
  return {
    changed,
    renamed,
    created: created.filter((note) => !come.has(note)),
    deleted: deleted.filter((note) => !gone.has(note)),
  };
}

/** In the order of their paths, so that the result does not depend on the order of the records. */
function onlyIn(notes: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): PlacedNote[] {
  return [...notes]
    .filter(([path]) => !others.has(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => ({ path, text, note: parseNote(text) }));
}

function hasBody({ note }: PlacedNote): boolean {
  return note.lines.length > 0;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
