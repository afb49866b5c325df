import type { Judge } from "../../../judge/index.ts";
import { encodeJudgeItems, type TapeItems } from "../../../model/index.ts";
import type { Case, Score, Scored, Transcript } from "../../../shape/index.ts";
import { type ModelScript, type ScriptedModel, scriptedModel } from "../../../testing/index.ts";
import { caseOf, transcriptOf } from "../../testing-transcript.test-helper.ts";
import type { Metric } from "../../types.ts";
import type { Dimension } from "./options.ts";

export const goodReply = "Got it, the cooling is not kicking in. What is your name?";
export const oneReply = transcriptOf([[goodReply]]);

/** The seven dimensions of the receptionist's rubric, by their weights. */
export const weights = {
  brevity: 0.2,
  paraphrasing: 0.15,
  forbidden_words: 0.1,
  state_compliance: 0.2,
  persona_fidelity: 0.1,
  tone_matching: 0.15,
  spoken_flow: 0.1,
};
export type Seven = keyof typeof weights;

/** All seven, with what a test changes in one or the other. */
export function seven(more: Partial<Record<Seven, Partial<Dimension>>> = {}): Dimension[] {
  return (Object.keys(weights) as Seven[]).map((id) => ({
    id,
    weight: weights[id],
    description: `About ${id}.`,
    anchors: { 1: `poor ${id}`, 3: `fair ${id}`, 5: `good ${id}` },
    ...more[id],
  }));
}

export function allOf<Value>(value: Value, more: Partial<Record<Seven, Value>> = {}): Record<Seven, Value> {
  const all = Object.fromEntries(Object.keys(weights).map((id) => [id, value])) as Record<Seven, Value>;
  return { ...all, ...more };
}

/** An answer of the judge: each id with its verdict and a quote that stands in the reply. */
export function answer(verdicts: Readonly<Record<string, number | string>>, quote = goodReply): string {
  const items = Object.entries(verdicts).map(([id, verdict]) => {
    return [id, { verdict: `${verdict}`, quote, reason: `because of ${id}` }] as const;
  });
  return encodeJudgeItems(Object.fromEntries(items) as TapeItems);
}

export interface Played {
  score: Score;
  model: ScriptedModel;
}

/** Scores with a judge that answers by a script. */
export async function played(
  metric: Metric,
  script: ModelScript,
  { transcript = oneReply, testCase = caseOf() }: { transcript?: Transcript; testCase?: Case } = {},
): Promise<Played> {
  const model = scriptedModel(script);
  const judge: Judge = { model: () => model, repeat: 1 };
  return { score: await metric.score(transcript, testCase, judge), model };
}

/** The same where there must be a value. */
export async function playedScored(
  ...given: Parameters<typeof played>
): Promise<{ score: Scored; model: ScriptedModel }> {
  const { score, model } = await played(...given);
  if (score.status !== "scored") throw new Error(`expected a score, but it is ${score.status}: ${score.reason}`);
  return { score, model };
}

/** Everything that the judge was told in one call. */
export function promptOf(model: ScriptedModel, call = 0): string {
  return (model.calls[call]?.messages ?? []).map(({ content }) => content).join("\n\n");
}
