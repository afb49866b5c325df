export type { BaselineEntry } from "./baseline-store.ts";
export type { Label } from "./label-store.ts";
export { type StoredTrial, type StoreRecord, type TrialAddress, trialKey } from "./records.ts";
export type {
  FailedCase,
  GitCommit,
  GivenFiles,
  MetricHeader,
  Origin,
  RunHeader,
  RunPlanOptions,
  StoredRun,
  StoredSuite,
  SuiteHeader,
  VariantHeader,
} from "./run-header.ts";
export type { RunSign } from "./run-signs.ts";
export { handOverWrites, Store, storeFile } from "./store.ts";
export { StoreError } from "./store-error.ts";
export { groupsUnwritten } from "./threaded-writer.ts";
export type { Conversation } from "./trial-store.ts";
export type { StoredValue, StoredValues } from "./value-store.ts";
