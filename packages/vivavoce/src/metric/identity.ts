import { hashOf, type JsonValue } from "../base/index.ts";
import type { Identity } from "./types.ts";

/** The identity of a metric: everything in it that can change a score, and a hash over that. */
export function identityOf(name: string, version: number, parts: unknown): Identity {
  const data = identityParts(parts);
  return { name, version, parts: data, hash: hashOf({ name, version, parts: data }) };
}

/** Texts, which stay as they are, and names to which a bundler has added a number because another file has the same name. */
const textOrNumberedName = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)|([A-Za-z_]\w*)\$\d+\b/g;

/** The source text of a function, the same however it was bundled: otherwise another build would be another metric. */
function sourceOf(code: (...given: never[]) => unknown): string {
  return String(code).replace(textOrNumberedName, (_, text?: string, name?: string) => text ?? name ?? "");
}

/** Options as JSON: a function becomes its source text, a pattern its own text, and undefined is left out. */
export function identityParts(value: unknown): JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "function") return sourceOf(value as (...given: never[]) => unknown);
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return value.map(identityParts);
  if (typeof value !== "object") return String(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([key, field]) => [key, identityParts(field)]));
}
