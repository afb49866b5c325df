import type { Case, Transcript } from "vivavoce";
import { hazard, type Metric, safety, toolCalls, worldEffects } from "vivavoce/metrics";
import { expectations } from "../metrics/expectations.ts";
import { finalState } from "../metrics/final-state.ts";
import { stateNeeds } from "../metrics/state-needs.ts";
import { voice } from "../metrics/voice.ts";
import { noJudge } from "./no-judge.ts";

/** The metrics of the suites that decide by code. */
const metrics: readonly Metric[] = [
  expectations(),
  hazard({ onlyThen: true }),
  finalState(),
  stateNeeds(),
  worldEffects(),
  toolCalls({ mode: "exact" }),
  voice(),
  safety(),
];

/** The metrics that a transcript fails, with the reasons of the checks that are not right. */
export async function failuresOf(transcript: Transcript, testCase: Case): Promise<Record<string, string[]>> {
  const scores = await Promise.all(metrics.map((metric) => metric.score(transcript, testCase, noJudge)));
  const failed = scores.filter((score) => score.status === "errored" || (score.status === "scored" && !score.passed));
  return Object.fromEntries(
    failed.map((score) => [
      score.metric,
      score.status === "scored"
        ? score.checks.filter(({ ok, status }) => !ok && status === undefined).map(({ id }) => id)
        : [score.status],
    ]),
  );
}
