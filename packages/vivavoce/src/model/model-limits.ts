import { Limiter } from "./limiter.ts";
import { localPace, type ModelWait, type PaceLimits } from "./pace.ts";

type LimiterOptions = NonNullable<ConstructorParameters<typeof Limiter>[1]>;

/** The limiters of a run, one for each model, shared by all that call it. */
export interface ModelLimits {
  /** `options` count when the model is new. Lower limits also count later. */
  of(model: string, options?: PaceLimits & Pick<LimiterOptions, "careful" | "name">): Limiter;
  /** The models that calls are waiting for now. */
  waits(): ModelWait[];
}

/**
 * Limits for a run. Different runs do not share limits.
 *
 * @example const limits = modelLimits({ maximum: 8 }); openModel("openai:gpt-5-mini", { limits });
 */
export function modelLimits(options: LimiterOptions = {}): ModelLimits {
  const limiters = new Map<string, Limiter>();
  const { pace = localPace(options.timing?.clock), limits = {} } = options;
  return {
    of(model, { name = model, careful = options.careful, ...own } = {}) {
      const { concurrency: maximum = options.maximum } = own;
      const limiter = limiters.get(model) ?? new Limiter(name, { ...options, maximum, careful, pace }, model);
      limiter.lower(own);
      limiter.lower(limits);
      limiters.set(model, limiter);
      return limiter;
    },
    waits: () => [...limiters.values()].flatMap((limiter) => limiter.wait ?? []),
  };
}
