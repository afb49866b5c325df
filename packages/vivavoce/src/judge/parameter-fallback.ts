import type { JsonSchema, JsonValue } from "../base/index.ts";
import { type CallOptions, type Model, type ModelAnswer, ModelError, type ModelRequest } from "../model/index.ts";

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
    isIn: ({ output }) => output !== undefined && hasBounds(output.schema),
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

function hasBounds(schema: JsonSchema): boolean {
  return /"m(?:in|ax)Items":/.test(JSON.stringify(schema));
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
