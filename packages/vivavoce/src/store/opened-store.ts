import type { TrialAddress } from "./records.ts";
import type { RowGroup } from "./row-group.ts";
import type { StoreDatabase } from "./store-database.ts";

/** A database in the newest schema, and what writes it. */
export interface OpenedStore {
  database: StoreDatabase;
  /** Resolves when the group is synced to disk, with the trials that were left out: see `commitRows`. */
  commit(group: RowGroup): Promise<TrialAddress[]>;
  close(): Promise<void>;
}
