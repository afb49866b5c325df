import type { Redactor } from "../base/index.ts";
import type { AnswerShelf } from "../model/index.ts";
import type { StoredRun } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import type { SuitePlan } from "./plan.ts";

/** Which part of a run is scored, and by which metrics. */
export interface ScoreSettings {
  store: Store;
  run: StoredRun;
  /** One for each suite of the run. */
  plans: readonly SuitePlan[];
  /** "pending": only where these metrics and this judge have no valid score yet; "all": every transcript again. */
  which: "pending" | "all";
  /** Names of metrics; empty: all. */
  metrics: readonly string[];
  redactor: Redactor;
  /** Answers of earlier runs; left out: every call is made. */
  cache?: AnswerShelf | undefined;
  concurrency: number;
  /** US dollars that this scoring may cost. */
  maxCost?: number | undefined;
  stop: AbortSignal;
  abort: AbortSignal;
  onScored?(done: number): void;
}
