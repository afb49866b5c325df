import { type Pairing, pairUp } from "./pair-up.ts";

/** With more moves than this among the shared lines, the longest common subsequence is no longer searched. */
const maxChanges = 1000;

/**
 * The shortest way from one list of lines to another: a longest common subsequence stays, the rest is removed or inserted.
 * For heavily shuffled lists a shorter one may stay, so that the time is bounded; every change is still noticed. The lines
 * are given by index in their own list, ascending.
 */
export function diffLines(before: readonly string[], after: readonly string[]) {
  // Only lines that are in both lists, by numbers: these compare faster than long lines.
  const numbers = new Map([...new Set(before).intersection(new Set(after))].map((line, number) => [line, number]));
  const left = numbered(before, numbers);
  const right = numbered(after, numbers);
  const kept =
    commonSubsequence(
      left.map(({ line }) => line),
      right.map(({ line }) => line),
      maxChanges,
    ) ?? pairsOf(left, right);
  const keptBefore = new Set(kept.map(([from]) => left[from]?.index));
  const keptAfter = new Set(kept.map(([, to]) => right[to]?.index));
  return {
    removed: [...before.keys()].filter((index) => !keptBefore.has(index)),
    inserted: [...after.keys()].filter((index) => !keptAfter.has(index)),
  };
}

/** The same for items that are equal if their texts are. */
export function diffItems<Item>(
  before: readonly Item[],
  after: readonly Item[],
  textOf: (item: Item) => string,
): Pairing<Item> {
  const { removed, inserted } = diffLines(before.map(textOf), after.map(textOf));
  const [gone, come] = [new Set(removed), new Set(inserted)];
  const stayed = after.filter((_, index) => !come.has(index));
  return {
    pairs: before.filter((_, index) => !gone.has(index)).map((item, nth) => [item, stayed[nth] as Item]),
    before: before.filter((_, index) => gone.has(index)),
    after: after.filter((_, index) => come.has(index)),
  };
}

interface Numbered {
  line: number;
  index: number;
}

/** Only the shared lines; the others are removed or inserted in any case. */
function numbered(lines: readonly string[], numbers: ReadonlyMap<string, number>): Numbered[] {
  return lines.flatMap((text, index) => {
    const line = numbers.get(text);
    return line === undefined ? [] : [{ line, index }];
  });
}

function pairsOf(left: readonly Numbered[], right: readonly Numbered[]): Kept {
  const places = (lines: readonly Numbered[]) => lines.map(({ line }, place) => ({ line, place }));
  const { pairs } = pairUp(places(left), places(right), ({ line }) => String(line));
  const ascending = pairs.map(([from, to]): Kept[number] => [from.place, to.place]).sort(([a], [b]) => a - b);
  return longestRise(ascending.map(([, to]) => to)).flatMap((index) => ascending.slice(index, index + 1));
}

/** The indexes of a longest ascending run within a list of distinct numbers, in order (patience sorting, n log n). */
export function longestRise(numbers: readonly number[]): number[] {
  /** For each length, the index of the run's last number: the smallest one that such a run can end with. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1];
    ends[low] = index;
  }
  const run: number[] = [];
  for (let index = ends.at(-1); index !== undefined; index = before[index]) run.push(index);
  return run.reverse();
}

/** Positions that belong together in two lists, ascending on both sides. */
type Kept = [from: number, to: number][];

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
