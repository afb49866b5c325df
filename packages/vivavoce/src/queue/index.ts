export { type ScriptRunner, sharedPace } from "./shared-pace.ts";
