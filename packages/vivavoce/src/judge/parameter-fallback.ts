import { type CallOptions, type Model, type ModelAnswer, ModelError, type ModelRequest } from "../model/index.ts";

/** What a request can do without, in the order in which it is given up, and how providers speak of it. */
const droppable = [
  { field: "seed", called: /\bseed\b/i },
  { field: "topLogprobs", called: /log_?probs/i },
  { field: "output", called: /response_?format|json_?schema|structured[ _-]?output/i },
] as const;
type Droppable = (typeof droppable)[number]["field"];

/** Providers that say only that something in the request is not supported. */
const someParameter = [/\b(?:parameter|argument|input)s?\b/i, /support|handle|unknown|unrecogni[sz]ed|not permitted/i];

/**
 * What each model has refused: learnt once, so that only the first call is made in vain. By the model itself and not by
 * its id: a model that records has the id of the one below it, and must record what is meant, not what was learnt.
 */
const refusedBy = new WeakMap<Model, Set<Droppable>>();

/**
 * The same model, asked again without a parameter that it refuses: the schema of the answer, which stands in the
 * prompt as well; a seed; log-probabilities. Put below the recording, a tape does not depend on what was learnt.
 */
export function withParameterFallback(model: Model): Model {
  return { id: model.id, call: (request, options) => callWithout(model, request, options) };
}

async function callWithout(model: Model, request: ModelRequest, options?: CallOptions): Promise<ModelAnswer> {
  const refused = refusedBy.get(model) ?? new Set<Droppable>();
  const given = [...refused].filter((field) => request[field] !== undefined);
  try {
    const answer = await model.call(without(request, given), options);
    return given.length === 0
      ? answer
      : { ...answer, warnings: [...(answer.warnings ?? []), ...given.map(noticeOf(model))] };
  } catch (error) {
    const culprit = culpritOf(error, without(request, given));
    if (culprit === undefined) throw error;
    refusedBy.set(model, new Set([...(refusedBy.get(model) ?? []), culprit]));
    return callWithout(model, request, options);
  }
}

/** Which parameter an error is about; undefined where it is about something else. */
function culpritOf(error: unknown, request: ModelRequest): Droppable | undefined {
  if (!ModelError.is(error) || error.failure !== "status" || ![400, 404, 422].includes(error.status ?? 0)) return;
  const present = droppable.filter(({ field }) => request[field] !== undefined);
  const named = present.find(({ called }) => called.test(error.message));
  return (named ?? (someParameter.every((words) => words.test(error.message)) ? present[0] : undefined))?.field;
}

function without(request: ModelRequest, fields: readonly Droppable[]): ModelRequest {
  return Object.fromEntries(
    Object.entries(request).filter(([name]) => !fields.some((field) => field === name)),
  ) as unknown as ModelRequest;
}

function noticeOf(model: Model): (field: Droppable) => string {
  const words = { seed: "seed", topLogprobs: "log-probabilities", output: "schema for its answers" };
  return (field) => `${model.id} takes no ${words[field]}; it was asked without`;
}
