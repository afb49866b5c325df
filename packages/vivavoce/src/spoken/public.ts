export { enUS } from "./locale/en-US/en-us.ts";
export type { Locale } from "./locale/locale.ts";
