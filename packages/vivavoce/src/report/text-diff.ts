import { diffLines } from "../world/index.ts";

/** A line of two texts laid over each other; "gap" stands for lines that both have and that are not shown. */
export type DiffRow =
  | { kind: "kept" | "removed" | "inserted"; parts: DiffPart[] }
  /** How many lines were left out. */
  | { kind: "gap"; lines: number };

/** Some words of a line; `changed` if the other text has others in their place. */
export interface DiffPart {
  text: string;
  changed: boolean;
}

/** The lines of two texts in one column: what was removed before what was inserted, with some lines around them. */
export function textDiff(before: string, after: string, { context = 2 } = {}): DiffRow[] {
  const [a, b] = [before, after].map((text) => text.split(/\r\n?|\n/)) as [string[], string[]];
  const { removed, inserted } = diffLines(a, b);
  const [gone, come] = [new Set(removed), new Set(inserted)];
  const rows: DiffRow[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [from, to] = [i, j];
    while (gone.has(i)) i += 1;
    while (come.has(j)) j += 1;
    if (i > from || j > to) rows.push(...changedLines(a.slice(from, i), b.slice(to, j)));
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
function changedLines(was: readonly string[], is: readonly string[]): DiffRow[] {
  const marked = was.map((line, index) => wordsOf(line, is[index]));
  return [
    ...was.map((line, index): DiffRow => ({ kind: "removed", parts: marked[index]?.[0] ?? plain(line) })),
    ...is.map((line, index): DiffRow => ({ kind: "inserted", parts: marked[index]?.[1] ?? plain(line) })),
  ];
}

function plain(text: string): DiffPart[] {
  return [{ text, changed: false }];
}

/** Lines that share fewer of their words have little to do with each other: marks would only confuse. */
const leastShared = 0.5;

function wordsOf(was: string, is: string | undefined): [DiffPart[], DiffPart[]] | undefined {
  if (is === undefined) return undefined;
  const split = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  const [a, b] = [split(was), split(is)];
  const { removed, inserted } = diffLines(a, b);
  const count = (words: readonly string[]) => words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const kept = count(a) - count(removed.map((index) => a[index] ?? ""));
  if (kept < leastShared * Math.max(count(a), count(b))) return undefined;
  return [merged(a, new Set(removed)), merged(b, new Set(inserted))];
}

function merged(words: readonly string[], changed: ReadonlySet<number>): DiffPart[] {
  const parts: DiffPart[] = [];
  for (const [index, text] of words.entries()) {
    const last = parts.at(-1);
    if (last?.changed === changed.has(index)) last.text += text;
    else parts.push({ text, changed: changed.has(index) });
  }
  return parts;
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
