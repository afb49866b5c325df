import { canonicalJson } from "../base/index.ts";
import { shareDraws } from "../gate/index.ts";
import type { StoredRun, VariantResult } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { readSuite } from "./read-suite.ts";
import { isStopped } from "./variant-header.ts";

/** The history of a suite, and the runs left out of it. */
export interface History {
  /** Results of finished runs of the whole suite, newest first; of runs that share answers only the newest, as they are one sample. */
  results: VariantResult[];
  /** Finished runs that were left out, newest first, with the reason. */
  leftOut: { run: string; why: NotWhole | "same answers as a newer run" }[];
}

/** The results of a suite's last runs. A stand-in's run or one of selected cases says nothing about the agent on the suite. */
export async function readHistory(store: Store, suite: string, limit = 20): Promise<History> {
  const history: History = { results: [], leftOut: [] };
  let runs = 0;
  for (const run of await store.runs.list()) {
    if (runs >= limit) break;
    const ofSuite = run.suites.filter(({ name }) => name === suite);
    if (run.finishedAt === undefined || ofSuite.length === 0) continue;
    const why = whyNotWhole(run);
    if (why) {
      history.leftOut.push({ run: run.id, why });
      continue;
    }
    const found: VariantResult[] = [];
    for (const stored of ofSuite) found.push(...(await readSuite(store, run, stored)).variants);
    const own = found.filter((one) => !history.results.some((newer) => shareDraws(one, newer)));
    if (own.length === 0) history.leftOut.push({ run: run.id, why: "same answers as a newer run" });
    else runs += 1;
    history.results.push(...own);
  }
  return history;
}

/** Results by variant, in the order in which the variants first appear. */
export function byVariant(results: readonly VariantResult[]): VariantResult[][] {
  return [...Map.groupBy(results, ({ variant }) => canonicalJson(variant)).values()];
}

/** Why a run says nothing about the agent on the whole suite. */
type NotWhole = "stand-in" | "shard" | "stopped early" | "selected cases" | "given transcripts";

/**
 * A run of `--agent nothing|random`, one shard, a run that was stopped early, or selected cases (`--case`, `--tag`, `--failed`, `--users`) do not measure the
 * suite, so such a run is not in its history and cannot be a baseline. Given transcripts can be a baseline for other transcripts,
 * but the history holds only played runs. Undefined for every other run.
 */
export function whyNotWhole({
  header,
  suites = [],
}: Pick<StoredRun, "header"> & Partial<Pick<StoredRun, "suites">>): NotWhole | undefined {
  const { agent, shard, cases, tags, failed, users } = header.options;
  if (agent !== undefined) return "stand-in";
  if (shard) return "shard";
  if (suites.some((suite) => suite.header.variants.some(isStopped))) return "stopped early";
  if (suites.some((suite) => suite.header.variants.some(({ withoutTranscript = 0 }) => withoutTranscript > 0)))
    return "selected cases";
  if (header.given) return "given transcripts";
  return cases.length > 0 || tags.length > 0 || failed || users !== undefined ? "selected cases" : undefined;
}
