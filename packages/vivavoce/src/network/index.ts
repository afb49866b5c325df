export { closeNetwork, installGuard } from "./close-network.ts";
export { currentRules, failingOnRefusal, showConnection, underWholeRules, unguarded } from "./guard.ts";
export { hostList, hostProblem, letReach } from "./host-list.ts";
export { endWithViva, signalGroup } from "./process-group.ts";
export { SuiteNetwork } from "./suite-network.ts";
