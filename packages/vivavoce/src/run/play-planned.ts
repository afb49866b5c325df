import { followAbort, type Redactor } from "../base/index.ts";
import type { AnswerShelf, CallRecord } from "../model/index.ts";
import type { Store, TrialAddress } from "../store/index.ts";
import type { RunOptions } from "./options.ts";
import type { PlannedTrial, SuitePlan } from "./plan.ts";
import type { Elsewhere } from "./play-elsewhere.ts";
import { type FinishedTrial, runTrial } from "./run-trial.ts";
import { tapeLate } from "./trial-tape.ts";
import type { Turn } from "./turns.ts";

/** A trial whose agent went on when its conversation was over. */
export type LateTrial = TrialAddress & { complaint: string; status: "failed" | "errored"; tape(): Promise<void> };

/** What all trials of a suite need from the process that plays them. */
export interface TrialHost {
  store: Store;
  run: string;
  plan: SuitePlan;
  options: Pick<RunOptions, "seed" | "timeoutMs">;
  redactor: Redactor;
  /** Answers of earlier runs; left out: every call is made. */
  cache?: AnswerShelf | undefined;
  /** Aborted: trials under way are dropped and stay pending. */
  abort: AbortSignal;
  /** Whether an agent of this run makes connections of its own. */
  network: { used: boolean };
  /** Where trials that are `apart` are played: each in a process of its own. */
  elsewhere: Elsewhere | undefined;
  onLate(late: LateTrial): void;
}

/** How one trial is played. */
export interface TrialManner {
  /** Whether an earlier process may have begun it: its journal is then used again. */
  begun: boolean;
  /** Its conversation is over, only its scores are missing. */
  played: boolean;
  /** In a process of its own. */
  apart: boolean;
  onRecord(record: CallRecord): void;
  onSent(): void;
  /** Begins in the order of the plan; left out if the order does not matter. */
  turn?: Turn | undefined;
  /** Notes that this trial ends the process. */
  blame?: (() => void) | undefined;
}

/** Plays one trial of a plan, and goes on where an earlier process was cut off. */
export async function playPlanned(host: TrialHost, trial: PlannedTrial, manner: TrialManner): Promise<FinishedTrial> {
  const { store, run, plan, options, redactor, cache, abort, network, elsewhere, onLate } = host;
  const address = { run, suite: plan.position, trial: trial.key };
  const journal = manner.begun ? await store.trials.calls(address) : [];
  // A recording needs the whole conversation, so it is played again from the journal, which holds all its answers. A
  // replay is played again from its tape.
  const keep = manner.played && plan.mode.kind === "live";
  const played = keep ? (await store.trials.find(address))?.transcript : undefined;
  const { signal, end } = followAbort(abort);
  const around = {
    redactor,
    cache,
    journal,
    onRecord: (record: CallRecord) => {
      manner.onRecord(record);
      store.put({ type: "call", ...address, record, pass: 1 });
    },
    onSent: manner.onSent,
    seed: options.seed,
    timeoutMs: options.timeoutMs,
    signal,
    onLate: (complaint: string, status: LateTrial["status"] = "failed") =>
      onLate({ ...address, complaint, status, tape: () => tapeLate(plan, trial, complaint) }),
    network,
    elsewhere: manner.apart ? elsewhere : undefined,
    turn: manner.turn,
  };
  try {
    return await runTrial({ store, run, plan, trial, around, played, blame: manner.blame });
  } finally {
    end();
  }
}
