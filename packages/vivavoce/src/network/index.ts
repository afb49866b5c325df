export { closeNetwork, installGuard } from "./close-network.ts";
export { type Connection, type NetworkRules, notingRefusals, showConnection, underRules } from "./guard.ts";
export { hostList, hostProblem } from "./host-list.ts";
export { SuiteNetwork, type TrialNetwork } from "./suite-network.ts";
