import { InfrastructureError, isPromise, messageOf, sentencesOf, unlessAborted } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import { Interrupted, inTrial } from "../conversation/index.ts";
import { type TrialStatus, trialStatus } from "../gate/index.ts";
import type { Score } from "../metric/index.ts";
import { type CallRecord, showAddress, type Tape } from "../model/index.ts";
import type { Store } from "../store/index.ts";
import type { Transcript } from "../transcript/index.ts";
import { judgeOf } from "./judge-of.ts";
import { metricIdentity } from "./metric-identity.ts";
import type { PlannedTrial, SuitePlan } from "./plan.ts";
import { isSpoiled, playAttempts } from "./play-attempts.ts";
import {
  asRecorded,
  openTraffic,
  type Replay,
  type TrialSurroundings,
  type TrialTraffic,
  tapeFile,
  unplayable,
} from "./play-trial.ts";
import { scoreTranscript } from "./score-transcript.ts";
import type { TapeNote } from "./tape-notes.ts";
import { trialAnswers } from "./trial-answers.ts";
import { TrialBooks } from "./trial-books.ts";
import { recordedTape } from "./trial-tape.ts";

/** The result of one trial. */
export interface FinishedTrial {
  trial: PlannedTrial;
  status: TrialStatus;
  records: readonly CallRecord[];
  /** How the answers came about, if models were really asked. */
  live: { live: number; cached: number; reused: number; dropped: number } | undefined;
  /** Remarks on its tape, recorded or replayed. */
  tape?: TapeNote | undefined;
  /** Resolves when it is safe on disk: only then does it count as finished. */
  synced: Promise<void>;
}

export interface TrialWork {
  store: Store;
  run: string;
  plan: SuitePlan;
  trial: PlannedTrial;
  around: TrialSurroundings;
  /** The conversation, if an earlier attempt finished it and only its scores are missing. */
  played?: Transcript | undefined;
  /** Notes that this trial ends the process. */
  blame?: (() => void) | undefined;
}

/** Plays and scores one trial and hands it to the store: the conversation first, its scores when they are there. */
export function runTrial(work: TrialWork): Promise<FinishedTrial> {
  const { caseId, repeat } = work.trial;
  const books = new TrialBooks(work);
  const fail = books.fail.bind(books);
  return inTrial({ caseId, repeat, fail, blame: work.blame }, () => playAndScore(work, books));
}

async function playAndScore(work: TrialWork, books: TrialBooks): Promise<FinishedTrial> {
  const { store, plan, trial, around, played } = work;
  const { address } = books;
  let testCase: Case | undefined;
  let opened: TrialTraffic | undefined;
  let transcript: Transcript;
  try {
    const reading = plan.cases.read(trial.caseIndex);
    testCase = isPromise(reading) ? await reading : reading;
    books.testCase = testCase;
    const opening = openTraffic(plan, trial, around, testCase);
    opened = isPromise(opening) ? await opening : opening;
    const { traffic, replay } = opened;
    // When it was recorded, the trial could not begin.
    if (replay?.tape.ended && replay.tape.exchanges?.length === 0 && !played)
      throw new Error(replay.tape.ended.message);
    const judge = judgeOf(traffic, { repeat: trial.repeat, signal: around.signal });
    const onSpoiled = (attempt: number, spoiled: Transcript) =>
      store.put({ type: "attempt", ...address, attempt, transcript: spoiled });
    transcript = played ?? (await playAttempts({ plan, trial, testCase, traffic, judge, around, onSpoiled }));
  } catch (error) {
    transcript = unplayable(trial, testCase, error);
  }
  if (opened?.replay && !played) transcript = asRecorded(transcript, opened.replay);
  const written = played ? undefined : books.played(transcript);
  const scoring = scoresOf(plan, transcript, testCase, { opened, signal: around.signal });
  const scores = isPromise(scoring) ? await scoring : scoring;
  const status = isSpoiled(transcript) ? "unscored" : trialStatus(transcript, scores);
  // Played again from the cache, the simulated user would spoil the conversation again.
  if (isSpoiled(transcript)) opened?.live?.forget();
  const identified = scores.map((score, index) => ({ score, identity: metricIdentity(plan, index) }));
  const records = opened?.traffic.records() ?? [];
  let tape = opened?.replay?.tape;
  // The tape is written first, because a finished trial is not played again for it.
  const unseen = opened?.live !== undefined && spokeUnseen(transcript);
  if (opened?.live && plan.mode.kind === "record" && !unseen) {
    // If another process has taken the run, that process records this trial.
    await written;
    tape = recordedTape(opened.live, transcript, scores);
    await writeTape(plan, tape, trial);
  }
  if (opened?.replay?.tape.late !== undefined) around.onLate?.(opened.replay.tape.late);
  // A conversation that was kept from an earlier attempt has its answers in the journal.
  const before = played ? around.journal.filter(({ role }) => role !== "judge") : [];
  const answers = trialAnswers([...before, ...records], transcript, plan.network);
  const synced = store.write({ type: "scored", ...address, status, answers, scores: identified, pass: 1 });
  const recorded = plan.mode.kind === "record" ? tapeFile(plan, trial) : "";
  const note = unseen
    ? { file: recorded, caseId: trial.caseId, unused: [], unseen }
    : tape && tapeNote(tapeFile(plan, trial), tape, { replay: opened?.replay, transcript, status });
  return { trial, status, records, live: opened?.live?.counts(), tape: note, synced };
}

/** Over connections of its own, or by a program that it started, an agent may have asked a model that Viva did not see. */
export function spokeUnseen({ connected, exchanges }: Transcript): boolean {
  // A call that failed or was cancelled was seen too.
  const isSeen = exchanges.some(({ modelCalls }) => modelCalls > 0);
  return connected === true && !isSeen && exchanges.some(({ items }) => items.some(({ type }) => type === "text"));
}

function tapeNote(
  file: string,
  { incomplete, ended }: Tape,
  { replay, transcript, status }: { replay: Replay | undefined; transcript: Transcript; status: TrialStatus },
): TapeNote {
  const note = { file, caseId: transcript.case, incomplete };
  const { outcome } = transcript;
  // The trial itself reports what went wrong before.
  if (!replay || status === "errored") return { ...note, unused: [] };
  const differs = ended !== undefined && ended.kind !== outcome.kind;
  return {
    ...note,
    unused: replay.leftOver().map(showAddress),
    loose: replay.matchedLoosely().ignored,
    timed: replay.matchedLoosely().time,
    otherEnd: differs ? `recorded as failed (${ended.message}), replayed as ${outcome.kind}` : undefined,
  };
}

export async function writeTape({ cassette }: SuitePlan, tape: Tape, { variant, caseId }: PlannedTrial): Promise<void> {
  try {
    await cassette.write(variant, caseId, tape);
  } catch (error) {
    throw new InfrastructureError({
      message: `the recording could not be written: ${messageOf(error)}`,
      place: { file: cassette.path(variant, caseId), caseId },
      remedy: "Finished trials are kept. Remove the cause, then continue with --resume.",
      cause: error,
    });
  }
}

function scoresOf(
  plan: SuitePlan,
  transcript: Transcript,
  testCase: Case | undefined,
  { opened, signal }: { opened: TrialTraffic | undefined; signal: AbortSignal },
): Score[] | Promise<Score[]> {
  if (transcript.outcome.kind === "infrastructure" || isSpoiled(transcript) || !testCase || !opened) return [];
  const judge = judgeOf(opened.traffic, { repeat: transcript.repeat, signal });
  const scoring = scoreTranscript(plan.metrics, transcript, testCase, judge, plan.network);
  const fitting = (scores: Score[]) => scores.map((score) => unlessMissed(score, opened.replay));
  if (isPromise(scoring)) return unlessInterrupted(scoring, signal).then(fitting);
  if (signal.aborted) throw new Interrupted();
  return fitting(scoring);
}

/** If a metric's tape does not fit, its score does not count, even if the metric hid the error. */
export function unlessMissed(score: Score, replay: Replay | undefined): Score {
  const { metric, judged, gating } = score;
  const miss = replay?.judgeMiss(metric);
  if (!miss || score.status === "errored") return score;
  return { metric, judged, gating, status: "errored", reason: sentencesOf(miss) };
}

/** After an interruption the trial stays as it was, to be scored again. A metric that hangs is not waited for. */
export async function unlessInterrupted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    const result = await unlessAborted(work, signal);
    if (!signal.aborted) return result;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  throw new Interrupted();
}
