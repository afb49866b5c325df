export { type AgentIdentity, agentIdentity, identityDifferences } from "./agent-identity.ts";
export { agentSources } from "./agent-sources.ts";
export { type Config, type ConfigInput, configSchema, defineConfig } from "./config.ts";
export { guardProcess, loadModule, type OwnModules } from "./module-loader.ts";
export {
  allowedIn,
  configNames,
  decideNetwork,
  type LoadedSuite,
  loadSuites,
  openProject,
  type Project,
} from "./project.ts";
export { schemaProblems } from "./schema-problems.ts";
export { isOwnFault, userStack } from "./stack.ts";
export { takeStrayErrors } from "./stray-errors.ts";
export { strayProblem } from "./stray-problem.ts";
export { agentOf, caseSource, fileOfSuite, isSuite, type Suite, suite } from "./suite.ts";
export type { ChoiceOf, NeededWorld, PlainReply, SuiteDefinition, Variants } from "./suite-definition.ts";
export { suiteMcp } from "./suite-mcp.ts";
export { conversationShape } from "./suite-problems.ts";
export { fieldPlace } from "./user-place.ts";
export { chooseVariants, offeredVariants, showVariant, type VariantSelection, variantTitle } from "./variants.ts";
