import { sameJson, version } from "../base/index.ts";
import type {
  CaseValues,
  StoredRun,
  StoredSuite,
  UsedDimension,
  VariantResult,
  VariantSummary,
} from "../shape/index.ts";
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
export async function readSuite(
  store: Store,
  run: ReadRun,
  suite: StoredSuite,
  /** Only these trials, which make up the given suite: a part of a run that is still being played. */
  only?: (trial: StoredValues) => boolean,
): Promise<SuiteResults> {
  const cases = suite.header.variants.map((): CaseValues[] => []);
  const identities = new Map<string, Set<string>>();
  const dimensions = suite.header.variants.map((): UsedDimension[] => []);
  const summaries = await gather(store, run, suite, { cases, identities, dimensions, only });
  const variants = suite.header.variants.map(({ variant }, index) => ({
    ...headerOf(run, suite, variant, identities),
    ...(dimensions[index]?.length ? { dimensions: dimensions[index] } : {}),
    cases: cases[index] ?? [],
  }));
  return { suite, summaries, variants };
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
  return gather(store, run, suite, undefined, onTrial);
}

/** The results of all suites of a run, for comparisons. */
export async function readResults(store: Store, run: StoredRun): Promise<VariantResult[]> {
  const results: VariantResult[] = [];
  for (const suite of run.suites) results.push(...(await readSuite(store, run, suite)).variants);
  return results;
}

interface Kept {
  cases: CaseValues[][];
  identities: Map<string, Set<string>>;
  dimensions: UsedDimension[][];
  only?: ((trial: StoredValues) => boolean) | undefined;
}

async function gather(
  store: Store,
  run: ReadRun,
  suite: StoredSuite,
  kept?: Kept,
  onTrial?: (trial: StoredValues) => void,
): Promise<VariantSummary[]> {
  const { variants, gate } = suite.header;
  const gatherings = variants.map((planned, index) => {
    const onCase = kept && ((one: CaseValues) => void kept.cases[index]?.push(one));
    return { variant: planned.variant, gathering: new VariantGathering(planned, suite, onCase) };
  });
  const spoiled = await store.trials.countSpoiled(run.id, suite.position);
  const [only, second] = gatherings;
  const wanted = { samplesOf: gate.primary, dimensions: kept !== undefined };
  for await (const trial of store.values.read(run.id, suite.position, wanted)) {
    if (kept?.only && !kept.only(trial)) continue;
    onTrial?.(trial);
    const own = second ? gatherings.find(({ variant }) => sameJson(variant, trial.variant)) : only;
    own?.gathering.add(trial, spoiled.get(trial.trial) ?? 0);
    if (kept) for (const { metric, identity } of trial.scores) addTo(kept.identities, metric, identity);
  }
  const summaries = gatherings.map(({ gathering }) => gathering.summary());
  for (const [index, { gathering }] of gatherings.entries()) kept?.dimensions[index]?.push(...gathering.dimensions());
  if (kept?.only) return summaries;
  // If the store cannot be written, the sums are computed each time.
  await store.values.keepSummary(run, suite.position, { viva: form, variants: summaries }).catch(() => {});
  return summaries;
}

function addTo(identities: Map<string, Set<string>>, metric: string, identity: string): void {
  const known = identities.get(metric);
  if (known) known.add(identity);
  else identities.set(metric, new Set([identity]));
}
