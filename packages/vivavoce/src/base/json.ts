/** Any value that survives JSON.stringify and JSON.parse unchanged. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** An object of JSON. */
export type JsonObject = { [key: string]: JsonValue };

/** A JSON Schema document; Viva passes it on and reads only the parts it needs. */
export type JsonSchema = { [key: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a JSON text holds; undefined if it is not JSON. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** A copy of JSON data that shares nothing with it. */
export function jsonCopy<T>(value: T): T {
  return (plainCopy(value) ?? JSON.parse(JSON.stringify(value))) as T;
}

/** Nobody nests data this deep, and its readers would run out of stack. */
const deepest = 200;

/**
 * A JSON-safe copy of any value: what JSON cannot hold becomes null or is left out, as JSON.stringify does;
 * a value it refuses (a cycle, a BigInt), or one nested too deeply, becomes a string that says so. Never throws.
 */
export function toJsonValue(value: unknown): JsonValue {
  if (value === undefined) return null;
  try {
    const plain = plainCopy(value);
    if (plain !== undefined) return plain;
    // JSON would leave out what an error says.
    const text = JSON.stringify(value, (_, one) => (one instanceof Error ? { ...one, message: one.message } : one));
    if (text === undefined) return null;
    const copy = JSON.parse(text) as JsonValue;
    return isDeeperThan(copy, deepest) ? tooDeep : copy;
  } catch (error) {
    if (typeof value === "bigint") return String(value);
    return error instanceof RangeError
      ? tooDeep
      : `[no JSON: ${error instanceof Error ? error.message.split("\n", 1)[0] : "it cannot be read"}]`;
  }
}

const tooDeep = `[nested more than ${deepest} deep]`;

/** Level by level, because a recursion would itself run out of stack. */
function isDeeperThan(value: JsonValue, limit: number): boolean {
  let level: JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return false;
}

/**
 * What JSON.parse(JSON.stringify(value)) gives, for plain data that is at most `depth` levels deep; undefined for anything
 * else, such as a cycle, a date or a list with holes. Texts are shared, not read and written again: that is most of the
 * work for a long prompt.
 */
export function plainCopy(value: unknown, depth = deepest): JsonValue | undefined {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  // JSON writes -0 as 0.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : undefined;
  if (typeof value !== "object" || depth === 0 || "toJSON" in value) return undefined;
  if (Array.isArray(value)) return copyOfList(value, depth - 1);
  return Object.getPrototypeOf(value) === Object.prototype ? copyOfFields(value, depth - 1) : undefined;
}

function copyOfList(list: readonly unknown[], depth: number): JsonValue[] | undefined {
  const copy: JsonValue[] = [];
  for (let index = 0; index < list.length; index++) {
    const item = plainCopy(list[index], depth);
    if (item === undefined) return undefined;
    copy.push(item);
  }
  return copy;
}

function copyOfFields(fields: object, depth: number): JsonObject | undefined {
  const copy: JsonObject = {};
  for (const name of Object.keys(fields)) {
    const given = (fields as Record<string, unknown>)[name];
    if (given === undefined) continue;
    const field = plainCopy(given, depth);
    // Setting __proto__ would not make a field.
    if (field === undefined || name === "__proto__") return undefined;
    copy[name] = field;
  }
  return copy;
}

/** What a JSON pointer (RFC 6901) leads to: `valueAt({ a: [1, 2] }, "/a/1")` is 2. */
export function valueAt(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  if (pointer === "") return value;
  const keys = pointer.slice(1).split("/");
  return keys.reduce<JsonValue | undefined>((at, escaped) => {
    const key = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.prototype.propertyIsEnumerable.call(at, key)) return undefined;
    return (at as { [key: string]: JsonValue })[key];
  }, value);
}
