import type { Case, Transcript } from "vivavoce";
import { safety, toolUse, worldEffects } from "vivavoce/metrics";
import { nextActionQuality } from "../metrics/next-action-quality.ts";
import { noJudge } from "./no-judge.ts";

const metrics = [toolUse(), worldEffects(), safety({ mustAsk: true }), nextActionQuality()];

/** What the metrics that decide by code say of a transcript: by name, the value, or "skipped". */
export async function scoresOf(transcript: Transcript, testCase: Case): Promise<Record<string, number | string>> {
  const scores = await Promise.all(metrics.map((metric) => metric.score(transcript, testCase, noJudge)));
  return Object.fromEntries(
    scores.map((score) => [score.metric, score.status === "scored" ? score.value : score.status]),
  );
}

/** The metrics that a transcript fails, with the reasons of the checks that are not right. */
export async function failuresOf(transcript: Transcript, testCase: Case): Promise<Record<string, string[]>> {
  const scores = await Promise.all(metrics.map((metric) => metric.score(transcript, testCase, noJudge)));
  const failed = scores.filter((score) => score.status === "errored" || (score.status === "scored" && !score.passed));
  return Object.fromEntries(
    failed.map((score) => [
      score.metric,
      score.status === "scored"
        ? score.checks.filter(({ ok, status }) => !ok && status === undefined).map(({ reason }) => reason)
        : [score.status],
    ]),
  );
}
