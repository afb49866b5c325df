import type { Case } from "../shape/index.ts";
import type { Metric } from "./types.ts";

/** Whether a metric only watches this case: it says nothing about what the case expects, since the case did not ask for it. */
export function onlyWatches({ watches, reads = [] }: Pick<Metric, "watches" | "reads">, { expect }: Case): boolean {
  return (
    watches === true &&
    expect.watched !== true &&
    !reads.some((field) => (field === "world" ? expect.world !== undefined : isGiven(expect[field])))
  );
}

/** An empty list or object asks for nothing, except that an empty list of effects asks that nothing changes. */
function isGiven(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value !== undefined;
  return Object.values(value).some(isGiven);
}
