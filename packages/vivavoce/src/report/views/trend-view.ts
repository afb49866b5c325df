import { z } from "zod";
import { KeptValues } from "../../calibration/index.ts";
import { readHistory, trendOf } from "../../results/index.ts";
import { passRateName, variantTitle } from "../../shape/index.ts";
import { name, type ViewContext, view, wholeNumber } from "./view.ts";

const kept = new KeptValues<Awaited<ReturnType<typeof suiteTrend>>>(100);

export const trendView = view({
  about: "The pass rate of each suite over its last runs, with breaks where two runs are not comparable.",
  query: z.object({ suite: name.optional(), limit: wholeNumber.optional() }),
  async answer(context, { suite, limit = 20 }) {
    const runs = await context.store.runs.list();
    const names = suite === undefined ? new Set(runs.flatMap((run) => run.suites.map((one) => one.name))) : [suite];
    const trends = [];
    for (const name of names) {
      const own = runs.filter((run) => run.finishedAt !== undefined && run.suites.some((one) => one.name === name));
      // The history is the same until one of its runs is written or deleted, or another one ends.
      const key = JSON.stringify([name, limit, ...own.map(({ id, updatedAt }) => [id, updatedAt])]);
      trends.push(await kept.get(context.store, key, 0, () => suiteTrend(context, name, limit)));
    }
    return { suites: trends.filter(({ variants }) => variants.length > 0) };
  },
});

/** The pass rate of a suite over its last runs, for each variant. */
async function suiteTrend({ store }: ViewContext, suite: string, limit: number) {
  const { results, leftOut } = await readHistory(store, suite, limit);
  const variants = trendOf(results.toReversed(), [passRateName]).flatMap(({ variant, series: [passRate] }) =>
    passRate ? [{ title: variantTitle(variant), points: passRate.points }] : [],
  );
  // Left out are finished runs that did not play the suite's own agent on the whole suite.
  return { suite, variants, leftOut };
}
