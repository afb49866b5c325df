import type { Case } from "../shape/index.ts";
import type { Metric } from "./types.ts";

/** How many judge calls to expect of a metric on a case. If the number is not certain, this is the highest. */
export function judgeCalls(metric: Metric, testCase: Case): number {
  return metric.judged ? (metric.calls ?? metric.mostCalls?.(testCase) ?? 1) : 0;
}
