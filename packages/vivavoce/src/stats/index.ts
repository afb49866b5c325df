export { assuredMean, unitsToSettle } from "./assured-mean.ts";
export * from "./public.ts";
