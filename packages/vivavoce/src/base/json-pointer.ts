import type { JsonValue } from "./json.ts";

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
