export { assuredMean, unitsToSettle } from "./assured-mean.ts";
export { sortedQuantile } from "./moments.ts";
export { leastUnits, marginInReach } from "./non-inferior-mean.ts";
export * from "./public.ts";
