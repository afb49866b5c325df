import { endServers } from "../agent/index.ts";
import type { Redactor } from "../base/index.ts";
import { closeNetwork } from "../network/index.ts";
import type { Transcript } from "../transcript/index.ts";
import { plannedTrials, type SuitePlan } from "./plan.ts";
import { asRecorded, openTraffic, playTrial } from "./play-trial.ts";

/** Plays the first trial of a plan without scoring or storing it: what `viva play` gives to other programs. */
export async function playOnce(
  plan: SuitePlan,
  { seed, signal, redactor }: { seed: number; signal: AbortSignal; redactor: Redactor },
): Promise<Transcript> {
  const trial = plannedTrials(plan).next().value;
  if (!trial) throw new RangeError("the plan holds no trial");
  const around = { redactor, seed, signal, timeoutMs: undefined, journal: [], onRecord: () => {} };
  const testCase = await plan.cases.read(trial.caseIndex);
  const { traffic, replay } = await openTraffic(plan, trial, around, testCase);
  const reopen = closeNetwork(plan.network);
  const transcript = await playTrial(plan, trial, testCase, traffic, around).finally(endServers).finally(reopen);
  return replay ? asRecorded(transcript, replay) : transcript;
}
