export { closeNetwork, installGuard } from "./close-network.ts";
export {
  type Connection,
  currentRules,
  failingOnRefusal,
  type NetworkRules,
  showConnection,
  underRules,
  underWholeRules,
  unguarded,
} from "./guard.ts";
export { hostList, hostProblem } from "./host-list.ts";
export { SuiteNetwork, type TrialNetwork } from "./suite-network.ts";
