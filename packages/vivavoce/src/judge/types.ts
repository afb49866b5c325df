import type { Model } from "../model/index.ts";

/** What judged metrics are given. A deterministic metric never touches it. */
export interface Judge {
  /** The judge's model for one metric: its calls are recorded under that metric's name. */
  model(metric: string): Model;
}
