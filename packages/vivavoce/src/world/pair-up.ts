/** The pairs, and what was left over on each side, in order. */
export interface Pairing<Item> {
  pairs: [before: Item, after: Item][];
  before: Item[];
  after: Item[];
}

/** Pairs items with equal keys one to one, the first with the first. Linear. */
export function pairUp<Item extends object>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Pairing<Item> {
  const waiting = Map.groupBy(before, keyOf);
  for (const queue of waiting.values()) queue.reverse();
  const result: Pairing<Item> = { pairs: [], before: [], after: [] };
  const paired = new Set<Item>();
  for (const item of after) {
    const partner = waiting.get(keyOf(item))?.pop();
    if (partner === undefined) result.after.push(item);
    else {
      paired.add(partner);
      result.pairs.push([partner, item]);
    }
  }
  result.before = before.filter((item) => !paired.has(item));
  return result;
}

/** Pairs by the first key, the rest by the second, and so on: the most similar first. */
export function pairByLikeness<Item extends object>(
  before: readonly Item[],
  after: readonly Item[],
  keys: readonly ((item: Item) => string)[],
): Pairing<Item> {
  let result: Pairing<Item> = { pairs: [], before: [...before], after: [...after] };
  for (const keyOf of keys) {
    const round = pairUp(result.before, result.after, keyOf);
    result = { ...round, pairs: result.pairs.concat(round.pairs) };
  }
  return result;
}

/** What only the first of two records has, in the order of the paths, so that the order of the records does not count. */
export function onlyIn<Value>(record: Record<string, Value>, other: Record<string, Value>): [path: string, Value][] {
  return Object.entries(record)
    .filter(([path]) => !Object.hasOwn(other, path))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * Pairs items of two lists without crossing: as many pairs as possible, and among those the closest.
 * `closeness` is from 0, which forbids a pair, to 1. Takes time by the product of the lengths: give it short lists.
 */
export function alignInOrder<Item>(
  before: readonly Item[],
  after: readonly Item[],
  closeness: (before: Item, after: Item) => number,
): [before: Item, after: Item][] {
  // A pair counts more than any closeness that giving it up could gain.
  const pairWorth = Math.min(before.length, after.length) + 1;
  const worth = before.map((from) =>
    after.map((to) => {
      const close = closeness(from, to);
      return close > 0 ? pairWorth + close : 0;
    }),
  );
  const best = bestFrom(worth, before.length, after.length);
  const pairs: [Item, Item][] = [];
  let row = 0;
  let column = 0;
  while (row < before.length && column < after.length) {
    const here = cell(best, row, column);
    const pair = cell(worth, row, column);
    if (pair > 0 && here === pair + cell(best, row + 1, column + 1)) {
      pairs.push([before[row] as Item, after[column] as Item]);
      row += 1;
      column += 1;
    } else if (here === cell(best, row, column + 1)) column += 1;
    else row += 1;
  }
  return pairs;
}

/** The most that can still be gained from each position. */
function bestFrom(worth: readonly number[][], rows: number, columns: number): number[][] {
  const best = Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0));
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const pair = cell(worth, row, column);
      const paired = pair > 0 ? pair + cell(best, row + 1, column + 1) : 0;
      (best[row] as number[])[column] = Math.max(paired, cell(best, row + 1, column), cell(best, row, column + 1));
    }
  }
  return best;
}

function cell(table: readonly number[][], row: number, column: number): number {
  return table[row]?.[column] ?? 0;
}
