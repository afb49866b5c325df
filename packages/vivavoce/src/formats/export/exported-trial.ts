import type { StoredRun, StoredSuite, StoredTrial } from "../../store/index.ts";

/** One trial with what stands around it. */
export interface ExportedTrial {
  suite: StoredSuite;
  trial: StoredTrial;
}

/** A run to be exported; its trials are read from the store one after the other, so that any number fits. */
export interface ExportedRun {
  run: StoredRun;
  trials: AsyncIterable<ExportedTrial>;
}
