import { isJsonObject, type JsonObject, type JsonValue } from "../base/index.ts";
import type { Effect } from "../shape/index.ts";

/** The same place in both values; undefined if it is absent. */
interface Pair {
  pointer: string;
  before: JsonValue | undefined;
  after: JsonValue | undefined;
}

/**
 * What changed between two JSON values, by JSON pointer. Objects are compared by key. Arrays are compared by index, unless
 * all elements on both sides are objects with an `id` of their own: these are matched by it, and their order is not a change.
 * A pointer leads into `after`; that of a removed value into `before`.
 *
 * @example diffJson({ slots: [1] }, { slots: [1, 2] }); // [{ kind: "value.added", pointer: "/slots/1", to: 2 }]
 */
export function diffJson(before: JsonValue, after: JsonValue): Effect[] {
  const effects: Effect[] = [];
  // An explicit stack, because a hostile value may be nested deeper than the call stack allows.
  const waiting: Pair[] = [{ pointer: "", before, after }];
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const inner = pair.before === pair.after ? [] : innerPairs(pair);
    if (inner) for (const next of inner.reverse()) waiting.push(next);
    else effects.push(effectOf(pair));
  }
  return effects;
}

function effectOf({ pointer, before, after }: Pair): Effect {
  if (before === undefined) return { kind: "value.added", pointer, to: after ?? null };
  if (after === undefined) return { kind: "value.removed", pointer, from: before };
  return { kind: "value.set", pointer, from: before, to: after };
}

/** What to compare within two values of one kind; undefined if there is nothing within to compare. */
function innerPairs({ pointer, before, after }: Pair): Pair[] | undefined {
  if (Array.isArray(before) && Array.isArray(after)) {
    const beforeIds = indexById(before);
    const afterIds = indexById(after);
    return beforeIds && afterIds
      ? pairsById(pointer, before, after, beforeIds, afterIds)
      : pairsByIndex(pointer, before, after);
  }
  return isJsonObject(before) && isJsonObject(after) ? pairsByKey(pointer, before, after) : undefined;
}

function pairsByKey(pointer: string, before: JsonObject, after: JsonObject): Pair[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].sort().map((key) => ({
    pointer: pointerTo(pointer, key),
    before: Object.hasOwn(before, key) ? before[key] : undefined,
    after: Object.hasOwn(after, key) ? after[key] : undefined,
  }));
}

function pairsByIndex(pointer: string, before: readonly JsonValue[], after: readonly JsonValue[]): Pair[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    pointer: pointerTo(pointer, index),
    before: before[index],
    after: after[index],
  }));
}

type IndexById = ReadonlyMap<JsonValue, number>;

function pairsById(
  pointer: string,
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  beforeIds: IndexById,
  afterIds: IndexById,
): Pair[] {
  const present = [...afterIds].map(([id, index]): Pair => {
    const place = beforeIds.get(id);
    const match = place === undefined ? undefined : before[place];
    return { pointer: pointerTo(pointer, index), before: match, after: after[index] };
  });
  const gone = [...beforeIds]
    .filter(([id]) => !afterIds.has(id))
    .map(([, index]): Pair => ({ pointer: pointerTo(pointer, index), before: before[index], after: undefined }));
  return [...present, ...gone];
}

/** The position of each id; undefined unless every element is an object with a unique id. */
function indexById(items: readonly JsonValue[]): IndexById | undefined {
  const places = new Map<JsonValue, number>();
  for (const [index, item] of items.entries()) {
    if (!isJsonObject(item) || !Object.hasOwn(item, "id")) return undefined;
    const { id } = item;
    if ((typeof id !== "string" && typeof id !== "number") || places.has(id)) return undefined;
    places.set(id, index);
  }
  return places;
}

/** The pointer (RFC 6901) one step further: `pointerTo("/a", "b/c")` is `/a/b~1c`. */
function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
