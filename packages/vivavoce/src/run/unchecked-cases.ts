import { listed, type Problem } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import { expectsEnding, type Metric } from "../metric/index.ts";
import type { LoadedSuite } from "../suite/index.ts";

/** Whether every metric that decides is sure to be skipped in this case. A suite that only reports decides nothing. */
export function isUnchecked(metrics: readonly Metric[], testCase: Case): boolean {
  // A monitor such as `safety` watches every case, so it does not count as a check of this one.
  const deciding = metrics.filter(({ gating, zeroTolerance }) => gating && !zeroTolerance);
  // This is checked whether or not the suite lists the metric.
  if (expectsEnding(testCase)) return false;
  return deciding.length > 0 && deciding.every((metric) => metric.applies?.(testCase) === false);
}

/** How many are named. */
const shown = 10;

/** Warns of the cases in which nothing will be checked: whatever the agent does there, they cannot fail. */
export function uncheckedCases(
  { suite, file }: Pick<LoadedSuite, "suite" | "file">,
  ids: readonly string[],
): Problem[] {
  if (ids.length === 0) return [];
  const which = ids.length === 1 ? "1 case" : `${ids.length} cases`;
  const message = `suite ${suite.name}: nothing will be checked in ${which}: ${listed(ids, shown)}`;
  const remedy = "Give each case an expectation that one of the suite's metrics reads, or remove the case.";
  return [{ message, place: { file }, remedy }];
}
