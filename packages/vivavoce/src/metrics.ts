export type { Judge } from "./judge/index.ts";
export * from "./judge/public.ts";
export * from "./metric/public.ts";
export { type Check, check, type DagJson, drawDag } from "./shape/index.ts";
export * from "./spoken/public.ts";
