import { InputError } from "./errors.ts";
import { listed } from "./listed.ts";

/**
 * The remedy for a name that nothing has: the one that was probably meant (nearly written so, or the only one with this
 * word in it), or `otherwise`, or those that there are.
 */
export function didYouMean(word: string, known: Iterable<string>, otherwise?: string): string {
  const names = [...new Set(known)].filter((name) => name !== word);
  // Of a word of one or two letters, such as v3, every other is a neighbour.
  const around = word.length < 3 ? [] : names.filter((name) => name.includes(word));
  const near = word.length < 3 ? undefined : nearest(word, names);
  const meant = near ?? (around.length === 1 ? around[0] : undefined);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  if (otherwise !== undefined || names.length === 0) return otherwise ?? "There are none yet.";
  return names.length === 1 ? `The only one is ${names[0]}.` : `Name one of ${listed(names, 20)}.`;
}

/** Refuses names that are not among the known ones, and says for each what was probably meant. */
export function refuseUnknown(
  what: string,
  wanted: Iterable<string | undefined>,
  known: Iterable<string>,
  { where = "", otherwise }: { where?: string; otherwise?: string | undefined } = {},
): void {
  const names = new Set(known);
  const unknown = [...new Set(wanted)].filter((name) => name !== undefined && !names.has(name)) as string[];
  if (unknown.length === 0) return;
  throw new InputError(
    unknown.map((name) => ({
      message: `there is no ${what} ${name}${where}`,
      remedy: didYouMean(name, names, otherwise),
    })),
  );
}

/**
 * The candidate that was probably meant, for "did you mean": the one with the fewest edits, at most a third of the word.
 * Differences in letter case and swapped neighbours count little.
 *
 * @example nearest("descripton", ["id", "description"]) // "description"
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase().slice(0, longestWord);
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    if (Math.abs(other.length - wanted.length) >= fewest) continue;
    const edits = editsBetween(wanted, other);
    if (edits < fewest && edits < Math.max(wanted.length, other.length)) {
      best = candidate;
      fewest = edits;
    }
  }
  return best;
}

/** Longer words are not compared, because the time grows with the square of the length. */
const longestWord = 100;

/** Letters added, dropped, replaced or swapped with their neighbour, to get from one word to the other. */
function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = cell(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? cell(beforeLast, column - 2) + 1
          : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, cell(last, column) + 1, cell(current, column - 1) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return cell(last, b.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
