import { z } from "zod";
import { readSuite, type SideBySide, sideBySide } from "../../results/index.ts";
import { cellsOf, meanOf, type VariantResult, variantTitle } from "../../shape/index.ts";
import { type DimensionTable, dimensionTables } from "./dimension-tables.ts";
import { KeptValues } from "./kept-values.ts";
import { binsOf } from "./plotted-measure.ts";
import { runId, suiteOf, view, wholeNumber } from "./view.ts";

/** The variants of a suite beside each other. */
interface SidesView extends Pick<SideBySide, "common" | "measures" | "flips"> {
  titles: string[];
  /** Cases that differ and are left out of the list. */
  more: number;
}

/** What the values of all cases show, beyond the sums. */
export interface MeasuresView {
  /** For each variant and metric, how many cases have about which value, from 0 to 1 in steps of 0.05. */
  bins: number[][][];
  /** Each metric's threshold; null if nothing was scored by it. */
  thresholds: (number | null)[];
  dimensions: DimensionTable[];
  /** Undefined with one variant. */
  sides: SidesView | undefined;
}

const kept = new KeptValues<MeasuresView>(16);
const mostFlips = 200;

export const measuresView = view({
  about:
    "How the values of a suite's metrics are spread over its cases, its dimensions, and its variants side by side.",
  query: z.object({ run: runId, suite: wholeNumber }),
  async answer(context, query) {
    const { run, suite } = await suiteOf(context, query);
    return kept.get(context.store, `${run.id} ${suite.position}`, run.updatedAt, async () => {
      const { variants } = await readSuite(context.store, run, suite);
      const metrics = suite.header.metrics.map(({ name }) => name);
      return {
        bins: variants.map((variant) => metrics.map((metric) => binsOf(valuesOf(variant, metric)))),
        thresholds: await context.store.values.thresholds(run.id, suite.position, metrics),
        dimensions: dimensionTables(variants),
        sides: variants.length > 1 ? sidesOf(variants) : undefined,
      };
    });
  },
});

/** Each case's value: the mean of the repeats that have one. */
function valuesOf({ cases, repeats }: VariantResult, metric: string): (number | undefined)[] {
  return cases.map((one) => meanOf(cellsOf(one, metric, repeats)));
}

function sidesOf(variants: readonly VariantResult[]): SidesView {
  const { common, measures, flips, variants: choices } = sideBySide(variants);
  const shown = flips.slice(0, mostFlips);
  return { titles: choices.map(variantTitle), common, measures, flips: shown, more: flips.length - shown.length };
}
