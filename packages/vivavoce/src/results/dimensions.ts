import { byDimension, neverPlayed, onScaleOf } from "../gate/index.ts";
import { cellsOf, meanOf, onScale, type ShownMeasure, type UsedDimension, type VariantResult } from "../shape/index.ts";

/** A metric by its dimensions; every value is on the metric's own scale. */
export interface MetricDimensions extends Pick<UsedDimension, "metric" | "min" | "max" | "passesAt"> {
  whole: ShownMeasure;
  /** Each over the cases to which it applies; the others are not counted. */
  dimensions: (ShownMeasure & { id: string; notApplicable: number })[];
  /** Each case's scores, one for each dimension in order: the mean of its repeats, undefined if there is none. */
  cases: { caseId: string; whole: number | undefined; values: (number | undefined)[] }[];
}

/** A result by dimension, for each metric that has dimensions. */
export function dimensionsOf(result: VariantResult): MetricDimensions[] {
  const { dimensions = [], repeats } = result;
  return [...Map.groupBy(dimensions, ({ metric }) => metric)].map(([metric, own]) => {
    const [{ min, max, passesAt } = { min: 0, max: 1 }] = own as [UsedDimension?];
    const scale = { min, max };
    const split = byDimension(result, metric);
    const { cases } = split;
    const all = cases.length + neverPlayed(result);
    const meanIn = (one: (typeof cases)[number] | undefined, measure: string) => {
      const mean = one && meanOf(cellsOf(one, measure, repeats));
      return mean === undefined ? undefined : onScale(mean, scale);
    };
    return {
      ...{ metric, min, max, ...(passesAt === undefined ? {} : { passesAt }) },
      whole: onScaleOf(result, { id: metric, ...scale }),
      dimensions: own.map(({ id }) => {
        const sum = onScaleOf(split, { id, ...scale });
        return { id, ...sum, notApplicable: all - sum.cases };
      }),
      cases: cases.map((one, index) => ({
        caseId: one.caseId,
        whole: meanIn(result.cases[index], metric),
        values: own.map(({ id }) => meanIn(one, id)),
      })),
    };
  });
}
