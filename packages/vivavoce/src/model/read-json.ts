import { isJsonObject, type JsonObject } from "../base/index.ts";

/** Readers for JSON from outside: a field of another kind is a field that is not there. */
export function objectIn(value: unknown, field: string): JsonObject | undefined {
  const found = isJsonObject(value) ? value[field] : undefined;
  return isJsonObject(found) ? found : undefined;
}

export function textIn(value: unknown, field: string): string | undefined {
  const found = isJsonObject(value) ? value[field] : undefined;
  return typeof found === "string" ? found : undefined;
}

export function numberIn(value: unknown, field: string): number | undefined {
  const found = isJsonObject(value) ? value[field] : undefined;
  // JSON can spell numbers that are too large to be one: 1e999.
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

export function listIn(value: unknown, field: string): unknown[] | undefined {
  const found = isJsonObject(value) ? value[field] : undefined;
  return Array.isArray(found) ? found : undefined;
}
