import { InputError, plural } from "../base/index.ts";
import type { FailedCase, RunHeader, StoredRun } from "../shape/index.ts";
import { isBeingPlayed, isThere, type Store } from "../store/index.ts";
import { busyProblem } from "./claim-run.ts";
import type { RunOptions } from "./options.ts";
import type { SuitePlan } from "./plan.ts";
import { ResumeRefused } from "./resume.ts";

/** A run to resume, and what is left to do, in words. */
interface ResumableRun {
  run: StoredRun;
  left: string;
}

/**
 * The run to resume: the named one, or the newest in which trials have no result yet, because they were not played or
 * because an outage spoiled them. If every run is complete, the newest: its result is shown again.
 */
export async function resumableRun(store: Store, wanted: true | string): Promise<ResumableRun> {
  if (wanted !== true) {
    const run = await store.runs.find(wanted);
    if (run.header.given) {
      const message = `run ${run.id} holds given transcripts, which nobody plays`;
      throw new InputError({ message, remedy: `What is left is to score them: viva score ${run.id}.` });
    }
    return { run, left: await leftOf(store, run) };
  }
  const runs = await store.runs.list();
  let busy: StoredRun | undefined;
  for (const run of runs.filter(({ header }) => header.given === undefined)) {
    const left = await leftOf(store, run);
    // A run that was killed at its very end only has to be decided.
    if (left === "" && run.finishedAt !== undefined) continue;
    if (!isBeingPlayed(run)) return { run, left };
    busy ??= run;
    // A process that cannot be seen may have been killed a moment ago, and the user may mean its run.
    if (!isThere(run.owner ?? "")) throw new ResumeRefused(busyProblem(run.id, run));
  }
  if (busy) throw new ResumeRefused(busyProblem(busy.id, busy));
  const newest = runs.find(({ header }) => header.given === undefined);
  if (newest) return { run: newest, left: "" };
  throw new InputError({ message: "there is no run to resume", remedy: "Start one without --resume." });
}

/** "3 trials without a result (2 pending, 1 errored)"; empty if every trial has its result. */
async function leftOf(store: Store, run: StoredRun): Promise<string> {
  const { errored = 0, unscored = 0, ...others } = await store.trials.countStatuses(run.id);
  const settled = Object.values(others).reduce((sum, count) => sum + count, errored + unscored);
  const pending = run.suites.reduce((sum, { planned }) => sum + planned, 0) - settled;
  const parts = Object.entries({ pending, errored, unscored }).filter(([, count]) => count > 0);
  if (parts.length === 0) return "";
  const shown = parts.map(([name, count]) => `${count} ${name}`).join(", ");
  return `${plural(pending + errored + unscored, "trial")} without a result (${shown})`;
}

/** The options that a resume will need. `--failed` would choose others by then, so the trials are named. */
export function planOptions(options: RunOptions, plans: readonly SuitePlan[]): RunHeader["options"] {
  const {
    concurrency: _concurrency,
    processes: _processes,
    modelConcurrency: _modelConcurrency,
    requestsPerMinute: _requestsPerMinute,
    tokensPerMinute: _tokensPerMinute,
    maxCost: _maxCost,
    bail: _bail,
    ...others
  } = options;
  const withoutRetired = plans.flatMap(({ loaded, retired }) =>
    (retired?.leftOut ?? []).map((caseId) => ({ suite: loaded.suite.name, caseId })),
  );
  const rest = plans.some((plan) => plan.retired) ? { ...others, withoutRetired } : others;
  if (!rest.failed) return rest;
  const chosen = failedBefore(plans);
  return { ...rest, failed: false, cases: [...new Set(chosen.map(({ caseId }) => caseId))], failedBefore: chosen };
}

/** The trials that `--failed` chose, so that a resume can choose the same. */
export function failedBefore(plans: readonly SuitePlan[]): (FailedCase & { suite: string })[] {
  return plans.flatMap(({ loaded, cases, variants }) =>
    variants.flatMap((planned) =>
      Array.from(planned.whole ?? planned.cases, (index) => {
        return { suite: loaded.suite.name, caseId: cases.id(index), variant: planned.variant };
      }),
    ),
  );
}
