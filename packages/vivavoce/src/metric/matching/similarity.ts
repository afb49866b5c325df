import { isJsonObject, type JsonObject, type JsonValue, sameJson } from "../../base/index.ts";
import { type Expected, isMatcher } from "./expected.ts";
import { matchValue } from "./match-value.ts";

/**
 * How similar a call's arguments are to the expected ones: the share of equal leaves over the union of both sides' keys.
 * A matcher counts as one leaf. If nothing is expected and nothing is given, they are equal.
 *
 * @example argumentSimilarity({ city: "Bonn", day: 3 }, { city: "Bonn", day: 4 }); // 0.5
 */
export function argumentSimilarity(expected: Readonly<Record<string, Expected>>, actual: JsonObject): number {
  const plain: JsonObject = {};
  const rest: JsonObject = { ...actual };
  let leaves = 0;
  let equal = 0;
  for (const [name, value] of Object.entries(expected)) {
    if (!isMatcher(value)) {
      plain[name] = value as JsonValue;
      continue;
    }
    leaves += 1;
    if (matchValue(value, Object.hasOwn(actual, name) ? actual[name] : undefined).ok) equal += 1;
    delete rest[name];
  }
  const wanted = leavesOf(plain);
  const given = leavesOf(rest);
  leaves += new Set([...wanted.keys(), ...given.keys()]).size;
  for (const [path, value] of wanted) if (given.has(path) && sameJson(given.get(path), value)) equal += 1;
  return leaves === 0 ? 1 : equal / leaves;
}

/** Every value that holds no other, by its path; an empty list or object is a leaf too. */
function leavesOf(fields: JsonObject): Map<string, JsonValue> {
  const leaves = new Map<string, JsonValue>();
  const visit = (value: JsonValue, path: readonly string[]): void => {
    const inner = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : [];
    if (inner.length === 0) leaves.set(JSON.stringify(path), value);
    for (const [key, field] of inner) visit(field, [...path, key]);
  };
  for (const [key, field] of Object.entries(fields)) visit(field, [key]);
  return leaves;
}
