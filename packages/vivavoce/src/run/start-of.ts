import type { Case } from "../shape/index.ts";
import type { SuitePlan } from "./plan.ts";

/** The time at which the case or the suite lets the trial begin, in milliseconds since 1970; undefined if now. */
export function startOf({ loaded }: SuitePlan, testCase: Case | undefined): number | undefined {
  const { clock } = loaded.suite;
  const now = testCase?.clock?.now ?? (typeof clock === "object" ? clock.now : undefined);
  return now === undefined ? undefined : Date.parse(now);
}

/** Whether the agent sees the real time, on a replay too. */
export function isReal({ loaded }: SuitePlan, testCase: Case): boolean {
  return loaded.suite.clock === "real" && testCase.clock === undefined;
}
