export { type HazardReading, readHazard } from "./hazard.ts";
export { readTiming, type Timing } from "./timing.ts";
export { type Asked, type Reading, understand } from "./understand.ts";
export { type Wish, weekdays, wishInWords, wishOf } from "./wish.ts";
