import { InputError } from "../base/index.ts";
import { passRateName, type VariantResult } from "../gate/index.ts";
import { pastResults } from "../run/index.ts";
import type { Store } from "../store/index.ts";

/** A suite's results, newest first; a suite without any is an error that names those that have some. */
export async function historyOf(store: Store, suite: string, limit?: number): Promise<VariantResult[]> {
  const results = await pastResults(store, suite, limit);
  if (results.length > 0) return results;
  const known = [...new Set((await store.runs.list()).flatMap(({ suites }) => suites.map(({ name }) => name)))];
  throw new InputError({
    message: `there is no finished run of a suite ${suite}`,
    remedy: known.length === 0 ? "`viva run` makes the first." : `There are runs of ${known.join(", ")}.`,
  });
}

/** A metric that no run has would only show as nothing. */
export function refuseUnknownMetric(wanted: readonly string[], results: readonly VariantResult[]): void {
  const known = [passRateName, ...new Set(results.flatMap(({ metrics }) => metrics.map(({ name }) => name)))];
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new InputError({
    message: `there is no metric ${unknown.join(", ")}`,
    remedy: `There are ${known.join(", ")}.`,
  });
}
