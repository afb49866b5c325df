import { InputError, sameJson } from "../base/index.ts";
import type { ComparisonWishes } from "../gate/index.ts";
import type { StoredRun, VariantResult, VariantSummary } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { readResults, readSuite, readSummaries } from "./read-suite.ts";

type Again = NonNullable<ComparisonWishes["again"]>;

/** One side of a comparison: a run, a named baseline, or a baseline's file. */
export interface Reference {
  kind: "run" | "baseline" | "file";
  /** As the user wrote it. */
  name: string;
  results: VariantResult[];
  /** When a baseline got its name. */
  setAt?: number | undefined;
}

/**
 * Finds what a user means by a name: `latest` or a run's whole id, then a baseline's name, then what `readFile` finds
 * under it, then the beginning of a run's id. Undefined if it is none of these. The page gives no `readFile`: an address
 * must not read files.
 */
export async function findReference(
  store: Store,
  name: string,
  readFile: () => Promise<VariantResult[] | undefined> = async () => undefined,
): Promise<Reference | undefined> {
  const ofRun = async (run: StoredRun): Promise<Reference> => {
    return { kind: "run", name, results: await readResults(store, run) };
  };
  const exact = await findRun(store, name);
  if (exact && (name === "latest" || exact.id === name)) return ofRun(exact);
  const named = await store.baselines.find(name);
  if (named.length > 0) {
    const set = (await store.baselines.list()).find((entry) => entry.name === name);
    return { kind: "baseline", name, results: await inStep(store, named), setAt: set?.createdAt };
  }
  const results = await readFile();
  if (results) return { kind: "file", name, results };
  if (exact) return ofRun(exact);
  // Looks again for its error message: an id that is unknown may be something else, one that begins several is refused.
  const unlessSeveral = (error: unknown) => {
    if (!(error instanceof InputError) || /begins several ids/.test(error.message)) throw error;
  };
  await store.runs.find(name).catch(unlessSeveral);
  return undefined;
}

/** A run by its id or the beginning of it; undefined if there is none, or more than one. */
export async function findRun(store: Store, id: string): Promise<StoredRun | undefined> {
  try {
    return await store.runs.find(id);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** While a baseline's run is in the store, the baseline takes its newest scores: scored again, it is comparable again. */
async function inStep(store: Store, named: readonly VariantResult[]): Promise<VariantResult[]> {
  return Array.fromAsync(named, async (result) => {
    const run = await findRun(store, result.run);
    const suite = run?.id === result.run ? run.suites.find(({ name }) => name === result.suite) : undefined;
    const current = run && suite ? (await readSuite(store, run, suite)).variants : [];
    return current.find(({ variant }) => sameJson(variant, result.variant)) ?? result;
  });
}

type Played = { run: StoredRun; summary: VariantSummary };

/** Two results to compare. */
interface ResultPair {
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

function triesOf(runs: readonly Played[], own: string): Again["after"] {
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
