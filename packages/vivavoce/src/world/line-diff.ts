import { commonSubsequence, type Kept } from "./common-subsequence.ts";
import { longestRise } from "./longest-rise.ts";
import { pairUp } from "./pair-up.ts";

/** The removed and added lines, by index in their own list, ascending. */
interface LineDiff {
  removed: number[];
  inserted: number[];
}

/** With more moves than this among the shared lines, the longest common subsequence is no longer searched. */
const maxChanges = 1000;

/**
 * The shortest way from one list of lines to another: a longest common subsequence stays, the rest is removed or inserted.
 * For heavily shuffled lists a shorter one may stay, so that the time is bounded; every change is still noticed.
 */
export function diffLines(before: readonly string[], after: readonly string[]): LineDiff {
  const numbers = sharedLines(before, after);
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

/** A number for each line that is in both lists, because numbers compare faster than long lines. */
function sharedLines(before: readonly string[], after: readonly string[]): Map<string, number> {
  const shared = new Set(before).intersection(new Set(after));
  return new Map([...shared].map((line, number) => [line, number]));
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
