import type { StoredRun, StoredSuite } from "../../shape/index.ts";
import type { StoredTrial } from "../../store/index.ts";

/** One trial with its suite. */
export interface ExportedTrial {
  suite: StoredSuite;
  trial: StoredTrial;
}

/** A run to be exported; its trials are read from the store one at a time, so that any number fits into memory. */
export interface ExportedRun {
  run: StoredRun;
  trials: AsyncIterable<ExportedTrial>;
}
