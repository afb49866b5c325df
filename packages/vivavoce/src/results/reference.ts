import { InputError, sameJson } from "../base/index.ts";
import type { StoredRun, VariantResult } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { readResults, readSuite } from "./read-suite.ts";

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
  const results: VariantResult[] = [];
  for (const result of named) {
    const run = await findRun(store, result.run);
    const suite = run?.id === result.run ? run.suites.find(({ name }) => name === result.suite) : undefined;
    const current = run && suite ? (await readSuite(store, run, suite)).variants : [];
    results.push(current.find(({ variant }) => sameJson(variant, result.variant)) ?? result);
  }
  return results;
}
