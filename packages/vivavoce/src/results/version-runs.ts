import { sameJson } from "../base/index.ts";
import type { Again, Tries } from "../gate/index.ts";
import type { StoredRun, VariantResult, VariantSummary } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { readSummaries } from "./read-suite.ts";
import type { Reference } from "./reference.ts";

type Played = { run: StoredRun; summary: VariantSummary };

/** Two results to compare. */
export interface ResultPair {
  before: VariantResult;
  after: VariantResult;
  again?: Again | undefined;
}

/** Pairs with the other runs of both versions, for the verdict to name. */
export async function withAgain(
  store: Store,
  pairs: readonly ResultPair[],
  { setAt }: Pick<Reference, "setAt">,
): Promise<ResultPair[]> {
  return Promise.all(pairs.map(async (pair) => ({ ...pair, again: await readAgain(store, pair, setAt) })));
}

/**
 * The other runs of both versions that are compared: those of the new one from the baseline up to this run, and those among which the
 * baseline was picked. A version is an agent under a variant, on the same cases of a suite. `setAt`: when the baseline got its name.
 */
async function readAgain(store: Store, { before, after }: ResultPair, setAt: number | undefined): Promise<Again> {
  const began = Date.parse(before.createdAt);
  const ended = Date.parse(after.createdAt);
  const [earlier, later] = [await runsOf(store, before), await runsOf(store, after)];
  const isSameVersion = earlier.some(({ run }) => run.id === after.run);
  const until = setAt ?? (isSameVersion ? began : ended);
  return {
    before: triesOf(
      earlier.filter(({ run }) => run.id === before.run || (run.createdAt <= until && run.id !== after.run)),
      before.run,
    ),
    after: triesOf(
      later.filter(({ run }) => run.createdAt > began && run.createdAt <= ended && run.id !== before.run),
      after.run,
    ),
  };
}

/** The runs of a version, oldest first. Shards are parts of a run, and the same shards may have been merged twice. */
async function runsOf(store: Store, { suite, variant, dataset, agent }: VariantResult): Promise<Played[]> {
  const runs = (await store.runs.list()).reverse().filter(({ header }) => !header.options.shard && !header.given);
  const own = new Map(runs.map((run) => [JSON.stringify(run.header.merged?.shards ?? run.id), run]));
  const { sources: _sources, ...version } = agent;
  const found: Played[] = [];
  for (const run of own.values()) {
    const stored = run.suites.find(({ name, header }) => name === suite && header.dataset === dataset);
    const index = stored?.header.variants.findIndex((one) => {
      const { name, version: number, models, tools, code, files } = one.agent;
      return sameJson(one.variant, variant) && sameJson({ name, version: number, models, tools, code, files }, version);
    });
    if (!stored || index === undefined || index < 0) continue;
    const summary = (await readSummaries(store, run, stored))[index];
    if (summary && summary.played > 0) found.push({ run, summary });
  }
  return found;
}

function triesOf(runs: readonly Played[], own: string): Tries | undefined {
  const nth = runs.findIndex(({ run }) => run.id === own) + 1;
  if (nth === 0 || runs.length < 2) return undefined;
  const sums = new Map<string, { sum: number; trials: number }>();
  for (const { passRate, metrics } of runs.map(({ summary }) => summary)) {
    for (const { name, observed, trials, missing } of [passRate, ...metrics]) {
      const known = sums.get(name) ?? { sum: 0, trials: 0 };
      const seen = trials - missing;
      sums.set(name, { sum: known.sum + (observed?.mean ?? 0) * seen, trials: known.trials + seen });
    }
  }
  const means = [...sums].filter(([, { trials }]) => trials > 0).map(([name, { sum, trials }]) => [name, sum / trials]);
  return { nth, of: runs.length, pooled: Object.fromEntries(means) };
}
