import { isJsonObject, type JsonObject, type JsonValue, jsonIn, toJsonValue } from "../../base/index.ts";

/** Well below the depth at which a case file is refused, because imported values are some levels deep in their case. */
const deepest = 150;

/** A copy without fields called `__proto__`, without what is nested too deep, and in well-formed Unicode. */
export function safeJson<T>(value: T) {
  const lost: { kind: "__proto__" | "too deep"; path: string }[] = [];
  const copy = (part: unknown, path: string, depth: number): unknown => {
    if (typeof part === "string") return part.toWellFormed();
    if (typeof part !== "object" || part === null) return part;
    if (depth > deepest) {
      lost.push({ kind: "too deep", path });
      return `[nested more than ${deepest} levels deep]`;
    }
    if (Array.isArray(part)) return part.map((item, index) => copy(item, `${path}/${index}`, depth + 1));
    const fields: [string, unknown][] = [];
    for (const [key, field] of Object.entries(part)) {
      if (key === "__proto__") lost.push({ kind: "__proto__", path: `${path}/__proto__` });
      else if (field !== undefined) fields.push([key.toWellFormed(), copy(field, `${path}/${key}`, depth + 1)]);
    }
    return Object.fromEntries(fields);
  };
  return { value: copy(value, "", 0) as T, lost };
}

/** The fields that hold something: not an empty text, list or object. */
export function withoutEmpty<T extends object>(fields: T): T {
  const isEmpty = (value: unknown) =>
    value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value))) as T;
}

/** A JSON object or list that stands in a text, as data; anything else as it is. */
export function unpacked(value: JsonValue): JsonValue {
  const data = typeof value === "string" && /^\s*[[{]/.test(value) ? jsonIn(value) : undefined;
  return data === undefined ? value : toJsonValue(data);
}

/** The value where it is an object, otherwise one without fields. */
export function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A text as it is, anything else as JSON text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
