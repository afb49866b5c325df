import { InputError } from "../base/index.ts";
import type { RunHeader, Store, StoredRun } from "../store/index.ts";
import { failedBefore } from "./failed-before.ts";
import type { RunOptions } from "./options.ts";
import type { SuitePlan } from "./plan.ts";

/** The run to go on with: the one named, or the newest that has something pending. */
export async function unfinishedRun(store: Store, wanted: true | string): Promise<StoredRun> {
  if (wanted !== true) return store.runs.find(wanted);
  const unfinished = (await store.runs.list()).find(({ finishedAt }) => finishedAt === undefined);
  if (unfinished) return unfinished;
  throw new InputError({
    message: "there is no unfinished run to resume",
    remedy: "Start a new one without --resume.",
  });
}

/** The options that a resume will need. `--failed` means something else by then, so the trials it chose are named. */
export function planOptions(options: RunOptions, plans: readonly SuitePlan[]): RunHeader["options"] {
  const { concurrency: _concurrency, processes: _processes, maxCost: _maxCost, bail: _bail, ...rest } = options;
  if (!rest.failed) return rest;
  const chosen = failedBefore(plans);
  return { ...rest, failed: false, cases: [...new Set(chosen.map(({ caseId }) => caseId))], failedBefore: chosen };
}
