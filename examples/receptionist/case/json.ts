import type { JsonObject } from "vivavoce";

/** Checked data as the plain JSON that a case holds: fields without a value are left out. */
export function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
