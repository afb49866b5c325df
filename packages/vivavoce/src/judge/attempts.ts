import { type JsonSchema, type JsonValue, toJsonValue } from "../base/index.ts";
import { type CallOptions, type Model, type ModelAnswer, ModelError, type ModelRequest } from "../model/index.ts";
import { type Judgement, Unscored } from "./judgement.ts";
import type { ParsedAnswer } from "./parse-answer.ts";
import { answerForm, type Refusal } from "./prompt.ts";

interface Droppable {
  /** Its name in warnings. */
  words: string;
  /** How providers name it in their errors. */
  called: RegExp;
  isIn(request: ModelRequest): boolean;
  without(request: ModelRequest): ModelRequest;
}

/** The parameters that a request can do without, in the order in which Viva drops them. */
const droppable: readonly Droppable[] = [
  field("seed", "a seed", /\bseed\b/i),
  field("topLogprobs", "log-probabilities", /log_?probs/i),
  field("maxTokens", "such a high token limit", /max\w*[ _]?tokens|maximum context length/i),
  {
    words: "bounds on the length of a list in a schema",
    called: /m(?:in|ax)_?Items/i,
    isIn: ({ output }) => output !== undefined && /"m(?:in|ax)Items":/.test(JSON.stringify(output.schema)),
    without: ({ output, ...request }) =>
      output
        ? { ...request, output: { ...output, schema: withoutBounds(output.schema as JsonValue) as JsonSchema } }
        : request,
  },
  field(
    "output",
    "a schema for its answers",
    /response_?format|json_?schema|structured[ _-]?output|output_?(?:format|config)/i,
  ),
];

function field(name: "seed" | "topLogprobs" | "maxTokens" | "output", words: string, called: RegExp): Droppable {
  return {
    words,
    called,
    isIn: (request) => request[name] !== undefined,
    without: ({ [name]: _dropped, ...request }) => request,
  };
}

function withoutBounds(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutBounds);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== "minItems" && name !== "maxItems");
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutBounds(one)]));
}

/** Providers that say only that something in the request is not supported. */
const someParameter = [/\b(?:parameter|argument|input)s?\b/i, /support|handle|unknown|unrecogni[sz]ed|not permitted/i];

/**
 * What each model has refused, so that only the first call is made in vain. Kept by model object, not by id: a recording
 * model has the id of the model below it, and must record the full request.
 */
const refusedBy = new WeakMap<Model, Set<Droppable>>();

/**
 * The same model, asked again without a parameter that it refuses: the schema of the answer (which is also in the prompt)
 * or its bounds, a seed, log-probabilities, or a token limit that is too high for the model. It sits below the recording,
 * so that a tape does not depend on what was refused before.
 */
export function withParameterFallback(model: Model): Model {
  const { id, settings } = model;
  return { id, settings, call: (request, options) => callWithout(model, request, options) };
}

async function callWithout(model: Model, request: ModelRequest, options?: CallOptions): Promise<ModelAnswer> {
  const given = [...(refusedBy.get(model) ?? [])].filter((one) => one.isIn(request));
  const asked = given.reduce((rest, one) => one.without(rest), request);
  try {
    const answer = await model.call(asked, options);
    if (given.length === 0) return answer;
    const notices = given.map(({ words }) => `${model.id} refuses ${words}; Viva asked without`);
    return { ...answer, warnings: [...(answer.warnings ?? []), ...notices] };
  } catch (error) {
    const culprit = culpritOf(error, asked);
    if (culprit === undefined) throw error;
    refusedBy.set(model, new Set([...(refusedBy.get(model) ?? []), culprit]));
    return callWithout(model, request, options);
  }
}

/** Which parameter an error is about; undefined if it is about something else. */
function culpritOf(error: unknown, request: ModelRequest): Droppable | undefined {
  if (!ModelError.is(error) || error.failure !== "status" || ![400, 404, 422].includes(error.status ?? 0)) return;
  const present = droppable.filter((one) => one.isIn(request));
  const named = present.find(({ called }) => called.test(error.message));
  return named ?? (someParameter.every((words) => words.test(error.message)) ? present[0] : undefined);
}

/** At temperature 0 the same question would get the same answer again. */
const samplingTemperature = 0.7;

type SamplingSettings = Pick<ModelRequest, "temperature" | "seed">;

/** A model that is asked once keeps its own settings. For several samples it needs a temperature, and a seed for each. */
export function samplingSettings(sample: number, count: number, temperature: number | undefined): SamplingSettings {
  if (count === 1) return temperature === undefined ? {} : { temperature };
  return { temperature: temperature ?? samplingTemperature, seed: sample };
}

/** The same request with another seed. */
function freshRequest(request: ModelRequest): ModelRequest {
  const { temperature = 0, seed } = request;
  return {
    ...request,
    temperature: Math.max(temperature, samplingTemperature),
    ...(seed === undefined ? {} : { seed: seed + 1_000 }),
  };
}

/** How one question is asked, and how its answer is read. */
interface Inquiry<T> {
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
  answers: Judgement["answers"];
  servedModels: string[];
  warnings: string[];
}

/** All answers of some inquiries together. */
export function together(findings: readonly Pick<Finding<unknown>, "answers" | "servedModels" | "warnings">[]) {
  const answers = findings.flatMap((finding) => finding.answers);
  const servedModels = [...new Set(findings.flatMap((finding) => finding.servedModels))];
  const warnings = [...new Set(findings.flatMap((finding) => finding.warnings))];
  return { answers, calls: answers.length, servedModels, warnings };
}

/**
 * Asks up to three times for a valid answer: once, then with the fault named, then afresh. After that there is no score.
 * If the model cannot be reached, its error is passed on.
 */
export async function inquire<T>(model: Model, { items, request: put, read }: Inquiry<T>): Promise<Finding<T>> {
  // If the owner sets no limit: room for a model that thinks first, and for a few quotes and sentences per item. It only
  // stops a judge that would never finish.
  const limit = model.settings?.maxTokens === undefined ? { maxTokens: 16_000 + 400 * items } : {};
  const request = (refusal?: Refusal) => ({ ...limit, ...put(refusal) });
  const answers: Judgement["answers"] = [];
  const servedModels: string[] = [];
  const warnings: string[] = [];
  const requests = [() => request(), () => request(answers.at(-1)), () => freshRequest(request())];
  for (const next of requests) {
    const before = answers.at(-1);
    const asked = next();
    const options = { accepts: (given: ModelAnswer) => read(given).ok, shared: sharedStart(asked) };
    const answer = await callWithout(model, asked, options).catch((error: unknown) => {
      throw before ? withRefusal(error, before) : error;
    });
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
function withRefusal(error: unknown, { problems }: Refusal): unknown {
  if (!ModelError.is(error) || error.failure !== "no-tape") return error;
  return new ModelError({
    failure: "no-tape",
    message: `the judge's answer is not valid (${problems.join("; ")}), and asking again failed: ${error.message}`,
    remedy: error.remedy,
    cause: error,
  });
}

/** What all questions about a conversation begin with: the rules, and all that was said and done. */
function sharedStart({ messages, output }: ModelRequest): CallOptions["shared"] {
  const characters = messages.at(-1)?.content.search(/\n(?:\{"fact":|END OF RECORD )/) ?? -1;
  return output && characters > 0 ? { characters, output: answerForm() } : undefined;
}

function noValidAnswer(answers: Judgement["answers"]): Unscored {
  const last = answers.at(-1)?.problems ?? [];
  const more = last.length > 3 ? `; and ${last.length - 3} more` : "";
  const reason = `the judge gave no valid answer in ${answers.length} calls; the last: ${last.slice(0, 3).join("; ")}${more}`;
  return new Unscored(reason, { answers: toJsonValue(answers) as JsonValue });
}
