export { type Bench, benchOf } from "./bench.ts";
export { ownModules } from "./own-modules.ts";
