import { isJsonObject, type JsonObject } from "../base/index.ts";

/** Readers for JSON from outside. A field of the wrong kind counts as missing. */
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
  // JSON can hold numbers that are too large: 1e999.
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

export function listIn(value: unknown, field: string): unknown[] | undefined {
  const found = isJsonObject(value) ? value[field] : undefined;
  return Array.isArray(found) ? found : undefined;
}
