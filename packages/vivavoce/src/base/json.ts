/** Any value that survives JSON.stringify and JSON.parse unchanged. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/** A JSON Schema document; Viva passes it on and reads only the parts it needs. */
export type JsonSchema = { [key: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A JSON-safe copy of any value: what JSON cannot hold becomes null or is left out, as JSON.stringify does;
 * a value it refuses (a cycle, a BigInt) becomes its string.
 */
export function toJsonValue(value: unknown): JsonValue {
  if (value === undefined) return null;
  try {
    const text = JSON.stringify(value);
    return text === undefined ? null : (JSON.parse(text) as JsonValue);
  } catch {
    return String(value);
  }
}
