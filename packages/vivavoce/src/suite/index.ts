export { agentIdentity, agentSources, identityDifferences } from "./agent-identity.ts";
export { configNames, configSchema, openProject, type Project } from "./config.ts";
export { allowedIn, decideNetwork, type LoadedSuite, loadSuites, suiteMcp, suitePaths } from "./load-suites.ts";
export { guardProcess, loadModule } from "./module-loader.ts";
export * from "./public.ts";
export { schemaProblems } from "./schema-problems.ts";
export { agentOf, caseSource, conversationShape, fileOfSuite, isSuite } from "./suite.ts";
export { fieldPlace, isOwnFault, strayProblem, takeStrayErrors, userStack } from "./user-place.ts";
export { chooseVariants, offeredVariants } from "./variants.ts";
