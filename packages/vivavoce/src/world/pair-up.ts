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
