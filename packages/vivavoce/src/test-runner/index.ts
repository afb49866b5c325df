export { ownModules } from "./own-modules.ts";
