import { hashOf, toJsonValue } from "../base/index.ts";
import {
  isNamedModel,
  type Model,
  type ModelChoice,
  type ModelLimits,
  type ModelWait,
  modelLimits,
  openModel,
  type Pace,
  type PaceLimits,
} from "../model/index.ts";
import { unguarded } from "../network/index.ts";
import type { Project } from "../suite/index.ts";

/** Models opened once for the whole run, so that their limits are shared by all suites. */
export class OpenedModels {
  /** By what a choice says, or by the object that it is. */
  readonly #models = new Map<unknown, Model>();
  readonly limits: ModelLimits;

  /**
   * `concurrency`: trials at a time; each has a call or two under way. `limits`: of every model. `pace`: keeps the limits
   * together with other processes.
   */
  constructor(concurrency = 10, limits: PaceLimits = {}, pace?: Pace) {
    this.limits = modelLimits({ maximum: limits.concurrency ?? Math.max(20, concurrency * 2), limits, pace });
  }

  waits(): ModelWait[] {
    return this.limits.waits();
  }

  open(
    choice: ModelChoice,
    environment: Record<string, string | undefined>,
    prices: Project["config"]["prices"],
  ): Model {
    const key = isNamedModel(choice) ? hashOf(toJsonValue(choice)) : choice;
    const known = this.#models.get(key);
    if (known) return known;
    const opened = openModel(choice, { environment, limits: this.limits, ...(prices ? { prices } : {}) });
    const { id, settings } = opened;
    // Whoever makes the call: one of Viva's own is already recorded.
    const model: Model = { id, settings, call: (...asked) => unguarded(() => opened.call(...asked)) };
    this.#models.set(key, model);
    return model;
  }
}
