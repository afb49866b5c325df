import type { Redactor } from "../../base/index.ts";
import { inTrial } from "../../conversation/index.ts";
import type { Judge } from "../../judge/index.ts";
import type { Metric } from "../../metric/index.ts";
import { closeNetwork } from "../../network/index.ts";
import {
  answersOf,
  type CallRecord,
  type Case,
  type Score,
  type Transcript,
  type TrialAnswers,
} from "../../shape/index.ts";
import { plannedTrials, type SuitePlan } from "../plan.ts";
import { openTrial, type TrialContext } from "./open.ts";
import { isSpoiled, playTrial } from "./play.ts";
import { scoresOf } from "./score.ts";
import { keepTape, spokeUnseen, wentUnseen, whatIsMissing } from "./write.ts";

/** A trial whose conversation is over and whose metrics a test asks for later. */
export interface TestTrial {
  transcript: Transcript;
  /** All answers of models so far. */
  records(): readonly CallRecord[];
  answers(): TrialAnswers;
  /** Scores by these metrics. Their judge's answers are on the trial's tape, with the conversation. */
  score(metrics: readonly Metric[]): Promise<Score[]>;
}

/** Plays a trial, or takes a transcript that is there already; nothing is stored. */
export async function playForTest(context: TrialContext, testCase: Case, given?: Transcript): Promise<TestTrial> {
  const { plan, trial } = context;
  const { caseId, repeat } = trial;
  const open = await openTrial(context, testCase);
  const { traffic, replay, judge } = open;
  const transcript = given ?? (await inTrial({ caseId, repeat }, () => playTrial(open)));
  if (replay?.tape.late !== undefined && !given) context.onLate?.(replay.tape.late);
  const scored: Score[] = [];
  const keep = async () => {
    if (!spokeUnseen(transcript)) await keepTape(open, transcript, scored);
  };
  await keep();
  return {
    transcript,
    records: () => traffic.records(),
    answers: () => answersOf(traffic.records(), { unseen: wentUnseen(plan, transcript) }),
    async score(metrics) {
      if (transcript.outcome.kind === "infrastructure" || isSpoiled(transcript)) return [];
      const prepared = await Promise.all(metrics.map((metric) => prepare(metric, judge)));
      const scores = await inTrial({ caseId, repeat }, () => scoresOf(open, transcript, prepared));
      scored.push(...scores);
      await keep();
      return scores;
    },
  };
}

/** A metric whose steps could not be made, as when its judge is out, is errored, and kept so. */
async function prepare(metric: Metric, judge: Judge): Promise<Metric> {
  try {
    return (await metric.prepare?.(judge)) ?? metric;
  } catch (error) {
    return { ...metric, score: () => Promise.reject(error) };
  }
}

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
