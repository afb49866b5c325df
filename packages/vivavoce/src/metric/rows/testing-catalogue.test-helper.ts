import { isJsonObject, type JsonObject } from "../../base/index.ts";
import type { Judge } from "../../judge/index.ts";
import { encodeJudgeItems, type ModelRequest, type TapeItems } from "../../model/index.ts";
import { conversation, type Played } from "../../shape/conversation.test-helper.ts";
import type { Case, Score, Scored, Transcript } from "../../shape/index.ts";
import { type ModelScript, type ScriptedModel, scriptedModel } from "../../testing/index.ts";
import { caseOf } from "../testing-transcript.test-helper.ts";
import type { Metric } from "../types.ts";

export { conversation as talk, type Played };

export interface Asked {
  score: Score;
  /** What the judge was asked, call by call. */
  calls: readonly ModelRequest[];
  /** Under which metric, and of which model of the suite. */
  models: [metric: string, name?: string][];
}

/** A judge that answers by a script, and keeps under which names it was asked. */
export function scriptedJudge(
  script: ModelScript,
  repeat = 1,
): { judge: Judge; model: ScriptedModel } & Pick<Asked, "models"> {
  const model = scriptedModel(script);
  const models: Asked["models"] = [];
  const judge: Judge = {
    repeat,
    model(metric, name) {
      models.push(name === undefined ? [metric] : [metric, name]);
      return model;
    },
  };
  return { judge, model, models };
}

/** What a metric makes of a conversation when the judge answers with these verdicts, one set for each call. */
export async function askWith(
  metric: Metric,
  transcript: Transcript,
  answers: TapeItems | readonly TapeItems[],
  testCase: Case = caseOf(),
): Promise<Asked> {
  const list = (Array.isArray(answers) ? answers : [answers]) as readonly TapeItems[];
  const { judge, model, models } = scriptedJudge(list.map((items) => encodeJudgeItems(items)));
  const score = await metric.score(transcript, testCase, judge);
  return { score, calls: model.calls, models };
}

/** The same where there must be a score, from one call. */
export async function scoreWith(
  metric: Metric,
  transcript: Transcript,
  answers: TapeItems,
  testCase: Case = caseOf(),
): Promise<Scored & { request: ModelRequest }> {
  const { score, calls } = await askWith(metric, transcript, answers, testCase);
  const [request] = calls;
  if (score.status !== "scored") throw new Error(`expected a score, but it is ${score.status}: ${score.reason}`);
  if (!request || calls.length !== 1) throw new Error(`expected one call, but there were ${calls.length}`);
  return { ...score, request };
}

/** Why a metric is skipped; the judge must not be asked where no answers are given. */
export async function skipWith(
  metric: Metric,
  transcript: Transcript,
  testCase: Case = caseOf(),
  answers: readonly TapeItems[] = [],
): Promise<string> {
  const { score, calls } = await askWith(metric, transcript, answers, testCase);
  if (score.status !== "skipped") throw new Error(`expected it to be skipped, but it is ${JSON.stringify(score)}`);
  if (calls.length !== answers.length)
    throw new Error(`expected ${answers.length} calls, but there were ${calls.length}`);
  return score.reason;
}

/** The lines of the record that a request shows: turns, facts, items. */
export function recordIn({ messages }: ModelRequest): JsonObject[] {
  return (messages.at(-1)?.content ?? "")
    .split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line) => JSON.parse(line) as JsonObject);
}

/** The items that a request puts to the judge, as id and text; where the record has the text, it is taken from there. */
export function itemsIn(request: ModelRequest): { id: string; text: string }[] {
  const lines = recordIn(request);
  const words = (text: unknown) => (isJsonObject(text) ? Object.values(text).join("") : `${text ?? ""}`).trim();
  const saidBy = ({ exchange, speaker }: JsonObject) =>
    lines.filter((one) => one.text !== undefined && one.exchange === exchange && one.speaker === speaker);
  const sentences = Object.assign({}, ...lines.map(({ text }) => (isJsonObject(text) ? text : {})));
  const [, ids = ""] = /these items: (.*)\.$/.exec(request.messages.at(-1)?.content ?? "") ?? [];
  return ids.split(", ").map((id) => {
    const line = lines.find(({ item }) => item === id) ?? { text: sentences[id] };
    const texts = line.text === undefined ? saidBy(line).map(({ text }) => words(text)) : [words(line.text)];
    return { id, text: texts.filter(Boolean).join("\n\n") };
  });
}

/** The given facts that a request shows, as id and text. */
export function factsIn(request: ModelRequest): { id: string; text: string }[] {
  return recordIn(request).flatMap(({ fact, text }) =>
    fact === undefined ? [] : [{ id: `${fact}`, text: `${text}` }],
  );
}

/** Why an answer is not accepted, however often the judge gives it. */
export async function refusalWith(
  metric: Metric,
  transcript: Transcript,
  answers: TapeItems,
  testCase: Case = caseOf(),
): Promise<string> {
  const { score } = await askWith(metric, transcript, [answers, answers, answers], testCase);
  if (score.status !== "unscored") throw new Error(`expected it to be unscored, but it is ${JSON.stringify(score)}`);
  return score.reason;
}
