import { hashOf, InfrastructureError, messageOf, toJsonValue } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import { Interrupted } from "../conversation/index.ts";
import { type TrialStatus, trialStatus } from "../gate/index.ts";
import type { Score } from "../metric/index.ts";
import type { CallRecord, Tape, Traffic } from "../model/index.ts";
import type { Store } from "../store/index.ts";
import type { Transcript } from "../transcript/index.ts";
import { judgeOf } from "./judge-of.ts";
import { metricIdentity } from "./metric-identity.ts";
import type { PlannedTrial, SuitePlan } from "./plan.ts";
import { isSpoiled, playAttempts } from "./play-attempts.ts";
import { openTraffic, type TrialSurroundings, type TrialTraffic, unplayable } from "./play-trial.ts";
import { scoreTranscript } from "./score-transcript.ts";

/** What became of one trial. */
export interface FinishedTrial {
  trial: PlannedTrial;
  status: TrialStatus;
  records: readonly CallRecord[];
  /** How the answers came about, where models were really asked. */
  live: { live: number; reused: number; dropped: number } | undefined;
  /** Resolves when it is safe on disk: only then does it count as finished. */
  synced: Promise<void>;
}

export interface TrialWork {
  store: Store;
  run: string;
  plan: SuitePlan;
  trial: PlannedTrial;
  around: TrialSurroundings;
  /** The conversation, where an earlier attempt had finished it and only its scores are missing. */
  played?: Transcript | undefined;
}

/** Plays and scores one trial and hands it to the store: the conversation first, its scores when they are there. */
export async function runTrial({ store, run, plan, trial, around, played }: TrialWork): Promise<FinishedTrial> {
  const address = { run, suite: plan.position, trial: trial.key };
  let testCase: Case | undefined;
  let opened: TrialTraffic | undefined;
  let transcript: Transcript;
  try {
    testCase = await plan.cases.read(trial.caseIndex);
    opened = await openTraffic(plan, trial, around, testCase);
    const { traffic } = opened;
    const judge = judgeOf(traffic, { repeat: trial.repeat, signal: around.signal });
    const onSpoiled = (attempt: number, spoiled: Transcript) =>
      void store.write({ type: "attempt", ...address, attempt, transcript: spoiled });
    transcript = played ?? (await playAttempts({ plan, trial, testCase, traffic, judge, around, onSpoiled }));
  } catch (error) {
    transcript = unplayable(trial, testCase, error);
  }
  let written: Promise<void> | undefined;
  if (!played) {
    const { position, caseId, caseHash, variant, repeat } = trial;
    const { cluster, tags = [] } = testCase ?? {};
    const facts = { position, caseId, caseHash, cluster, tags, variant, repeat };
    written = store.write({ type: "played", ...address, ...facts, transcript, playedAt: Date.now() });
  }
  const scores = await scoresOf(plan, transcript, testCase, { traffic: opened?.traffic, signal: around.signal });
  const status = isSpoiled(transcript) ? "unscored" : trialStatus(transcript.outcome, scores);
  const identified = scores.map((score, index) => ({ score, identity: metricIdentity(plan, index) }));
  const records = opened?.traffic.records() ?? [];
  // What an outage left incomplete is not taped: it would be replayed as if that were all. The tape comes first, since
  // a trial that counts as finished is not played again for it.
  if (opened?.live && plan.mode.kind === "record" && status !== "errored" && status !== "unscored") {
    // Where another process has taken the run, it tapes this trial.
    await written;
    const { startedAt, times } = opened.live;
    await writeTape(
      plan,
      { origin: "recorded", repeat: trial.repeat, startedAt, exchanges: times(), records: [...records] },
      trial,
    );
  }
  // A conversation that was kept from an earlier attempt was sampled then.
  const answers = played ? "live" : answersFrom(records, opened?.live !== undefined, transcript);
  const synced = store.write({ type: "scored", ...address, status, answers, scores: identified, pass: 1 });
  return { trial, status, records, live: opened?.live?.counts(), synced };
}

/**
 * Where a trial's answers came from: a comparison needs to know whether they were sampled, and whether anew. Where no
 * model was asked the course of the conversation goes with it, which shows an agent that asks one by itself.
 */
export function answersFrom(records: readonly CallRecord[], live: boolean, transcript: Transcript): string {
  // An agent that made connections of its own may have asked a model over them.
  if (transcript.connected || (live && records.length > 0)) return "live";
  if (records.length === 0) return `none:${shortHash(courseOf(transcript))}`;
  if (!isSampled(records, live)) return "hand-written";
  const entries = records.map(({ role, label, index, hash, answer }) => ({ role, label, index, hash, answer }));
  return `tape:${shortHash(entries)}`;
}

/** Whether a model said any of it, now or when it was recorded: entries that were written by hand have no hash. */
export function isSampled(records: readonly CallRecord[], live: boolean): boolean {
  return records.length > 0 && (live || records.some(({ hash }) => hash !== undefined));
}

/** What was said and done, without times and ids, which differ each time. */
function courseOf({ exchanges, outcome }: Transcript): unknown {
  const did = ({ items, effects }: Transcript["exchanges"][number]) => ({
    items: items.map((item) => (item.type === "text" ? item : { ...item, call: { ...item.call, id: "" } })),
    effects,
  });
  return { exchanges: exchanges.map(did), outcome: outcome.kind };
}

function shortHash(value: unknown): string {
  return hashOf(toJsonValue(value)).slice(0, 16);
}

async function writeTape({ cassette }: SuitePlan, tape: Tape, { variant, caseId }: PlannedTrial): Promise<void> {
  try {
    await cassette.write(variant, caseId, tape);
  } catch (error) {
    throw new InfrastructureError({
      message: `the recording could not be written: ${messageOf(error)}`,
      place: { file: cassette.path(variant, caseId), caseId },
      remedy: "What was played before is safe. When the cause is mended, go on with --resume.",
      cause: error,
    });
  }
}

async function scoresOf(
  plan: SuitePlan,
  transcript: Transcript,
  testCase: Case | undefined,
  { traffic, signal }: { traffic: Traffic | undefined; signal: AbortSignal },
): Promise<Score[]> {
  if (transcript.outcome.kind === "infrastructure" || isSpoiled(transcript) || !testCase || !traffic) return [];
  const judge = judgeOf(traffic, { repeat: transcript.repeat, signal });
  return unlessAborted(scoreTranscript(plan.metrics, transcript, testCase, judge), signal);
}

/** What was cut off has said nothing: the trial stays as it was, to be scored again. A metric that hangs is not waited for. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, resolve } = Promise.withResolvers<"aborted">();
  const abort = () => resolve("aborted");
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    const result = await Promise.race([work.then((value) => ({ value })), aborted]);
    if (result === "aborted" || signal.aborted) throw new Interrupted();
    return result.value;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
