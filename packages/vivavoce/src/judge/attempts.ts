import { type JsonValue, toJsonValue } from "../base/index.ts";
import { type CallOptions, type Model, type ModelAnswer, ModelError, type ModelRequest } from "../model/index.ts";
import type { RawAnswer } from "./judgement.ts";
import { withParameterFallback } from "./parameter-fallback.ts";
import type { ParsedAnswer } from "./parse-answer.ts";
import type { Refusal } from "./prompt-record.ts";
import { freshRequest } from "./sampling.ts";
import { Unscored } from "./unscored.ts";

/** How one question is asked, and how its answer is read. */
export interface Inquiry<T> {
  /** How many items the answer is about; more items allow a longer answer. */
  items: number;
  /** The request. If the judge is asked to correct its answer, it includes what was wrong. */
  request(refusal?: Refusal): ModelRequest;
  read(answer: ModelAnswer): ParsedAnswer<T>;
}

/** The result of an inquiry, and all answers to it. */
export interface Finding<T> {
  value: T;
  /** The answer that was accepted. */
  answer: ModelAnswer;
  answers: RawAnswer[];
  servedModels: string[];
  warnings: string[];
}

/**
 * How many tokens an answer may take if the owner sets no limit: room for a model that thinks first, and for a few quotes
 * and sentences per item. It only stops a judge that would never finish.
 */
function answerTokens(items: number): number {
  return 16_000 + 400 * items;
}

/**
 * Asks up to three times for a valid answer: once, then with the fault named, then afresh. After that there is no score.
 * If the model cannot be reached, its error is passed on.
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
    const answer = await callAfter(asked, next(), { before: answers.at(-1), accepts: (given) => read(given).ok });
    if (answer.servedModel) servedModels.push(answer.servedModel);
    warnings.push(...(answer.warnings ?? []));
    const reading = read(answer);
    const problems = reading.ok ? [] : reading.problems;
    answers.push({ model: model.id, text: answer.text, finish: answer.finish, problems });
    if (reading.ok) return { value: reading.value, answer, answers, servedModels, warnings };
  }
  throw noValidAnswer(answers);
}

/** If a tape ends after a bad answer, the error names the bad answer, not only the missing one. */
async function callAfter(
  model: Model,
  request: ModelRequest,
  { before, accepts }: Pick<CallOptions, "accepts"> & { before: RawAnswer | undefined },
): Promise<ModelAnswer> {
  try {
    return await model.call(request, { accepts });
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
