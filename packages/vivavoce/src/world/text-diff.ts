import { diffLines } from "./line-diff.ts";

/** A line of two texts laid over each other; "gap" stands for lines that both have and that are not shown. */
export type DiffRow =
  | { kind: "kept" | "removed" | "inserted"; parts: DiffPart[] }
  /** How many lines were left out. */
  | { kind: "gap"; lines: number };

/** Some words of a line; `changed` if the other text has others in their place. */
interface DiffPart {
  text: string;
  changed: boolean;
}

/** More words than this are compared by lines, so that time stays in proportion to the length. */
const mostWords = 20_000;

/** Words, runs of white space and single signs, or whole lines of a text that is too long for that. */
function piecesOf(text: string): string[] {
  const words = text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  return words.length > mostWords ? (text.match(/[^\n]*\n|[^\n]+/g) ?? []) : words;
}

/** A text in parts, `changed` where another text has none of their words. White space between two of them belongs to them. */
function markedParts(text: string, other: string): DiffPart[] {
  const pieces = piecesOf(text);
  const gone = new Set(diffLines(pieces, piecesOf(other)).removed);
  const parts: DiffPart[] = [];
  for (const [index, piece] of pieces.entries()) {
    const changed = piece.trim() === "" ? gone.has(index - 1) && gone.has(index + 1) : gone.has(index);
    const last = parts.at(-1);
    if (last?.changed === changed) last.text += piece;
    else parts.push({ text: piece, changed });
  }
  return parts;
}

/** Where those parts stand that another text does not have. */
export function differingRanges(text: string, other: string): { from: number; to: number }[] {
  let to = 0;
  return markedParts(text, other).flatMap((part) => {
    const from = to;
    to += part.text.length;
    return part.changed ? [{ from, to }] : [];
  });
}

/** The most characters of changed lines whose words are compared; further changed lines are shown without marks. */
const mostMarked = 100_000;

/** The lines of two texts in one column: what was removed before what was inserted, with some lines around them. */
export function textDiff(before: string, after: string, { context = 2 } = {}): DiffRow[] {
  const [a, b] = [before, after].map((text) => text.split(/\r\n?|\n/)) as [string[], string[]];
  const { removed, inserted } = diffLines(a, b);
  const [gone, come] = [new Set(removed), new Set(inserted)];
  const rows: DiffRow[] = [];
  const room = { characters: mostMarked };
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [from, to] = [i, j];
    while (gone.has(i)) i += 1;
    while (come.has(j)) j += 1;
    if (i > from || j > to) rows.push(...changedLines(a.slice(from, i), b.slice(to, j), room));
    else {
      rows.push({ kind: "kept", parts: [{ text: a[i] ?? "", changed: false }] });
      i += 1;
      j += 1;
    }
  }
  return withGaps(rows, context);
}

/** A row's text, without the marks. */
export function rowText(row: Extract<DiffRow, { parts: unknown }>): string {
  return row.parts.map(({ text }) => text).join("");
}

/** The first removed line is laid beside the first inserted one, and so on: of these the words that differ are marked. */
function changedLines(was: readonly string[], is: readonly string[], room: { characters: number }): DiffRow[] {
  const [removed, inserted]: [DiffRow[], DiffRow[]] = [[], []];
  for (let index = 0; index < Math.max(was.length, is.length); index++) {
    const [before, after] = [was[index], is[index]];
    room.characters -= (before?.length ?? 0) + (after?.length ?? 0);
    const isMarked = room.characters >= 0;
    if (before !== undefined) removed.push({ kind: "removed", parts: partsOf(before, isMarked ? after : undefined) });
    if (after !== undefined) inserted.push({ kind: "inserted", parts: partsOf(after, isMarked ? before : undefined) });
  }
  return [...removed, ...inserted];
}

/** Lines that share less than this have little to do with each other, so that marks would only confuse. */
const leastShared = 0.4;

function partsOf(line: string, other: string | undefined): DiffPart[] {
  const parts = other === undefined ? [] : markedParts(line, other);
  const differing = parts.reduce((sum, { text, changed }) => sum + (changed ? text.length : 0), 0);
  const isAlike = parts.length > 0 && differing <= (1 - leastShared) * line.length;
  return isAlike ? parts : [{ text: line, changed: false }];
}

function withGaps(rows: readonly DiffRow[], context: number): DiffRow[] {
  const near = new Set<number>();
  for (const [index, { kind }] of rows.entries()) {
    if (kind === "kept") continue;
    for (let at = index - context; at <= index + context; at++) near.add(at);
  }
  const shown: DiffRow[] = [];
  for (const [index, row] of rows.entries()) {
    const last = shown.at(-1);
    if (near.has(index)) shown.push(row);
    else if (last?.kind === "gap") last.lines += 1;
    else shown.push({ kind: "gap", lines: 1 });
  }
  return shown;
}
