import type { JsonValue } from "./json.ts";
import { safeLine } from "./safe-text.ts";

/**
 * Any value in a few words, for an error that says what was given instead of what should have been.
 *
 * @example showValue({ type: "bogus" }); // "an object with type"
 */
export function showValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `the text “${safeLine(value, 60)}”`;
    case "bigint":
      return `${value}n`;
    case "function":
      return "a function";
    case "symbol":
      return "a symbol";
    case "object":
      return value === null ? "null" : showObject(value);
    default:
      return String(value);
  }
}

function showObject(value: object): string {
  if (isPromise(value)) return "a promise";
  if (Array.isArray(value)) return "a list";
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind !== "Object") return `a value of type ${safeLine(kind, 60)}`;
  const fields = Object.keys(value);
  if (fields.length === 0) return "an object without fields";
  const shown = fields.slice(0, 5).map((field) => safeLine(field, 30));
  return `an object with ${shown.join(", ")}${fields.length > shown.length ? ", …" : ""}`;
}

/** Whether this value is a promise. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** JSON in a sentence: on one line, cut; "absent" where there is none. */
export function showJson(value: JsonValue | undefined): string {
  return value === undefined ? "absent" : safeLine(JSON.stringify(value), 120);
}
