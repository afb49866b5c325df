export { type Bench, benchOf, ownModules } from "./bench.ts";
