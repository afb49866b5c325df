import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";

/** YAML's merge keys, which the reader of case files leaves as they are. */
export function withMerges(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withMerges);
  if (!isJsonObject(value)) return value;
  const own = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withMerges(field)]));
  const { "<<": merged, ...rest } = own;
  if (merged === undefined) return own;
  const inherited = [merged].flat().filter(isJsonObject).toReversed();
  return Object.assign({}, ...inherited, rest) as JsonObject;
}
