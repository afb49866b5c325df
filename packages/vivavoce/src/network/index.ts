export { closeNetwork, installGuard } from "./close-network.ts";
export {
  alsoReaching,
  type Connection,
  failingOnRefusal,
  type NetworkRules,
  showConnection,
  underRules,
  unguarded,
} from "./guard.ts";
export { hostList, hostProblem } from "./host-list.ts";
export { SuiteNetwork, type TrialNetwork } from "./suite-network.ts";
