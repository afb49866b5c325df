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
    const [left, right] = [placesById(before), placesById(after)];
    return left && right
      ? pairsOfElements(pointer, before, after, left, right)
      : pairsOfElements(pointer, before, after, placesByIndex(before), placesByIndex(after));
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

/** Where the elements of a list are, by what makes one the same as an element of the other list. */
type Places = ReadonlyMap<JsonValue, number>;

function pairsOfElements(
  pointer: string,
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  left: Places,
  right: Places,
): Pair[] {
  return [...new Set([...right.keys(), ...left.keys()])].map((id) => {
    const [was, is] = [left.get(id), right.get(id)];
    return {
      pointer: pointerTo(pointer, is ?? was ?? 0),
      before: was === undefined ? undefined : before[was],
      after: is === undefined ? undefined : after[is],
    };
  });
}

function placesByIndex(items: readonly JsonValue[]): Places {
  return new Map(items.map((_, index) => [index, index]));
}

/** By id; undefined unless every element is an object with a unique id. */
function placesById(items: readonly JsonValue[]): Places | undefined {
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
