import type { Redactor } from "../base/index.ts";
import type { Store, StoredRun } from "../store/index.ts";
import type { SuitePlan } from "./plan.ts";

/** What of a run is scored, and by what. */
export interface ScoreSettings {
  store: Store;
  run: StoredRun;
  /** One for each suite of the run. */
  plans: readonly SuitePlan[];
  /** "pending": what these metrics and this judge have given no valid score yet; "all": every transcript anew. */
  which: "pending" | "all";
  /** Names of metrics; empty: all. */
  metrics: readonly string[];
  redactor: Redactor;
  concurrency: number;
  /** US dollars that this scoring may cost. */
  maxCost?: number | undefined;
  stop: AbortSignal;
  abort: AbortSignal;
  onScored?(done: number): void;
}
