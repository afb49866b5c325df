import type { Clock } from "../base/index.ts";
import type { CallRecord, Role } from "./call-record.ts";
import type { Model } from "./types.ts";

/** The model traffic of one trial, live or from a tape: whoever asks gets a model and cannot tell which. */
export interface Traffic {
  /** A model for a role. Calls are numbered in order within role and label, across all models given out for them. */
  model(role: Role, label?: string): Model;
  /** Everything answered so far, in order of completion. */
  records(): readonly CallRecord[];
  /** The trial's time: from its start, moved on to the end of each answered call, live as on a replay. */
  clock: Clock;
}
