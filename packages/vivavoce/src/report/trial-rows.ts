import { sameJson } from "../base/index.ts";
import {
  departureOf,
  type Score,
  type SimulatorFault,
  type StoredSuite,
  type Transcript,
  type TrialStatus,
  type Variant,
} from "../shape/index.ts";
import type { Store, StoredTrial } from "../store/index.ts";

/** A trial as tables show it, without its transcript. */
export interface TrialRow {
  caseId: string;
  /** The case's title. */
  title: string;
  repeat: number;
  status: TrialStatus | undefined;
  /** What it rests on, if that is known. */
  origin?: StoredTrial["answers"]["origin"] | undefined;
  outcome: StoredTrial["transcript"]["outcome"];
  scores: readonly Score[];
  /** The simulated user's mistakes: then the trial says nothing about the agent. */
  faults?: readonly SimulatorFault[] | undefined;
  /** Says that the agent hung up or stayed quiet. */
  departure?: string | undefined;
  /** Warnings about the models' answers. */
  warnings?: readonly { exchange: number; warning: string }[] | undefined;
}

/** The parts of a transcript that say why a trial did not pass. */
export function courseOf(transcript: Transcript) {
  const { outcome, user, exchanges } = transcript;
  const warnings = exchanges.flatMap(({ number, warnings: told = [] }) =>
    told.map((warning) => ({ exchange: number, warning })),
  );
  return { outcome, faults: user?.faults, departure: departureOf(transcript), warnings };
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
  { position, header }: StoredSuite,
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
      if (header.variants.length > 1 && !sameJson(trial.variant, variant)) continue;
      const { caseId, title, repeat, status, scores, transcript, answers } = trial;
      rows.push({ caseId, title, repeat, status, origin: answers.origin, scores, ...courseOf(transcript) });
      if (rows.length >= end) break;
    }
  }
  return rows;
}
