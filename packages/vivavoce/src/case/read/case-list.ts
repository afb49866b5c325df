import { isJsonObject } from "../../base/index.ts";

/** A list of cases in an object that names its schema; a plain list has no place for that. */
interface CaseList {
  $schema: string;
  cases: unknown[];
}

/** Whether a file is `{ "$schema": …, "cases": […] }`, and nothing else. */
export function isCaseList(value: unknown): value is CaseList {
  if (!isJsonObject(value) || typeof value.$schema !== "string" || !Array.isArray(value.cases)) return false;
  return Object.keys(value).length === 2;
}

/** A case without its `$schema`, which is only for editors. */
export function withoutSchema(value: unknown): unknown {
  if (!isJsonObject(value) || typeof value.$schema !== "string") return value;
  const { $schema: _schema, ...rest } = value;
  return rest;
}
