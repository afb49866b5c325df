import type { Model } from "../model/index.ts";

/** The judge, as judged metrics get it. Deterministic metrics never use it. */
export interface Judge {
  /**
   * The judge's model for one metric: its calls are recorded under that metric's name. `name` is another of the
   * suite's models, for a panel; left out, the suite's judge.
   */
  model(metric: string, name?: string): Model;
  /** Which repeat of the case is judged, from 1. */
  repeat: number;
}
