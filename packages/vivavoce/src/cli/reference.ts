import { readFile, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { InputError, sameJson } from "../base/index.ts";
import { parseBaseline, type VariantResult } from "../gate/index.ts";
import { shellWord } from "../report/index.ts";
import { readResults, readSuite } from "../results/index.ts";
import type { Store, StoredRun } from "../store/index.ts";

/** The other side of a comparison: a run, a named baseline, or a baseline's file. */
export interface Reference {
  kind: "run" | "baseline" | "file";
  /** As the user wrote it. */
  name: string;
  results: VariantResult[];
}

/**
 * Finds what a user means by REF: `latest` or a run's whole id, then a baseline's name, then a file, then the beginning
 * of a run's id.
 */
export async function resolveReference(store: Store, name: string, cwd: string): Promise<Reference> {
  const exact = await findRun(store, name);
  if (exact && (name === "latest" || exact.id === name)) return ofRun(store, name, exact);
  const named = await store.baselines.find(name);
  if (named.length > 0) return { kind: "baseline", name, results: await inStep(store, named) };
  const file = resolve(cwd, name);
  if (await isFile(file)) {
    const { results } = parseBaseline(await readFile(file, "utf8"), relative(cwd, file) || name);
    return { kind: "file", name, results };
  }
  if (exact) return ofRun(store, name, exact);
  // Looks again for its error message, which says whether the id is unknown or ambiguous.
  try {
    return await ofRun(store, name, await store.runs.find(name));
  } catch (error) {
    if (!(error instanceof InputError) || /could be any of/.test(error.message)) throw error;
    throw new InputError({
      message: `there is no run, baseline or baseline file ${name}`,
      remedy: name.endsWith(".json")
        ? `\`viva baseline export NAME --file ${shellWord(name)}\` writes such a file; \`viva baseline set NAME\` names a run.`
        : "`viva list` shows the runs, `viva baseline list` the baselines there are.",
    });
  }
}

async function ofRun(store: Store, name: string, run: StoredRun): Promise<Reference> {
  return { kind: "run", name, results: await readResults(store, run) };
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

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
