import { sameJson } from "../base/index.ts";
import type { Variant } from "../shape/index.ts";
import type { Store, StoredTrial } from "../store/index.ts";
import { type FailureLine, failureLines, stackLines } from "./failure-lines.ts";

/** A trial as tables show it: without its transcript, but with the reasons why it did not pass. */
export interface TrialRow extends Pick<StoredTrial, "caseId" | "title" | "repeat" | "status" | "answers" | "scores"> {
  reasons: FailureLine[];
  /** Where in its code the agent threw, innermost first. */
  stack: string[];
}

interface Wanted {
  variant: Variant;
  /** The most trials of each kind. */
  notPassed: number;
  passed?: number;
}

/** The trials that a table shows: those that did not pass, then those that did, each kind in input order. */
export async function trialRows(
  store: Store,
  run: string,
  { position }: { position: number },
  { variant, notPassed, passed = 0 }: Wanted,
): Promise<TrialRow[]> {
  const kinds = [
    { statuses: ["failed", "errored", "unscored"], most: notPassed },
    { statuses: ["passed", "skipped"], most: passed },
  ] as const;
  const rows: TrialRow[] = [];
  for (const { statuses, most } of kinds) {
    const end = rows.length + most;
    if (most <= 0) continue;
    for await (const trial of store.trials.read(run, position, { statuses })) {
      if (!sameJson(trial.variant, variant)) continue;
      const { caseId, title, repeat, status, scores, transcript, answers } = trial;
      const told = { reasons: failureLines(trial), stack: stackLines(transcript.outcome) };
      rows.push({ caseId, title, repeat, status, answers, scores, ...told });
      if (rows.length >= end) break;
    }
  }
  return rows;
}
