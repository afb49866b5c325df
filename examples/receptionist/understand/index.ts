export { type HazardReading, readHazard } from "./hazard.ts";
export { type Asked, type Reading, understand } from "./understand.ts";
export { type Wish, weekdays, wishInWords, wishOf } from "./wish.ts";
