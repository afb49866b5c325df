export { assuredMean, unitsToSettle } from "./assured-mean.ts";
export { sortedQuantile } from "./moments.ts";
export * from "./public.ts";
