import { inTrial } from "../conversation/index.ts";
import type { Judge } from "../judge/index.ts";
import type { Metric } from "../metric/index.ts";
import type { CallRecord, Case, Score, Transcript, TrialAnswers } from "../shape/index.ts";
import { judgeOf } from "./judge-of.ts";
import type { PlannedTrial, SuitePlan } from "./plan.ts";
import { isSpoiled, playAttempts } from "./play-attempts.ts";
import { asRecorded, openTraffic, type TrialSurroundings, unplayable } from "./play-trial.ts";
import { spokeUnseen, unlessMissed, writeTape } from "./run-trial.ts";
import { scoreTranscript } from "./score-transcript.ts";
import { trialAnswers } from "./trial-answers.ts";
import { recordedTape } from "./trial-tape.ts";

/** A trial whose conversation is over and whose metrics a test asks for later. */
export interface OpenTrial {
  transcript: Transcript;
  /** All answers of models so far. */
  records(): readonly CallRecord[];
  answers(): TrialAnswers;
  /** Scores by these metrics. Their judge's answers are on the trial's tape, with the conversation. */
  score(metrics: readonly Metric[]): Promise<Score[]>;
}

/** Plays a trial, or takes a transcript that is there already; nothing is stored. */
export async function openTrial(
  plan: SuitePlan,
  trial: PlannedTrial,
  testCase: Case,
  around: TrialSurroundings,
  given?: Transcript,
): Promise<OpenTrial> {
  const { caseId, repeat } = trial;
  const opened = await openTraffic(plan, trial, around, testCase);
  const { traffic, replay, live } = opened;
  const judge = judgeOf(traffic, { repeat, signal: around.signal });
  const play = async () => {
    try {
      return await playAttempts({ plan, trial, testCase, traffic, judge, around, onSpoiled: () => {} });
    } catch (error) {
      return unplayable(trial, testCase, error);
    }
  };
  const played = given ?? (await inTrial({ caseId, repeat }, play));
  const transcript = replay && !given ? asRecorded(played, replay) : played;
  if (replay?.tape.late !== undefined && !given) around.onLate?.(replay.tape.late);
  const scored: Score[] = [];
  const keepTape = async () => {
    if (plan.mode.kind !== "record" || !live || spokeUnseen(transcript)) return;
    await writeTape(plan, recordedTape(live, transcript, scored), trial);
  };
  await keepTape();
  return {
    transcript,
    records: () => traffic.records(),
    answers: () => trialAnswers(traffic.records(), transcript, plan.network),
    async score(metrics) {
      if (transcript.outcome.kind === "infrastructure" || isSpoiled(transcript)) return [];
      const prepared = await Promise.all(metrics.map((metric) => prepare(metric, judge)));
      const scoring = inTrial({ caseId, repeat }, () =>
        scoreTranscript(prepared, transcript, testCase, judge, plan.network),
      );
      const scores = (await scoring).map((score) => unlessMissed(score, replay));
      scored.push(...scores);
      await keepTape();
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
