/** What was paired, and what was left over on each side, in the order it came. */
export interface Pairing<Item> {
  pairs: [before: Item, after: Item][];
  before: Item[];
  after: Item[];
}

/** Pairs one to one what has an equal key, the first with the first. Linear. */
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

/** Pairs by the first key, what is left by the second, and so on: the closest likeness first. */
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
