import type { Redactor } from "../../base/index.ts";
import { closeNetwork } from "../../network/index.ts";
import { answersOf, type Transcript } from "../../shape/index.ts";
import { plannedTrials, type SuitePlan } from "../plan.ts";
import { openTrial } from "./open.ts";
import { playTrial } from "./play.ts";
import { keepTape, spokeUnseen, whatIsMissing } from "./write.ts";

/** A conversation that was played without scoring or storing it. */
interface PlayedOnce {
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
  const testCase = await plan.cases.read(trial.caseIndex);
  const open = await openTrial({ plan, trial, redactor, seed, signal, journal: [], onRecord: () => {} }, testCase);
  const reopen = closeNetwork(plan.network);
  const transcript = await playTrial(open).finally(reopen);
  if (open.replay) {
    const { origin } = answersOf(open.traffic.records());
    return { transcript, origin: origin === "recorded" ? "replayed" : "hand-written" };
  }
  if (transcript.outcome.kind !== "infrastructure" && !spokeUnseen(transcript)) {
    // A replay by `viva run` would lack the judge's answers; --record missing adds them.
    const unjudged = plan.metrics.some(({ judged }) => judged) ? "viva play recorded it, without a judge" : undefined;
    await keepTape(open, transcript, [], whatIsMissing(transcript, []) ?? unjudged);
  }
  return { transcript, origin: "live" };
}
