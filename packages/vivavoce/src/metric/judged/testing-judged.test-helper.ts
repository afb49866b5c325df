import type { Judge } from "../../judge/index.ts";
import { encodeJudgeItems, type Model, type TapeItems } from "../../model/index.ts";
import type { Case, Score, Scored, Transcript } from "../../shape/index.ts";
import { type ModelScript, type ScriptedModel, scriptedModel } from "../../testing/index.ts";
import { caseOf } from "../testing-transcript.test-helper.ts";
import type { Metric } from "../types.ts";

export function judgeOf(model: Model | Record<string, Model>, repeat = 1): Judge {
  const isModel = (value: Model | Record<string, Model>): value is Model => typeof value.call === "function";
  return {
    repeat,
    model(_metric, name = "judge") {
      const found = isModel(model) ? model : model[name];
      if (!found) throw new Error(`no model ${name}`);
      return found;
    },
  };
}

/** A judge that gives these verdicts, in the short form of tapes: one set for every call, or one a call. */
export function saying(...answers: TapeItems[]): ScriptedModel {
  const texts = answers.map((items) => encodeJudgeItems(items));
  return scriptedModel(texts.length === 1 ? (texts[0] ?? "") : texts);
}

export async function judged(
  metric: Metric,
  transcript: Transcript,
  model: Model | ModelScript,
  testCase: Case = caseOf(),
): Promise<Score> {
  return metric.score(transcript, testCase, judgeOf(isModel(model) ? model : scriptedModel(model)));
}

export async function judgedScore(...given: Parameters<typeof judged>): Promise<Scored> {
  const score = await judged(...given);
  if (score.status !== "scored") throw new Error(`expected a score, but it is ${score.status}: ${score.reason}`);
  return score;
}

function isModel(value: Model | ModelScript): value is Model {
  return typeof value === "object" && "call" in value;
}
