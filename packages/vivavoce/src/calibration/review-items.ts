import { hashOf, isJsonObject, sha256 } from "../base/index.ts";
import { itemKey, type Label, type MetricHeader, type Score, type Scored } from "../shape/index.ts";
import { judgedChecks } from "./judged-checks.ts";

/** Who or what disagrees with a verdict: the judge's other samples, its verdict on a repeat, a person, a metric of code. */
export type Disagreement = "samples" | "repeats" | "label" | "code";

type Place = Pick<Label, "suite" | "run" | "suitePosition" | "trial" | "caseId" | "metric" | "criterion">;
type Judged = Pick<Label, "criterionText" | "criterionVersion" | "metricIdentity" | "judged">;

/** One criterion of one conversation, with the judge's verdict: what a person can label. */
export interface ReviewItem extends Place, Judged {
  /** See `itemKey`. */
  key: string;
  /** What the judge was asked about the criterion, if its metric says so. */
  question: string | undefined;
  disagreements: Disagreement[];
  chances: Chances;
}

/** Three independent numbers of an item in [0, 1), which choose it. */
interface Chances {
  /** Whether it is drawn. */
  draw: number;
  /** Whether a second person labels it. */
  second: number;
  /** Its place among others of its kind. */
  order: number;
}

/** The same for the same item and seed, whatever else there is. */
export function chancesOf(key: string, seed = 1): Chances {
  const hash = sha256(`${seed} ${key}`);
  const part = (from: number) => Number.parseInt(hash.slice(from, from + 8), 16) / 2 ** 32;
  return { draw: part(0), second: part(8), order: part(16) };
}

/** Names what was asked, in words. The judge and its prompt are not part of it: a label is about the question. */
export function criterionVersion(words: string, question: string | undefined): string {
  return hashOf({ words, question: question ?? "" });
}

/**
 * What can be labelled in a trial: whatever a judge was asked about in its scores. Scores without a value have no verdict
 * that a label could be compared with.
 */
export function itemsOf(
  {
    trial,
    caseId,
    scores,
  }: Pick<Label, "trial" | "caseId"> & { scores: readonly { score: Score; identity: string }[] },
  place: Pick<Label, "suite" | "run" | "suitePosition">,
  metrics: readonly MetricHeader[],
): ReviewItem[] {
  const scored = scores.flatMap(({ score, identity }) => (score.status === "scored" ? [{ score, identity }] : []));
  const byCode = new Set(scored.flatMap(({ score }) => (score.judged ? [] : [score.passed])));
  return scored.flatMap(({ score, identity }) => {
    if (!score.judged) return [];
    const question = metrics.find(({ name }) => name === score.metric)?.asks;
    const { metric } = score;
    return judgedChecks(score).map(({ id, label, judge: judged }) => {
      const words = id === "" ? (question ?? metric) : label;
      const key = itemKey({ ...place, trial, metric, criterion: id });
      return {
        key,
        chances: chancesOf(key),
        ...place,
        trial,
        caseId,
        metric,
        criterion: id,
        criterionText: words,
        criterionVersion: criterionVersion(words, question),
        metricIdentity: identity,
        judged,
        question,
        disagreements: [
          ...(isDivided(score, id) ? (["samples"] as const) : []),
          // Only if all metrics of code say the opposite: one of them may be about something else.
          ...(judged !== "none" && byCode.size === 1 && !byCode.has(judged === "pass") ? (["code"] as const) : []),
        ],
      };
    });
  });
}

/** Whether the judge was asked more than once and gave different verdicts. */
function isDivided({ detail }: Scored, id: string): boolean {
  const samples = isJsonObject(detail) ? detail.samples : undefined;
  const votes = isJsonObject(samples) && isJsonObject(samples.votes) ? samples.votes[id] : undefined;
  return isJsonObject(votes) && Object.keys(votes).length > 1;
}
