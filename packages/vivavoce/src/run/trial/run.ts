import { followAbort, isPromise, type Redactor } from "../../base/index.ts";
import { inTrial } from "../../conversation/index.ts";
import { trialStatus } from "../../gate/index.ts";
import type { AnswerShelf, FailedCall } from "../../model/index.ts";
import { answersOf, type CallRecord, type Transcript, type TrialStatus } from "../../shape/index.ts";
import type { Store, TrialAddress } from "../../store/index.ts";
import type { RunOptions } from "../options.ts";
import { metricIdentity, type PlannedTrial, type SuitePlan } from "../plan.ts";
import type { Turn } from "../schedule.ts";
import type { TapeNote } from "../tape-notes.ts";
import { type OpenTrial, openTrial, type TrialContext } from "./open.ts";
import { isSpoiled, playTrial, unplayable } from "./play.ts";
import type { Elsewhere } from "./play-elsewhere.ts";
import { scoresOf } from "./score.ts";
import { keepTape, spokeUnseen, TrialBooks, tapeLate, tapeNote, wentUnseen } from "./write.ts";

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
interface TrialManner {
  /** Whether an earlier process may have begun it: its journal is then used again. */
  begun: boolean;
  /** Its conversation is over, only its scores are missing. */
  played: boolean;
  /** In a process of its own. */
  apart: boolean;
  onRecord(record: CallRecord): void;
  onSent(): void;
  turn?: Turn | undefined;
  /** Notes that this trial ends the process. */
  blame?: (() => void) | undefined;
}

/** The result of one trial. */
export interface FinishedTrial {
  trial: PlannedTrial;
  status: TrialStatus;
  records: readonly CallRecord[];
  /** How the answers came about, if models were really asked. */
  live: { live: number; cached: number; reused: number; dropped: number } | undefined;
  /** Calls that got no answer, if models were really asked. */
  failures?: readonly FailedCall[] | undefined;
  /** Remarks on its tape, recorded or replayed. */
  tape?: TapeNote | undefined;
  /** Resolves when it is safe on disk: only then does it count as finished. */
  synced: Promise<void>;
}

/**
 * Plays and scores one trial and hands it to the store: the conversation first, its scores when they are there. Goes on
 * where an earlier process was cut off.
 */
export async function runTrial(host: TrialHost, trial: PlannedTrial, manner: TrialManner): Promise<FinishedTrial> {
  const { store, run, plan, options, redactor, cache, abort, network, elsewhere, onLate } = host;
  const address = { run, suite: plan.position, trial: trial.key };
  const journal = manner.begun ? await store.calls.of(address) : [];
  // A recording needs the whole conversation, so it is played again from the journal, which holds all its answers. A
  // replay is played again from its tape.
  const keep = manner.played && plan.mode.kind === "live";
  const played = keep ? (await store.trials.find(address))?.transcript : undefined;
  const { signal, end } = followAbort(abort);
  const context: TrialContext = {
    ...{ plan, trial, redactor, cache, journal, signal, network },
    seed: options.seed,
    timeoutMs: options.timeoutMs,
    onRecord(record) {
      manner.onRecord(record);
      store.put({ type: "call", ...address, record, pass: 1 });
    },
    onSent: manner.onSent,
    onLate: (complaint, status) =>
      onLate({ ...address, complaint, status: status ?? "failed", tape: () => tapeLate(plan, trial, complaint) }),
    elsewhere: manner.apart ? elsewhere : undefined,
    turn: manner.turn,
  };
  const books = new TrialBooks(host, trial, played !== undefined);
  const { caseId, repeat } = trial;
  const running = { caseId, repeat, fail: books.fail.bind(books), blame: manner.blame };
  try {
    return await inTrial(running, () => playAndScore(context, { trial, store, books, played }));
  } finally {
    end();
  }
}

/** `played`: the conversation, if an earlier attempt finished it and only its scores are missing. */
async function playAndScore(
  context: TrialContext,
  {
    trial,
    store,
    books,
    played,
  }: { trial: PlannedTrial; store: Store; books: TrialBooks; played?: Transcript | undefined },
): Promise<FinishedTrial> {
  const { plan } = context;
  const { address } = books;
  let open: OpenTrial | undefined;
  let transcript = played;
  try {
    const reading = plan.cases.read(trial.caseIndex);
    books.testCase = isPromise(reading) ? await reading : reading;
    const opening = openTrial(context, books.testCase);
    open = isPromise(opening) ? await opening : opening;
  } catch (error) {
    transcript = unplayable(context, books.testCase, error);
  }
  if (open && !played)
    transcript = await playTrial(open, (attempt, spoiled) =>
      store.put({ type: "attempt", ...address, attempt, transcript: spoiled }),
    );
  transcript ??= unplayable(context, books.testCase, undefined);
  const written = played ? undefined : books.played(transcript);
  const scoring = open ? scoresOf(open, transcript) : [];
  const scores = isPromise(scoring) ? await scoring : scoring;
  const status = isSpoiled(transcript) ? "unscored" : trialStatus(transcript, scores);
  // Played again from the cache, the simulated user would spoil the conversation again.
  if (isSpoiled(transcript)) open?.live?.forget();
  const unseen = open?.live !== undefined && spokeUnseen(transcript);
  let tape = open?.replay?.tape;
  if (open && plan.mode.kind === "record" && !unseen) {
    // The tape is written first, because a finished trial is not played again for it; and after the conversation: if
    // another process has taken the run, that process records this trial.
    await written;
    tape = (await keepTape(open, transcript, scores)) ?? tape;
  }
  if (open?.replay?.tape.late !== undefined) context.onLate?.(open.replay.tape.late);
  const records = open?.traffic.records() ?? [];
  // A conversation that was kept from an earlier attempt has its answers in the journal.
  const before = played ? context.journal.filter(({ role }) => role !== "judge") : [];
  const answers = answersOf([...before, ...records], { unseen: wentUnseen(plan, transcript) });
  const identified = scores.map((score, index) => ({ score, identity: metricIdentity(plan, index) }));
  const synced = store.write({ type: "scored", ...address, status, answers, scores: identified, pass: 1 });
  const note = open && tapeNote(open, tape, { transcript, status, unseen });
  const live = open?.live;
  return { trial, status, records, live: live?.counts(), failures: live?.failures(), tape: note, synced };
}
