import { z } from "zod";
import { KeptValues } from "../../calibration/index.ts";
import { readHistory, trendOf } from "../../results/index.ts";
import { passRateName, type StoredRun, type StoredSuite, variantTitle } from "../../shape/index.ts";
import type { StoredValues } from "../../store/index.ts";
import { valuesAndMarks } from "./rows-view.ts";
import { name, runId, suiteOf, type ViewContext, view, wholeNumber } from "./view.ts";

export const historyView = view({
  about: "One case over the runs of its suite, newest first: statuses, values, and what changed.",
  query: z.object({ run: runId, suite: wholeNumber, case: name, limit: wholeNumber.optional() }),
  async answer(context, { case: caseId, limit = 30, ...of }) {
    const { suite } = await suiteOf(context, of);
    const found: Found[] = [];
    let more = false;
    for (const run of await context.store.runs.list()) {
      for (const one of run.suites.filter(({ name }) => name === suite.name)) {
        const trials = await Array.fromAsync(context.store.values.read(run.id, one.position, { caseId }));
        if (trials.length === 0) continue;
        if (found.length > limit) more = true;
        else found.push({ run, suite: one, trials });
      }
      if (more) break;
    }
    const metrics = [...new Set(found.flatMap(({ suite: { header } }) => header.metrics.map((metric) => metric.name)))];
    // The one beyond the limit only says what changed since.
    const runs = found.slice(0, limit).map((one, index) => inRun(one, found[index + 1], metrics));
    return { metrics, runs, more: found.length > limit };
  },
});

interface Found {
  run: StoredRun;
  suite: StoredSuite;
  trials: StoredValues[];
}

/** What one run said about the case. */
function inRun({ run, suite, trials }: Found, before: Found | undefined, metrics: readonly string[]) {
  const { agent } = run.header.options;
  return {
    run: run.id,
    createdAt: run.createdAt,
    /** The suite's position in that run: part of the case's address. */
    suite: suite.position,
    note: run.header.note,
    /** Why it says little about the agent: a stand-in was examined, or transcripts were given. */
    instead: agent !== undefined ? `stand-in: ${agent}` : run.header.given ? "given transcripts" : undefined,
    trials: trials.map(({ variant, repeat, status = "pending" as const, scores }) => {
      const own = metrics.map((metric) => scores.find((score) => score.metric === metric));
      return { variant: variantTitle(variant), repeat, status, ...valuesAndMarks(own) };
    }),
    /** The case itself is another one than in the run before. */
    caseChanged: before !== undefined && before.trials[0]?.caseHash !== trials[0]?.caseHash,
    /** Metrics that are other ones than in the run before: their values are not comparable with it. */
    changedMetrics: metrics.filter((metric) => {
      const [now, then] = [identityOf(trials, metric), before && identityOf(before.trials, metric)];
      return now !== undefined && then !== undefined && now !== then;
    }),
  };
}

function identityOf(trials: readonly StoredValues[], metric: string): string | undefined {
  return trials.flatMap(({ scores }) => scores).find((score) => score.metric === metric)?.identity;
}

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
