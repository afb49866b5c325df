/**
 * One text for one value: keys sorted by code unit, no white space, undefined fields left out, -0 written as 0.
 * Equal values give equal texts, so the text can be hashed and compared.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
    return JSON.stringify(value === 0 ? 0 : value);
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

/** Sorted by code unit, the default of sort(). */
function fieldsOf(value: Record<string, unknown>): string {
  let fields = "";
  for (const key of Object.keys(value).sort()) {
    const field = value[key];
    if (field !== undefined) fields += `${fields && ","}${JSON.stringify(key)}:${canonicalJson(field)}`;
  }
  return fields;
}

/** Whether two JSON values are the same data, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}
