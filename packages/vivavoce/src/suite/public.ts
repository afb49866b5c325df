export { type Config, type ConfigInput, defineConfig } from "./config.ts";
export { type Suite, suite } from "./suite.ts";
export type { ChoiceOf, NeededWorld, PlainReply, SuiteDefinition, Variants } from "./suite-definition.ts";
