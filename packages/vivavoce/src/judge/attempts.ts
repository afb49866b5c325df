import { type JsonValue, toJsonValue } from "../base/index.ts";
import { type Model, type ModelAnswer, ModelError, type ModelRequest } from "../model/index.ts";
import type { RawAnswer } from "./judgement.ts";
import { withParameterFallback } from "./parameter-fallback.ts";
import type { ParsedAnswer } from "./parse-answer.ts";
import type { Refusal } from "./prompt-record.ts";
import { freshRequest } from "./sampling.ts";
import { Unscored } from "./unscored.ts";

/** How one question is put, and how its answer is read. */
export interface Inquiry<T> {
  /** How many things the answer is about; a long answer may be longer. */
  items: number;
  /** The request; with what was wrong with the answer before, where the judge is asked to put that right. */
  request(refusal?: Refusal): ModelRequest;
  read(answer: ModelAnswer): ParsedAnswer<T>;
}

/** What came of an inquiry, and all that was said on the way. */
export interface Finding<T> {
  value: T;
  /** The answer that was accepted. */
  answer: ModelAnswer;
  answers: RawAnswer[];
  servedModels: string[];
  warnings: string[];
}

/**
 * How many tokens an answer may take where the owner sets no limit: room for a model that thinks first, and for a few
 * quotes and sentences an item. It only stops a judge that does not come to an end.
 */
function answerTokens(items: number): number {
  return 16_000 + 400 * items;
}

/**
 * Asks until an answer is valid: once; then with what is wrong named; then afresh. After that there is no score.
 * A model that cannot be reached is another matter: its error is passed on.
 */
export async function inquire<T>(model: Model, { items, request: put, read }: Inquiry<T>): Promise<Finding<T>> {
  const asked = withParameterFallback(model);
  const limit = model.settings?.maxTokens === undefined ? { maxTokens: answerTokens(items) } : {};
  const request = (refusal?: Refusal) => ({ ...limit, ...put(refusal) });
  const answers: RawAnswer[] = [];
  const servedModels: string[] = [];
  const warnings: string[] = [];
  const requests = [() => request(), () => request(answers.at(-1)), () => freshRequest(request())];
  for (const next of requests) {
    const answer = await callAfter(asked, next(), answers.at(-1));
    if (answer.servedModel) servedModels.push(answer.servedModel);
    warnings.push(...(answer.warnings ?? []));
    const reading = read(answer);
    const problems = reading.ok ? [] : reading.problems;
    answers.push({ model: model.id, text: answer.text, finish: answer.finish, problems });
    if (reading.ok) return { value: reading.value, answer, answers, servedModels, warnings };
  }
  throw noValidAnswer(answers);
}

/** A tape that holds a bad answer and nothing after it should say so, not only that something is missing. */
async function callAfter(model: Model, request: ModelRequest, before: RawAnswer | undefined): Promise<ModelAnswer> {
  try {
    return await model.call(request);
  } catch (error) {
    if (!before || !ModelError.is(error) || error.failure !== "no-tape") throw error;
    throw new ModelError({
      failure: "no-tape",
      message: `the judge's answer is not valid (${before.problems.join("; ")}), and asking again failed: ${error.message}`,
      remedy: error.remedy,
      cause: error,
    });
  }
}

function noValidAnswer(answers: readonly RawAnswer[]): Unscored {
  const last = answers.at(-1)?.problems ?? [];
  const more = last.length > 3 ? `; and ${last.length - 3} more` : "";
  const reason = `the judge gave no valid answer in ${answers.length} calls; the last: ${last.slice(0, 3).join("; ")}${more}`;
  return new Unscored(reason, { answers: toJsonValue(answers) as JsonValue });
}
