import { z } from "zod";
import { type History, readHistory, type TrendPoint, trendOf } from "../../results/index.ts";
import { passRateName, variantTitle } from "../../shape/index.ts";
import { KeptValues } from "./kept-values.ts";
import { name, type ViewContext, view, wholeNumber } from "./view.ts";

/** The pass rate of a suite over its last runs, for each variant. */
export interface SuiteTrend {
  suite: string;
  variants: { title: string; points: TrendPoint[] }[];
  /** Finished runs that do not count, because they did not play the suite's own agent on the whole suite. */
  leftOut: History["leftOut"];
}

const kept = new KeptValues<SuiteTrend>(100);

export const trendView = view({
  about: "The pass rate of each suite over its last runs, with breaks where two runs are not comparable.",
  query: z.object({ suite: name.optional(), limit: wholeNumber.optional() }),
  async answer(context, { suite, limit = 20 }) {
    const runs = await context.store.runs.list();
    const names = suite === undefined ? new Set(runs.flatMap((run) => run.suites.map((one) => one.name))) : [suite];
    const trends: SuiteTrend[] = [];
    for (const name of names) {
      const own = runs.filter((run) => run.finishedAt !== undefined && run.suites.some((one) => one.name === name));
      // The history is the same until one of its runs is written or deleted, or another one ends.
      const key = JSON.stringify([name, limit, ...own.map(({ id, updatedAt }) => [id, updatedAt])]);
      trends.push(await kept.get(context.store, key, 0, () => suiteTrend(context, name, limit)));
    }
    return { suites: trends.filter(({ variants }) => variants.length > 0) };
  },
});

async function suiteTrend({ store }: ViewContext, suite: string, limit: number): Promise<SuiteTrend> {
  const { results, leftOut } = await readHistory(store, suite, limit);
  const variants = trendOf(results.toReversed(), [passRateName]).flatMap(({ variant, series: [passRate] }) =>
    passRate ? [{ title: variantTitle(variant), points: passRate.points }] : [],
  );
  return { suite, variants, leftOut };
}
