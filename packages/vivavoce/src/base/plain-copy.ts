/** Given instead of a copy. */
export const notPlain = Symbol("not plain");

/**
 * What JSON.parse(JSON.stringify(value)) gives, for plain data that is at most `depth` levels deep;
 * `notPlain` for anything else, such as a cycle, a date or a list with holes. Texts are shared, not read and written
 * again: that is most of the work for a long prompt.
 */
export function plainCopy(value: unknown, depth: number): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  // JSON writes -0 as 0.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : notPlain;
  if (typeof value !== "object" || depth === 0 || "toJSON" in value) return notPlain;
  if (Array.isArray(value)) return copyOfList(value, depth - 1);
  return Object.getPrototypeOf(value) === Object.prototype ? copyOfFields(value, depth - 1) : notPlain;
}

function copyOfList(list: readonly unknown[], depth: number): unknown {
  const copy: unknown[] = [];
  for (let index = 0; index < list.length; index++) {
    const item = plainCopy(list[index], depth);
    if (item === notPlain) return notPlain;
    copy.push(item);
  }
  return copy;
}

function copyOfFields(fields: object, depth: number): unknown {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const given = (fields as Record<string, unknown>)[name];
    if (given === undefined) continue;
    const field = plainCopy(given, depth);
    // Setting __proto__ would not make a field.
    if (field === notPlain || name === "__proto__") return notPlain;
    copy[name] = field;
  }
  return copy;
}
