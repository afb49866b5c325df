import { hash } from "node:crypto";

/**
 * One text for one value: keys sorted by code unit, no white space, undefined fields left out, -0 written as 0.
 * Equal values give equal texts, so the text can be hashed and compared.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
    return String(value === 0 ? 0 : value);
  }
  if (Array.isArray(value)) return `[${itemsOf(value)}]`;
  if (typeof value === "object") {
    if ("toJSON" in value && typeof value.toJSON === "function") return canonicalJson(value.toJSON() ?? null);
    return `{${fieldsOf(value as Record<string, unknown>)}}`;
  }
  throw new TypeError(`a ${typeof value} has no JSON form`);
}

/** Counted, as map would skip the holes of a sparse list. */
function itemsOf(list: readonly unknown[]): string {
  let items = "";
  for (let index = 0; index < list.length; index++)
    items += `${index > 0 ? "," : ""}${canonicalJson(list[index] ?? null)}`;
  return items;
}

function fieldsOf(value: Record<string, unknown>): string {
  let fields = "";
  for (const key of sortedKeys(value)) {
    const field = value[key];
    if (field !== undefined) fields += `${fields && ","}${quoted(key)}:${canonicalJson(field)}`;
  }
  return fields;
}

const fewKeys = 20;

/** By code unit, the default of sort(), which takes memory: most objects have few fields, and many have them in order. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  if (keys.length > fewKeys) return keys.sort();
  for (let next = 1; next < keys.length; next++) {
    const key = keys[next] as string;
    let place = next;
    for (; place > 0 && (keys[place - 1] as string) > key; place--) keys[place] = keys[place - 1] as string;
    keys[place] = key;
  }
  return keys;
}

/** Names of fields recur in everything that is hashed. */
const knownKeys = new Map<string, string>();
const mostKeys = 1_000;

function quoted(key: string): string {
  const known = knownKeys.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify(key);
  if (key.length < 100 && knownKeys.size < mostKeys) knownKeys.set(key, text);
  return text;
}

/** Whether two JSON values are the same data, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}

/** SHA-256 of a text, in hex. */
export function sha256(text: string | Uint8Array): string {
  return hash("sha256", text, "hex");
}

/** SHA-256 over a value's canonical JSON: equal data, equal hash. */
export function hashOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
