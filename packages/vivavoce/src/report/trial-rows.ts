import type { Variant } from "../agent/index.ts";
import { sameJson } from "../base/index.ts";
import type { TrialStatus } from "../gate/index.ts";
import type { Score } from "../metric/index.ts";
import type { Store, StoredSuite, StoredTrial } from "../store/index.ts";
import type { SimulatorFault } from "../transcript/index.ts";

/** What to show of a trial without its transcript. */
export interface TrialRow {
  caseId: string;
  repeat: number;
  status: TrialStatus | undefined;
  outcome: StoredTrial["transcript"]["outcome"];
  scores: Score[];
  /** What the simulated user did wrong: then the trial says nothing about the agent. */
  faults?: readonly SimulatorFault[] | undefined;
}

/** The trials that a table shows: those that did not pass, then those that did, each kind in input order. */
export async function trialRows(
  store: Store,
  run: string,
  suite: StoredSuite,
  { variant, notPassed, passed = 0 }: { variant: Variant; notPassed: number; passed?: number },
): Promise<TrialRow[]> {
  return [
    ...(await rowsOf(store, run, suite, variant, ["failed", "errored", "unscored"], notPassed)),
    ...(await rowsOf(store, run, suite, variant, ["passed", "skipped"], passed)),
  ];
}

async function rowsOf(
  store: Store,
  run: string,
  { position, header }: StoredSuite,
  variant: Variant,
  statuses: readonly TrialStatus[],
  most: number,
): Promise<TrialRow[]> {
  const rows: TrialRow[] = [];
  if (most <= 0) return rows;
  for await (const trial of store.trials.read(run, position, { statuses })) {
    if (header.variants.length > 1 && !sameJson(trial.variant, variant)) continue;
    rows.push(rowOf(trial));
    if (rows.length >= most) break;
  }
  return rows;
}

function rowOf({ caseId, repeat, status, scores, transcript: { outcome, user } }: StoredTrial): TrialRow {
  return { caseId, repeat, status, scores, outcome, faults: user?.faults };
}
