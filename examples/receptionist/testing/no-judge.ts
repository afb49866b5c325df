import type { Metric } from "vivavoce/metrics";

/** For metrics that decide by code: asking a judge is a mistake. */
export const noJudge: Parameters<Metric["score"]>[2] = {
  repeat: 1,
  model: (metric) => {
    throw new Error(`${metric} asked a judge`);
  },
};
