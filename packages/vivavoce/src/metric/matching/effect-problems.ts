import type { JsonValue } from "../../base/index.ts";
import type { ExpectedEffect } from "../../case/index.ts";
import type { Effect } from "../../world/index.ts";
import type { Expected } from "./expected.ts";
import { matchValue } from "./match-value.ts";

/** Where an effect differs from an expected one, field by field; fields that the expected one does not name are free. */
export function effectProblems(expected: ExpectedEffect, effect: Effect): string[] {
  const fields = effect as unknown as Record<string, JsonValue | undefined>;
  return Object.entries(expected).flatMap(([name, value]) => {
    const match = matchValue(value as Expected, Object.hasOwn(fields, name) ? fields[name] : undefined);
    return match.ok ? [] : [`${name} ${match.reason}`];
  });
}
