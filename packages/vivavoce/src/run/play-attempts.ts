import { Interrupted } from "../conversation/index.ts";
import type { Judge } from "../judge/index.ts";
import type { Traffic } from "../model/index.ts";
import type { Case, Transcript } from "../shape/index.ts";
import type { PlannedTrial, SuitePlan } from "./plan.ts";
import { playTrial, type TrialSurroundings } from "./play-trial.ts";
import { gradeSimulator } from "./simulator-judge.ts";

/** How often a conversation that the simulated user spoiled is played again. */
export const usualRetries = 2;

/** A conversation that the simulated user spoiled says nothing about the agent. */
export function isSpoiled({ user, outcome }: Transcript): boolean {
  return outcome.kind !== "infrastructure" && (user?.faults.length ?? 0) > 0;
}

export interface AttemptSettings {
  plan: SuitePlan;
  trial: PlannedTrial;
  testCase: Case;
  traffic: Traffic;
  judge: Judge;
  around: TrialSurroundings;
  /** Called with every attempt that is given up; the last one is returned, spoiled or not. */
  onSpoiled(attempt: number, transcript: Transcript): void;
}

/** Plays a trial until the simulated user keeps to its role, a few times at most. */
export async function playAttempts(settings: AttemptSettings): Promise<Transcript> {
  const { plan, trial, testCase, traffic, around } = settings;
  const { retries = usualRetries, judge: judged = false } = plan.loaded.suite.simulator ?? {};
  for (let attempt = 1; ; attempt++) {
    const played = await playTrial(plan, trial, testCase, traffic, around, attempt);
    const open = judged && played.outcome.kind !== "infrastructure" && !isSpoiled(played);
    const { script, user } = testCase;
    const graded = open && user ? await gradeSimulator(played, { script, user }, settings.judge) : played;
    // Interrupted while it was graded, so it is not known whether it counts.
    if (open && around.signal.aborted) throw new Interrupted();
    if (!isSpoiled(graded) || attempt > retries) return graded;
    settings.onSpoiled(attempt, graded);
  }
}
