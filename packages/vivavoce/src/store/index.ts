export { digestOf } from "./ledger.ts";
export { isBeingPlayed, isThere, longestSilenceMs, shownOwner, thisProcess } from "./owner.ts";
export { type StoreRecord, type TrialAddress, trialKey } from "./records.ts";
export { ResponseCache, responseCacheFile } from "./response-cache-file.ts";

export type { RunSign } from "./run-signs.ts";
export { handOverWrites, Store } from "./store.ts";
export { StoreError } from "./store-error.ts";
export { isPostgres, shownPlace, storeFile, storePlace } from "./store-place.ts";
export { groupsUnwritten } from "./threaded-writer.ts";
export type { StoredTrial } from "./trial-facts.ts";
export type { TrialToScore } from "./trial-reader.ts";
export type { ClaimedTrial } from "./trial-store.ts";
export type { StoredValue, StoredValues } from "./value-store.ts";
