import type { Redactor } from "../base/index.ts";
import { closeNetwork } from "../network/index.ts";
import { answersOf, type Transcript } from "../shape/index.ts";
import { plannedTrials, type SuitePlan } from "./plan.ts";
import { asRecorded, openTraffic, playTrial } from "./play-trial.ts";
import { spokeUnseen, writeTape } from "./run-trial.ts";
import { recordedTape } from "./trial-tape.ts";

/** A conversation that was played without scoring or storing it. */
export interface PlayedOnce {
  transcript: Transcript;
  /** Where the answers of its models come from. */
  origin: "live" | "replayed" | "hand-written";
}

/** Plays the first trial of a plan: what `viva play` gives to other programs. While it records, the tape is written. */
export async function playOnce(
  plan: SuitePlan,
  { seed, signal, redactor }: { seed: number; signal: AbortSignal; redactor: Redactor },
): Promise<PlayedOnce> {
  const trial = plannedTrials(plan).next().value;
  if (!trial) throw new RangeError("the plan holds no trial");
  const around = { redactor, seed, signal, timeoutMs: undefined, journal: [], onRecord: () => {} };
  const testCase = await plan.cases.read(trial.caseIndex);
  const { traffic, replay, live } = await openTraffic(plan, trial, around, testCase);
  const reopen = closeNetwork(plan.network);
  const transcript = await playTrial(plan, trial, testCase, traffic, around).finally(reopen);
  if (replay) {
    const origin = answersOf(traffic.records()).origin === "recorded" ? "replayed" : "hand-written";
    return { transcript: asRecorded(transcript, replay), origin };
  }
  if (live && plan.mode.kind === "record" && transcript.outcome.kind !== "infrastructure" && !spokeUnseen(transcript)) {
    // A replay by `viva run` would lack the judge's answers; --record missing adds them.
    const unjudged = plan.metrics.some(({ judged }) => judged) ? "viva play recorded it, without a judge" : undefined;
    const tape = recordedTape(live, transcript, []);
    await writeTape(plan, { ...tape, incomplete: tape.incomplete ?? unjudged }, trial);
  }
  return { transcript, origin: "live" };
}
