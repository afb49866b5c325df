import { listed, safeLine } from "../base/index.ts";

const kinds: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
  undefined: "left out",
  never: "left out",
  nonoptional: "given",
};

/** The reader's word for a schema's kind: "array" becomes "a list". */
export function kindInWords(kind: string): string {
  return Object.hasOwn(kinds, kind) ? (kinds[kind] ?? kind) : `a ${kind}`;
}

/** A value as it is shown in a message: short, on one line, safe to print. */
export function valueInWords(value: unknown): string {
  if (typeof value === "string") return `"${safeLine(value, 60)}"`;
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === undefined) return "nothing";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** "a, b or c" */
export function listInWords(words: readonly string[], joint: "or" | "and" = "or"): string {
  const distinct = [...new Set(words)];
  const last = distinct.pop() ?? "";
  return distinct.length === 0 ? last : `${distinct.join(", ")} ${joint} ${last}`;
}

/** "expect.tools[0].turn"; the case itself has no path. */
export function pathInWords(path: readonly (string | number)[]): string {
  if (path.length === 0) return "the case";
  const text = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
  return safeLine(text.startsWith(".") ? text.slice(1) : `the case${text}`, 120);
}

/** The suggestion of a message that expected one of a few names. */
export function suggestion(meant: string | undefined, known: readonly string[], what: string): string | undefined {
  if (meant !== undefined) return `did you mean "${meant}"?`;
  if (known.length === 0) return undefined;
  return `${what}: ${listed(known, 12)}`;
}
