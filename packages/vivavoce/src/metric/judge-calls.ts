import type { Case } from "../case/index.ts";
import type { Metric } from "./types.ts";

/** How many calls of the judge to expect of a metric on a case; rather too many than too few where that is open. */
export function judgeCalls(metric: Metric, testCase: Case): number {
  return metric.judged ? (metric.calls ?? metric.mostCalls?.(testCase) ?? 1) : 0;
}
