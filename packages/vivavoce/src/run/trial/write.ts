import type { AgentFailure } from "../../agent/index.ts";
import { InfrastructureError, messageOf, safeLine } from "../../base/index.ts";
import { runningTrial } from "../../conversation/index.ts";
import { showAddress, type Tape } from "../../model/index.ts";
import { type Case, caseTags, caseTitle, type Score, type Transcript, type TrialStatus } from "../../shape/index.ts";
import type { Store } from "../../store/index.ts";
import type { PlannedTrial, SuitePlan } from "../plan.ts";
import type { TapeNote } from "../tape-notes.ts";
import { type OpenTrial, tapeFile } from "./open.ts";
import { isSpoiled, unplayable } from "./play.ts";

interface BookedTrial {
  store: Store;
  run: string;
  plan: Pick<SuitePlan, "position" | "mode">;
}

/** Writes one trial's conversation to the store, once. */
export class TrialBooks {
  readonly address: { run: string; suite: number; trial: string };
  /** As soon as it is read. */
  testCase: Case | undefined;
  readonly #run: BookedTrial;
  readonly #trial: PlannedTrial;
  #isPlayed: boolean;

  constructor(run: BookedTrial, trial: PlannedTrial, isPlayed = false) {
    this.address = { run: run.run, suite: run.plan.position, trial: trial.key };
    this.#run = run;
    this.#trial = trial;
    this.#isPlayed = isPlayed;
  }

  /** While recording, resolves when the conversation is safe on disk. */
  played(transcript: Transcript): Promise<void> | undefined {
    this.#isPlayed = true;
    // Whatever waits for the disk belongs to the trial and would keep the whole conversation in memory.
    const running = runningTrial();
    if (running) running.soFar = undefined;
    const { position, caseId, caseHash, variant, repeat } = this.#trial;
    const { testCase } = this;
    const tags = testCase ? caseTags(testCase) : [];
    const title = testCase && caseTitle(testCase);
    const facts = { position, caseId, caseHash, title, cluster: testCase?.cluster, tags, variant, repeat };
    const { store, plan } = this.#run;
    // The other repeats play the same case.
    const kept = repeat === 1 ? { case: testCase } : {};
    const record = { type: "played", ...this.address, ...facts, ...kept, transcript, playedAt: Date.now() } as const;
    if (plan.mode.kind === "record") return store.write(record);
    store.put(record);
    return undefined;
  }

  /**
   * Fails a trial whose agent is about to end the process, so that a resumed run does not play it again. A conversation
   * that is already written stays as it was: only its scores are missing.
   */
  fail(reason: AgentFailure["reason"], message: string): boolean {
    if (this.#isPlayed) return false;
    const outcome = { kind: "agent-failed", reason, message, exchange: 1 } as const;
    const notBegun = () => ({ ...unplayable({ trial: this.#trial }, this.testCase, undefined), outcome });
    void this.played(runningTrial()?.soFar?.(reason, message) ?? notBegun());
    this.#run.store.put({ type: "scored", ...this.address, status: "failed", scores: [], pass: 1 });
    return true;
  }
}

/** Over connections of its own, or by a program that it started, an agent may have asked a model that Viva did not see. */
export function spokeUnseen({ connected, exchanges }: Transcript): boolean {
  // A call that failed or was cancelled was seen too.
  const isSeen = exchanges.some(({ modelCalls }) => modelCalls > 0);
  return connected === true && !isSeen && exchanges.some(({ items }) => items.some(({ type }) => type === "text"));
}

/** Whether a model may have answered by ways that Viva did not see. */
export function wentUnseen({ network }: Pick<SuitePlan, "network">, { connected }: Transcript): boolean {
  return network.hasUnseen || connected === true;
}

/** While recording, writes the tape of a trial that was played live: all answers, and what kept others from coming. */
export async function keepTape(
  { plan, trial, live }: Pick<OpenTrial, "plan" | "trial" | "live">,
  transcript: Transcript,
  scores: readonly Score[],
  missing = whatIsMissing(transcript, scores),
): Promise<Tape | undefined> {
  if (!live || plan.mode.kind !== "record") return undefined;
  const mcp = live.mcpRecords();
  const tape: Tape = {
    origin: "recorded",
    repeat: transcript.repeat,
    startedAt: live.startedAt(),
    exchanges: live.times(),
    incomplete: missing,
    ended: endingOf(transcript),
    records: [...live.records()],
    failures: [...live.failures()],
    ...(mcp.length === 0 ? {} : { mcp: [...mcp] }),
  };
  const { cassette } = plan;
  try {
    await cassette.write(trial.variant, trial.caseId, tape);
  } catch (error) {
    throw new InfrastructureError({
      message: `the recording could not be written: ${messageOf(error)}`,
      place: { file: cassette.path(trial.variant, trial.caseId), caseId: trial.caseId },
      remedy: "Finished trials are kept. Remove the cause, then continue with --resume.",
      cause: error,
    });
  }
  return tape;
}

/** Why the trial has no result, or a metric no score: neither says anything about the agent, and both can be repeated. */
export function whatIsMissing(transcript: Transcript, scores: readonly Score[]): string | undefined {
  const { outcome } = transcript;
  if (outcome.kind === "infrastructure") return safeLine(outcome.message);
  if (isSpoiled(transcript)) return "the simulated user spoiled every conversation";
  for (const score of scores) {
    if (score.status === "unscored" || score.status === "errored") return safeLine(`${score.metric}: ${score.reason}`);
  }
  return undefined;
}

function endingOf({ outcome, exchanges }: Transcript): Tape["ended"] {
  if (outcome.kind === "completed") return undefined;
  const last = exchanges.find(({ number }) => number === outcome.exchange);
  // A replay has a stack of its own.
  const { stack: _stack, ...ended } = { stack: undefined, ...outcome };
  return { ...ended, ...(last ? { items: last.items.length } : {}) };
}

/** Notes on a trial's tape what its agent did after the conversation: a replay may be over before it happens again. */
export async function tapeLate({ cassette, mode }: SuitePlan, trial: PlannedTrial, complaint: string): Promise<void> {
  if (mode.kind !== "record") return;
  const { variant, caseId, repeat } = trial;
  const tape = (await cassette.read(variant, caseId)).find((one) => one.repeat === repeat);
  if (tape?.origin === "recorded") await cassette.write(variant, caseId, { ...tape, late: complaint });
}

/** Remarks on the tape that a trial was played from, or recorded on. */
export function tapeNote(
  open: OpenTrial,
  tape: Tape | undefined,
  { transcript, status, unseen }: { transcript: Transcript; status: TrialStatus; unseen: boolean },
): TapeNote | undefined {
  const { plan, trial, replay } = open;
  const { caseId } = trial;
  if (unseen) return { file: plan.mode.kind === "record" ? tapeFile(open) : "", caseId, unused: [], unseen };
  if (!tape) return undefined;
  const { incomplete, ended } = tape;
  const note = { file: tapeFile(open), caseId, incomplete };
  // The trial itself reports what went wrong before.
  if (!replay || status === "errored") return { ...note, unused: [] };
  const { kind } = transcript.outcome;
  const differs = ended !== undefined && ended.kind !== kind;
  return {
    ...note,
    unused: replay.leftOver().map(showAddress),
    loose: replay.matchedLoosely().ignored,
    timed: replay.matchedLoosely().time,
    edited: replay.edited(),
    otherEnd: differs ? `recorded as failed (${ended.message}), replayed as ${kind}` : undefined,
  };
}
