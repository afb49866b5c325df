import { InputError, redactor } from "../base/index.ts";
import { type AiSdkModel, aiSdkModel, isAiSdkModel } from "./ai-sdk-model.ts";
import { type Limiter, type ModelLimits, modelLimits } from "./limiter.ts";
import { openaiClient } from "./openai-client.ts";
import type { Post } from "./post.ts";
import { costOf, type Prices } from "./prices.ts";
import { addressOf, type Environment } from "./provider.ts";
import { type RetryPolicy, retrying } from "./retry.ts";
import { withSettings } from "./settings.ts";
import type { Timing } from "./timing.ts";
import type { Model, ModelAnswer, ModelChoice, ModelSpec } from "./types.ts";

export interface OpenModelOptions {
  /** Where keys and base URLs are looked up. */
  environment?: Environment;
  /** Shared by all models of a run, so that two that are the same keep one limit; one of its own where left out. */
  limits?: ModelLimits;
  retry?: Partial<RetryPolicy>;
  /** Prices that go before the list's. */
  prices?: Prices;
  /** How requests are sent, for tests. */
  post?: Post;
  /** The time that is waited in, for tests. `limits` that are given keep their own. */
  timing?: Timing;
}

/**
 * A model that can be called: retried, limited and priced. A ready `Model` is given back as it is.
 *
 * @example
 * const model = openModel("openrouter:google/gemini-2.5-flash", { environment: modelEnvironment(".") });
 * const { text } = await model.call({ messages: [{ role: "user", content: "Hello" }] });
 */
export function openModel(choice: ModelChoice | AiSdkModel, options: OpenModelOptions = {}): Model {
  const { environment = process.env, timing, limits = modelLimits(timing && { timing }) } = options;
  const redact = (text: string) => redactor(environment).text(text);
  if (isAiSdkModel(choice)) {
    const model = aiSdkModel(choice, { redact, clock: timing?.clock });
    return guarded(model, limits.of(model.id), options);
  }
  if (isModel(choice)) return choice;
  const spec = specOf(choice);
  const address = addressOf(spec, environment);
  if (address.missingKey !== undefined) {
    throw new InputError({
      message: `the model "${address.id}" needs a key, and ${address.missingKey} is not set`,
      remedy: `set ${address.missingKey} in the environment or in a .env file, or replay recorded answers`,
    });
  }
  const client = openaiClient(address, {
    timeoutMs: spec.timeoutMs,
    redact,
    post: options.post,
    clock: timing?.clock,
  });
  const retry = spec.retries === undefined ? options.retry : { ...options.retry, attempts: spec.retries + 1 };
  const limiter = limits.of(`${address.id} at ${address.baseURL}`);
  return withSettings(guarded(client, limiter, { ...options, ...(retry ? { retry } : {}) }), spec);
}

/** Every attempt takes its turn anew: a call that waits to be tried again holds up no other. */
function guarded(model: Model, limiter: Limiter, { retry, prices, timing }: OpenModelOptions): Model {
  const tryAgain = retrying(model.id, retry, timing);
  return {
    id: model.id,
    async call(request, { signal } = {}) {
      const attempt = () => limiter.run(() => model.call(request, { signal }), signal);
      return priced(await tryAgain(attempt, signal), model.id, prices);
    },
  };
}

function priced(answer: ModelAnswer, id: string, prices: Prices | undefined): ModelAnswer {
  if (answer.cost !== undefined || answer.usage === undefined) return answer;
  const cost = costOf(id, answer.usage, prices);
  return cost === undefined ? answer : { ...answer, cost };
}

function isModel(choice: string | ModelSpec | Model): choice is Model {
  return typeof choice === "object" && choice !== null && "call" in choice && typeof choice.call === "function";
}

const longestTimeoutMs = 2_147_483_647;

function specOf(choice: string | ModelSpec): ModelSpec {
  const spec: unknown = typeof choice === "string" ? { model: choice } : choice;
  if (!isSpec(spec)) {
    throw new InputError({
      message: `${JSON.stringify(choice) ?? String(choice)} is no model`,
      remedy: 'give "provider:model", { model: "provider:model", … }, a Model or an AI SDK model',
    });
  }
  const { timeoutMs, retries, model } = spec;
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= longestTimeoutMs)) {
    const message = `timeoutMs of the model "${model}" is ${timeoutMs}`;
    throw new InputError({ message, remedy: `give milliseconds, more than 0 and at most ${longestTimeoutMs}` });
  }
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0 && retries <= 100)) {
    const message = `retries of the model "${model}" is ${retries}`;
    throw new InputError({ message, remedy: "give a whole number from 0 to 100" });
  }
  return spec;
}

function isSpec(value: unknown): value is ModelSpec {
  return typeof value === "object" && value !== null && "model" in value && typeof value.model === "string";
}
