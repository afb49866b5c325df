/** Positions that belong together in two lists, ascending on both sides. */
export type Kept = [from: number, to: number][];

/**
 * A longest common subsequence of two lists (Myers' greedy algorithm), or undefined when it takes more than `maxChanges`
 * removals and insertions to get from one to the other: time and memory grow with the changes, not with the lengths.
 */
export function commonSubsequence(
  before: readonly number[],
  after: readonly number[],
  maxChanges: number,
): Kept | undefined {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const middle = search(before.slice(start, before.length - end), after.slice(start, after.length - end), maxChanges);
  if (!middle) return undefined;
  const kept: Kept = [];
  for (let index = 0; index < start; index += 1) kept.push([index, index]);
  for (const [from, to] of middle) kept.push([from + start, to + start]);
  for (let left = end; left > 0; left -= 1) kept.push([before.length - left, after.length - left]);
  return kept;
}

function commonStart(before: readonly number[], after: readonly number[]): number {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && before[count] === after[count]) count += 1;
  return count;
}

function commonEnd(before: readonly number[], after: readonly number[], start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let count = 0;
  while (count < most && before[before.length - 1 - count] === after[after.length - 1 - count]) count += 1;
  return count;
}

/** How far each diagonal (position before − position after) was reached with a given number of changes. */
type Reach = Map<number, number>;

/** Adds one change at a time and follows every diagonal as far as possible, until both ends are reached. */
function search(before: readonly number[], after: readonly number[], maxChanges: number): Kept | undefined {
  const history: Reach[] = [];
  for (let changes = 0; changes <= maxChanges; changes += 1) {
    const last = history.at(-1);
    const reach: Reach = new Map();
    history.push(reach);
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let from = last ? stepTo(diagonal, last).from : 0;
      while (from < before.length && from - diagonal < after.length && before[from] === after[from - diagonal])
        from += 1;
      reach.set(diagonal, from);
      if (from >= before.length && from - diagonal >= after.length)
        return retrace(history, before.length, after.length);
    }
  }
  return undefined;
}

/** The better of the two ways onto a diagonal: an insertion from the one above, a removal from the one below. */
function stepTo(diagonal: number, last: Reach): { from: number; origin: number } {
  const inserted = last.get(diagonal + 1) ?? -1;
  const removed = last.get(diagonal - 1) ?? -1;
  return removed < inserted ? { from: inserted, origin: diagonal + 1 } : { from: removed + 1, origin: diagonal - 1 };
}

/** Walks back from the ends and collects the positions that were passed without a change. */
function retrace(history: readonly Reach[], lengthBefore: number, lengthAfter: number): Kept {
  const kept: Kept = [];
  let from = lengthBefore;
  let to = lengthAfter;
  for (let changes = history.length - 1; changes >= 0; changes -= 1) {
    const last = history[changes - 1];
    const step = last && stepTo(from - to, last);
    const entered = step?.from ?? 0;
    while (from > entered) {
      from -= 1;
      to -= 1;
      kept.push([from, to]);
    }
    if (last && step) {
      from = last.get(step.origin) ?? 0;
      to = from - step.origin;
    }
  }
  return kept.reverse();
}
