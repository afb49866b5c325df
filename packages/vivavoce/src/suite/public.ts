export { type Config, type ConfigInput, defineConfig } from "./config.ts";
export { type Suite, suite } from "./suite.ts";
export * from "./suite-definition.ts";
