export { type AgentIdentity, agentIdentity, identityDifferences } from "./agent-identity.ts";
export { agentSources } from "./agent-sources.ts";
export { type Config, type ConfigInput, defineConfig } from "./config.ts";
export type { OwnModules } from "./module-loader.ts";
export { type LoadedSuite, loadSuites, openProject, type Project } from "./project.ts";
export { agentOf, type ChoiceOf, caseSource, type Suite, type SuiteDefinition, suite, type Variants } from "./suite.ts";
export { chooseVariants, showVariant, type VariantSelection } from "./variants.ts";
