/** A line of a difference: in both, only before, or only after. */
export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Beyond so many pairs of lines the middle is shown as replaced as a whole: the table would take too much memory. */
const mostPairs = 4_000_000;

/** What turned one text into another, line by line: the longest common part stays, the rest is removed and added. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const middle = middleDiff(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: "same", text }));
  return [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))];
}

function linesOf(text: string): string[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function middleDiff(a: readonly string[], b: readonly string[]): DiffLine[] {
  const removed = a.map((text): DiffLine => ({ kind: "removed", text }));
  const added = b.map((text): DiffLine => ({ kind: "added", text }));
  if (a.length * b.length === 0 || a.length * b.length > mostPairs) return [...removed, ...added];
  // lengths[i][j]: the longest common part of a from i and b from j.
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [before, after] = [a[i], b[j]];
    if (before !== undefined && before === after) {
      lines.push({ kind: "same", text: before });
      i += 1;
      j += 1;
    } else if (before !== undefined && (after === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "removed", text: before });
      i += 1;
    } else {
      lines.push({ kind: "added", text: after ?? "" });
      j += 1;
    }
  }
  return lines;
}
