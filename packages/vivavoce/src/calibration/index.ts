export { parseLabels } from "./label-file.ts";
export { criterionVersion, type Disagreement, type ReviewItem } from "./review-items.ts";
export { type ReviewPool, reviewPool } from "./review-pool.ts";
export { type QueuedItem, type ReviewProgress, type ReviewQueue, reviewQueue } from "./review-queue.ts";
