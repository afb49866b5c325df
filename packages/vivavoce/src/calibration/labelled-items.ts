import { safeLine } from "../base/index.ts";
import type { Score } from "../metric/index.ts";
import type { Label } from "../store/index.ts";
import { judgedChecks } from "./judged-checks.ts";

/** What a person or the judge says of an item; "unclear" only people, "none" only a judge without a valid verdict. */
export type PassOrFail = "pass" | "fail";
export type PersonVerdict = PassOrFail | "unclear";
export type JudgeVerdict = PassOrFail | "none";

/** A score of the labelled metric. A trial that was scored more than once has several, the oldest first. */
export interface JudgedScore {
  run: string;
  suite: number;
  trial: string;
  /** Cases that share a cluster are one unit; the case's id if it has none. */
  cluster: string;
  playedAt: number;
  identity: string;
  score: Score;
}

/** One criterion of one conversation, with what people and judges say of it. */
export interface LabelledItem {
  run: string;
  suitePosition: number;
  trial: string;
  caseId: string;
  cluster: string;
  /** The check's id; "" for the metric as a whole. */
  criterion: string;
  text: string;
  votes: { rater: string; verdict: PersonVerdict; reason: string }[];
  /** What more than half of the raters say; without such a majority it is unclear. */
  person: PersonVerdict;
  /** The judges' verdicts by the metric's identity. */
  judged: Map<string, JudgeVerdict>;
  /** Identities that have scored the conversation, but not these words: there the label says nothing. */
  reworded: Set<string>;
  /** The chance that the item had to be drawn, if it was drawn at random. */
  drawn: number | undefined;
}

/** Joins the labels of a metric with the verdicts that its judges gave on the same words of the same conversations. */
export function labelledItems(labels: readonly Label[], scores: readonly JudgedScore[]): LabelledItem[] {
  const byTrial = Map.groupBy(scores, ({ run, suite, trial }) => trialPlace(run, suite, trial));
  const byItem = Map.groupBy(labels, (label) =>
    JSON.stringify([label.run, label.suitePosition, label.trial, label.criterion, label.criterionText]),
  );
  return [...byItem.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { run, suitePosition, trial, caseId, criterion, criterionText: text } = first;
    const played = byTrial.get(trialPlace(run, suitePosition, trial)) ?? [];
    // The labels are about the conversation that was there; a trial that was played again is another one.
    const latest = Math.max(...own.map(({ labelledAt }) => labelledAt));
    const seen = played.filter(({ playedAt }) => playedAt <= latest);
    const item: LabelledItem = {
      ...{ run, suitePosition, trial, caseId, criterion, text },
      cluster: played[0]?.cluster ?? caseId,
      votes: own.map(({ rater, verdict, reason }) => ({ rater, verdict, reason })),
      person: majority(own.map(({ verdict }) => verdict)),
      judged: new Map(),
      reworded: new Set(),
      drawn: chanceOf(own),
    };
    for (const { metricIdentity, judged } of own) item.judged.set(metricIdentity, judged);
    for (const { identity, score } of seen) {
      const said = saidBy(score, item, { identity, known: own, seen });
      if (said !== undefined) item.judged.set(identity, said);
      else if (!item.judged.has(identity)) item.reworded.add(identity);
    }
    return [item];
  });
}

function trialPlace(run: string, suite: number, trial: string): string {
  return JSON.stringify([run, suite, trial]);
}

/** More than half of those who looked at it; otherwise unclear. */
export function majority(verdicts: readonly PersonVerdict[]): PersonVerdict {
  const share = (said: PassOrFail) => verdicts.filter((verdict) => verdict === said).length / verdicts.length;
  return share("pass") > 0.5 ? "pass" : share("fail") > 0.5 ? "fail" : "unclear";
}

function chanceOf(labels: readonly Label[]): number | undefined {
  const drawn = labels.find(({ sampled }) => sampled.how === "random" || sampled.how === "stratum")?.sampled;
  return drawn && (drawn.stratumProbability ?? drawn.probability ?? 1);
}

/** The judge's verdict on the item; undefined if this score is about other words. */
function saidBy(
  score: Score,
  { criterion, text }: Pick<LabelledItem, "criterion" | "text">,
  from: { identity: string; known: readonly Label[]; seen: readonly JudgedScore[] },
): JudgeVerdict | undefined {
  const isKnown = from.known.some(({ metricIdentity }) => metricIdentity === from.identity);
  if (score.status !== "scored") return "none";
  if (criterion === "") {
    // The metric as a whole has no words of its own: those of its checks have to be the same.
    const before = from.seen.find(({ identity }) => from.known.some((label) => label.metricIdentity === identity));
    const same = before?.score.status === "scored" && wordsOf(before.score) === wordsOf(score);
    return isKnown || same ? (score.passed ? "pass" : "fail") : undefined;
  }
  const words = safeLine(text, 300);
  const checks = judgedChecks(score);
  return (
    checks.find(({ id, label }) => id === criterion && (isKnown || label === text || label === words)) ??
    checks.find(({ label }) => label === text || label === words)
  )?.judge;
}

function wordsOf({ checks }: Extract<Score, { status: "scored" }>): string {
  return JSON.stringify(checks.map(({ id, label }) => [id, label]));
}
