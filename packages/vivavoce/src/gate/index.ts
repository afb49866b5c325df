export { type GatePolicy, gatePolicySchema } from "./policy.ts";
export {
  assertSum,
  count,
  emptyTally,
  type Tally,
  type TrialStatus,
  trialStatus,
  trialStatuses,
} from "./trial-status.ts";
export { type Decision, decide, type RunFacts, type Verdict, worst } from "./verdict.ts";
