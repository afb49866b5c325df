import type { Judge } from "../judge/index.ts";
import type { Traffic } from "../model/index.ts";

/** The judge of one trial: its calls go over the trial's traffic, under the metric's name, and end with the run. */
export function judgeOf(traffic: Traffic, { repeat, signal }: { repeat: number; signal: AbortSignal }): Judge {
  return {
    repeat,
    model(metric, name) {
      const model = traffic.model("judge", name === undefined ? metric : `${metric}@${name}`);
      return {
        id: model.id,
        settings: model.settings,
        call: (request, options) => model.call(request, { signal, ...options }),
      };
    },
  };
}
