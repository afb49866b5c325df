import type { JsonValue } from "../../base/index.ts";
import type { Effect, ExpectedEffect } from "../../shape/index.ts";
import type { Expected } from "./expected.ts";
import { listMismatches, mismatches, type PartialObject } from "./mismatches.ts";

/** How an effect differs from an expected one, field by field. Fields that the expected one does not name may be anything. */
export function effectProblems(expected: ExpectedEffect, effect: Effect): string[] {
  const fields = effect as unknown as Record<string, JsonValue | undefined>;
  return Object.entries(expected).flatMap(([name, value]) => {
    const actual = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (isTaskList(name, value)) return listMismatches(name, value, actual);
    return mismatches(name, value as Expected, actual);
  });
}

/** The tasks that a note gained or lost, in any order; only the named fields of each are compared. */
function isTaskList(name: string, value: unknown): value is PartialObject[] {
  return name === "tasks" && Array.isArray(value);
}
