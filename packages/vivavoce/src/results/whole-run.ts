import type { StoredRun } from "../shape/index.ts";
import { isStopped } from "./variant-header.ts";

/** Why a run says nothing about the agent on the whole suite. */
export type NotWhole = "stand-in" | "shard" | "stopped early" | "selected cases" | "given transcripts";

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
