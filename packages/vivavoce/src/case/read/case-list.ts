import { isJsonObject } from "../../base/index.ts";

/** Whether a file is `{ "$schema": …, "cases": […] }`, and nothing else. */
export function isCaseList(value: unknown): value is { $schema: string; cases: unknown[] } {
  if (!isJsonObject(value) || typeof value.$schema !== "string" || !Array.isArray(value.cases)) return false;
  return Object.keys(value).length === 2;
}

/** A case without its `$schema`, which is only for editors. */
export function withoutSchema(value: unknown): unknown {
  if (!isJsonObject(value) || typeof value.$schema !== "string") return value;
  const { $schema: _schema, ...rest } = value;
  return rest;
}
