export { closeNetwork, installGuard } from "./close-network.ts";
export { currentRules, failingOnRefusal, showConnection, underWholeRules, unguarded } from "./guard.ts";
export { hostList, hostProblem } from "./host-list.ts";
export { letReach, SuiteNetwork } from "./suite-network.ts";
export type { TrialNetwork } from "./trial-network.ts";
