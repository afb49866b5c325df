import type { AgentFailure } from "../agent/index.ts";
import { runningTrial } from "../conversation/index.ts";
import { type Case, caseTags, caseTitle, type Transcript } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import type { PlannedTrial, SuitePlan } from "./plan.ts";
import { unplayable } from "./play-trial.ts";

interface BookedTrial {
  store: Store;
  run: string;
  plan: Pick<SuitePlan, "position" | "mode">;
  trial: PlannedTrial;
  played?: Transcript | undefined;
}

/** Writes one trial's conversation to the store, once. */
export class TrialBooks {
  readonly address: { run: string; suite: number; trial: string };
  /** As soon as it is read. */
  testCase: Case | undefined;
  readonly #work: BookedTrial;
  #isPlayed: boolean;

  constructor(work: BookedTrial) {
    const { run, plan, trial, played } = work;
    this.address = { run, suite: plan.position, trial: trial.key };
    this.#work = work;
    this.#isPlayed = played !== undefined;
  }

  /** While recording, resolves when the conversation is safe on disk. */
  played(transcript: Transcript): Promise<void> | undefined {
    this.#isPlayed = true;
    // Whatever waits for the disk belongs to the trial and would keep the whole conversation in memory.
    const running = runningTrial();
    if (running) running.soFar = undefined;
    const { position, caseId, caseHash, variant, repeat } = this.#work.trial;
    const { testCase } = this;
    const tags = testCase ? caseTags(testCase) : [];
    const title = testCase && caseTitle(testCase);
    const facts = { position, caseId, caseHash, title, cluster: testCase?.cluster, tags, variant, repeat };
    const { store, plan } = this.#work;
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
    const { trial, store } = this.#work;
    const outcome = { kind: "agent-failed", reason, message, exchange: 1 } as const;
    const notBegun = () => ({ ...unplayable(trial, this.testCase, undefined), outcome });
    void this.played(runningTrial()?.soFar?.(reason, message) ?? notBegun());
    store.put({ type: "scored", ...this.address, status: "failed", scores: [], pass: 1 });
    return true;
  }
}
