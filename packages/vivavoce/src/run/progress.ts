import { count, emptyTally } from "../gate/index.ts";
import type { ModelWait } from "../model/index.ts";
import type { CallRecord, Tally } from "../shape/index.ts";
import type { SuitePlan } from "./plan.ts";
import type { Resumption } from "./resume.ts";
import { TapeNotes } from "./tape-notes.ts";
import type { FinishedTrial } from "./trial/run.ts";

/** The progress of one suite. */
export interface SuiteProgress {
  plan: SuitePlan;
  tally: Tally;
  running: number;
  /**
   * `live` are the requests that were sent. `reused` came from the journal of an interrupted attempt; `repeated` were in
   * the journal too, but no longer fitted.
   */
  calls: { live: number; replayed: number; reused: number; repeated: number };
  /** How many live requests brought an answer. The others timed out or failed, and were tried again or given up. */
  answered?: number;
  /** The cost of the answers. The cost of an unanswered call is not known. */
  cost: number | undefined;
  /** The calls that were answered from the cache, and what their answers cost when they were given. */
  cached?: { calls: number; saved: number | undefined };
  /** Remarks on the tapes that were made or replayed. */
  tapes: TapeNotes;
  /** Warnings about its models' answers, and how many answers each concerns. */
  warnings?: Map<string, number>;
  /** The models that calls are waiting for at the moment. */
  waits?: () => readonly ModelWait[];
  /** Why no trial is being played although some are left: "waiting for a worker …". */
  held?: string | undefined;
}

/** Before the first trial; what an earlier process of the run has done counts already. */
export function startingProgress(
  plan: SuitePlan,
  done: Resumption["suites"][number]["done"] | undefined,
): SuiteProgress {
  const tally = emptyTally(plan.planned);
  for (const status of done?.values() ?? []) count(tally, status);
  const calls = { live: 0, replayed: 0, reused: 0, repeated: 0 };
  const { waits } = plan.models;
  const tapes = new TapeNotes();
  return { plan, tally, running: 0, calls, answered: 0, cost: undefined, tapes, warnings: new Map(), waits };
}

/** Counts a call that was answered, now or in an earlier run. */
export function noteCall(suite: SuiteProgress, { answer: { cost }, origin }: CallRecord): void {
  if (origin === "cached") {
    const { calls, saved } = suite.cached ?? { calls: 0, saved: undefined };
    suite.cached = { calls: calls + 1, saved: cost === undefined ? saved : (saved ?? 0) + cost };
    return;
  }
  if (cost !== undefined) suite.cost = (suite.cost ?? 0) + cost;
  suite.answered = (suite.answered ?? 0) + 1;
}

/** Counts a trial that is safe on disk. */
export function note(suite: SuiteProgress, finished: FinishedTrial): void {
  count(suite.tally, finished.status);
  if (suite.plan.standIn === undefined) suite.tapes.add(finished.tape);
  const warnings = suite.warnings;
  for (const warning of finished.records.flatMap(({ answer }) => answer.warnings ?? [])) {
    warnings?.set(warning, (warnings.get(warning) ?? 0) + 1);
  }
  if (finished.live) {
    suite.calls.reused += finished.live.reused;
    suite.calls.repeated += finished.live.dropped;
  } else suite.calls.replayed += finished.records.length;
}
