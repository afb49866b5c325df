import { sameJson, version } from "../base/index.ts";
import type { StoredRun, StoredSuite, VariantResult, VariantSummary } from "../shape/index.ts";
import type { Store, StoredValues } from "../store/index.ts";
import { VariantGathering } from "./variant-gathering.ts";
import { headerOf } from "./variant-header.ts";

/** A suite of a stored run: its sums, and its cases under each variant for comparisons. */
interface SuiteResults {
  suite: StoredSuite;
  summaries: VariantSummary[];
  variants: VariantResult[];
}

/** Sums of another form or version are computed anew. */
const form = `${version} 2`;

type ReadRun = Pick<StoredRun, "id" | "createdAt" | "updatedAt" | "header">;

/**
 * Reads a suite of a run: one pass over its values, from which every sum, interval and comparison is made. The sums are
 * kept in the store until the run is written again.
 */
export function readSuite(
  store: Store,
  run: ReadRun,
  suite: StoredSuite,
  /** Only these trials, which make up the given suite: a part of a run that is still being played. */
  only?: (trial: StoredValues) => boolean,
): Promise<SuiteResults> {
  return gather(store, run, suite, { cases: true, only });
}

/** The sums of a suite, from the store if they are kept there. */
export async function readSummaries(
  store: Store,
  run: ReadRun,
  suite: StoredSuite,
  /** Called with every trial; then the sums are made anew. */
  onTrial?: (trial: StoredValues) => void,
): Promise<VariantSummary[]> {
  const kept = onTrial ? undefined : await store.values.summary(run.id, suite.position);
  if (kept?.viva === form) return kept.variants;
  return (await gather(store, run, suite, { cases: false, onTrial })).summaries;
}

/** The results of all suites of a run, for comparisons. */
export async function readResults(store: Store, run: StoredRun): Promise<VariantResult[]> {
  const suites = await Array.fromAsync(run.suites, (suite) => readSuite(store, run, suite));
  return suites.flatMap(({ variants }) => variants);
}

interface Wanted {
  /** Whether the cases are kept, with their dimensions. */
  cases: boolean;
  only?: ((trial: StoredValues) => boolean) | undefined;
  onTrial?: ((trial: StoredValues) => void) | undefined;
}

async function gather(store: Store, run: ReadRun, suite: StoredSuite, wanted: Wanted): Promise<SuiteResults> {
  const { variants, gate } = suite.header;
  const { only, onTrial } = wanted;
  const gatherings = variants.map((planned) => new VariantGathering(planned, suite, wanted));
  const identities = new Map<string, Set<string>>();
  const spoiled = await store.trials.countSpoiled(run.id, suite.position);
  const [first, second] = gatherings;
  const read = { samplesOf: gate.primary, dimensions: wanted.cases };
  for await (const trial of store.values.read(run.id, suite.position, read)) {
    if (only && !only(trial)) continue;
    onTrial?.(trial);
    const own = second ? gatherings.find(({ variant }) => sameJson(variant, trial.variant)) : first;
    own?.add(trial, spoiled.get(trial.trial) ?? 0);
    for (const { metric, identity } of trial.scores)
      identities.set(metric, (identities.get(metric) ?? new Set()).add(identity));
  }
  const summaries = gatherings.map((gathering) => gathering.summary());
  // If the store cannot be written, the sums are computed each time.
  if (!only) await store.values.keepSummary(run, suite.position, { viva: form, variants: summaries }).catch(() => {});
  const results = gatherings.map((one) => ({ ...headerOf(run, suite, one.variant, identities), ...one.results() }));
  return { suite, summaries, variants: results };
}
