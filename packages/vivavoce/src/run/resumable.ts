import { InputError, plural } from "../base/index.ts";
import { readSummaries } from "../results/index.ts";
import type { RunHeader, Store, StoredRun } from "../store/index.ts";
import { busyProblem, isBeingPlayed } from "./claim-run.ts";
import { failedBefore } from "./failed-before.ts";
import type { RunOptions } from "./options.ts";
import type { SuitePlan } from "./plan.ts";
import { ResumeRefused } from "./resume.ts";

/** A run to go on with, and what is left of it in words. */
export interface ResumableRun {
  run: StoredRun;
  left: string;
}

/**
 * The run to go on with: the one named, or the newest in which trials have no result yet, because they were not played
 * or because an outage spoiled them. Where every run is whole, the newest: its result is told again.
 */
export async function resumableRun(store: Store, wanted: true | string): Promise<ResumableRun> {
  if (wanted !== true) {
    const run = await store.runs.find(wanted);
    return { run, left: await leftOf(store, run) };
  }
  const runs = await store.runs.list();
  let busy: StoredRun | undefined;
  for (const run of runs) {
    const left = await leftOf(store, run);
    if (left === "") continue;
    if (!isBeingPlayed(run)) return { run, left };
    busy ??= run;
  }
  if (busy) throw new ResumeRefused(busyProblem(busy.id, busy));
  const [newest] = runs;
  if (newest) return { run: newest, left: "" };
  throw new InputError({ message: "there is no run to resume", remedy: "Start one without --resume." });
}

/** "3 trials without a result (2 pending, 1 errored)"; empty where every trial has its result. */
async function leftOf(store: Store, run: StoredRun): Promise<string> {
  const sums = { pending: 0, errored: 0, unscored: 0 };
  for (const suite of run.suites) {
    for (const { tally } of await readSummaries(store, run, suite)) {
      for (const name of ["pending", "errored", "unscored"] as const) sums[name] += tally[name];
    }
  }
  const parts = Object.entries(sums).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  const total = sums.pending + sums.errored + sums.unscored;
  return total === 0 ? "" : `${plural(total, "trial")} without a result (${parts.join(", ")})`;
}

/** The options that a resume will need. `--failed` means something else by then, so the trials it chose are named. */
export function planOptions(options: RunOptions, plans: readonly SuitePlan[]): RunHeader["options"] {
  const { concurrency: _concurrency, processes: _processes, maxCost: _maxCost, bail: _bail, ...rest } = options;
  if (!rest.failed) return rest;
  const chosen = failedBefore(plans);
  return { ...rest, failed: false, cases: [...new Set(chosen.map(({ caseId }) => caseId))], failedBefore: chosen };
}
