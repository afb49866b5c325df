export type { Judge } from "./types.ts";
export { Unscored } from "./unscored.ts";
