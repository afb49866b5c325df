import type { Judge } from "../../../judge/index.ts";
import { encodeJudgeItems } from "../../../model/index.ts";
import type { Case, Score, Scored, Transcript } from "../../../shape/index.ts";
import { type ModelScript, type ScriptedModel, scriptedModel } from "../../../testing/index.ts";
import { caseOf, transcriptOf } from "../../testing-transcript.test-helper.ts";
import type { Metric } from "../../types.ts";

export const reply = "Shall I archive the Garden project now?";
export const oneReply = transcriptOf([[reply]]);

/** How the judge answers at each node: by id, whatever the order in which it is asked. */
export type Answers = Readonly<Record<string, string>>;

/** An answer of the judge on one node. */
export function answerTo(id: string, verdict: string, quote = reply): string {
  return encodeJudgeItems({ [id]: { verdict, quote, reason: `because of ${id}` } });
}

/** A judge's script that looks up the node it is asked about. */
export function answering(answers: Answers): ModelScript {
  return (request) => {
    const id = /Give one verdict for each of these items: (\S+)\.$/.exec(request.messages.at(-1)?.content ?? "")?.[1];
    if (id === undefined || answers[id] === undefined) throw new Error(`the judge was asked about ${id}`);
    return answerTo(id, answers[id]);
  };
}

export interface Played<Result extends Score = Score> {
  score: Result;
  model: ScriptedModel;
  /** Under which labels the judge was asked for. */
  labels: string[];
}

export async function played(
  metric: Metric,
  script: ModelScript,
  { transcript = oneReply, testCase = caseOf() }: { transcript?: Transcript; testCase?: Case } = {},
): Promise<Played> {
  const model = scriptedModel(script);
  const labels: string[] = [];
  const judge: Judge = {
    repeat: 1,
    model(label, name) {
      labels.push(name === undefined ? label : `${label}@${name}`);
      return model;
    },
  };
  return { score: await metric.score(transcript, testCase, judge), model, labels };
}

/** The same where there must be a value. */
export async function playedScored(...given: Parameters<typeof played>): Promise<Played<Scored>> {
  const { score, ...rest } = await played(...given);
  if (score.status !== "scored") throw new Error(`expected a score, but it is ${score.status}: ${score.reason}`);
  return { score, ...rest };
}

/** The ids of the nodes that a score went through. */
export function pathOf({ detail }: Scored): unknown {
  return (detail as { path?: unknown } | undefined)?.path;
}

export function promptOf(model: ScriptedModel, call = 0): string {
  return (model.calls[call]?.messages ?? []).map(({ content }) => content).join("\n\n");
}
