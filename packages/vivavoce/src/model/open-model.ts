import { InputError, redactor } from "../base/index.ts";
import { aiSdkHost, aiSdkModel, isAiSdkModel } from "./ai-sdk-model.ts";
import type { Limiter } from "./limiter.ts";
import { type ModelLimits, modelLimits } from "./model-limits.ts";
import { openaiClient } from "./openai-client.ts";
import type { PaceLimits } from "./pace.ts";
import type { post } from "./post.ts";
import type { Price } from "./prices.ts";
import { costOf, type Prices, priceOf } from "./prices.ts";
import { addressOf, type Environment, type ModelAddress } from "./provider.ts";
import { retrying } from "./retry.ts";
import type { Timing } from "./timing.ts";
import type { AiSdkModel, Model, ModelAnswer, ModelChoice, ModelSettings, ModelSpec } from "./types.ts";

interface OpenModelOptions {
  /** Where keys and base URLs are looked up. */
  environment?: Environment;
  /** Shared by all models of a run, so that equal models share one limit. If left out, the model gets its own. */
  limits?: ModelLimits;
  /** Prices that override the list and what a provider says. */
  prices?: Prices;
  /** How requests are sent, for tests. */
  post?: typeof post;
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
    const host = aiSdkHost(choice);
    return guarded(model, limits.of(model.id, { careful: host !== "vendor" }), host, options);
  }
  if (isModel(choice)) return withOwnPrice(choice, options.prices);
  const spec = checkedSpec(choice);
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
  const limiter = limiterOf(limits, address, spec);
  return withSettings(guarded(client, limiter, address.host, options, spec.retries), spec);
}

/** Calls of an agent's own client to the same model share its limits, though they name another path of the server. */
export function limiterOf(
  limits: ModelLimits,
  { id, baseURL, host }: Pick<ModelAddress, "id" | "baseURL" | "host">,
  { requestsPerMinute, tokensPerMinute, concurrency }: PaceLimits,
): Limiter {
  const own = { requestsPerMinute, tokensPerMinute, concurrency };
  return limits.of(`${id} at ${new URL(baseURL).origin}`, { name: id, careful: host !== "vendor", ...own });
}

/** Every attempt queues again, so a call that waits for a retry does not hold up others. */
function guarded(
  model: Model,
  limiter: Limiter,
  host: ModelAddress["host"],
  options: OpenModelOptions,
  retries = 4,
): Model {
  const { id } = model;
  const tryAgain = retrying(id, retries + 1, options.timing);
  const price = priceOf({ id, host }, options.prices);
  const hasOwn = Object.hasOwn(options.prices ?? {}, id);
  return {
    id,
    async call(request, { signal, onStage, shared } = {}) {
      const send = () => {
        onStage?.("sent");
        return model.call(request, { signal, shared });
      };
      const weight = { characters: () => JSON.stringify(request).length, usage: ({ usage }: ModelAnswer) => usage };
      const attempt = () => {
        onStage?.("waiting");
        return limiter.run(send, signal, weight);
      };
      const end = limiter.follow();
      try {
        return priced(await tryAgain(attempt, signal), price, hasOwn);
      } finally {
        end();
      }
    },
  };
}

/** The cost that a provider reports overrides the list, but not the user's own price. */
function priced(answer: ModelAnswer, price: Price | undefined, isOwn: boolean): ModelAnswer {
  if (answer.usage === undefined || (answer.cost !== undefined && !isOwn)) return answer;
  const cost = costOf(price, answer.usage);
  return cost === undefined ? answer : { ...answer, cost };
}

/** A ready model reports its own cost, unless the user gives a price for it. */
function withOwnPrice(model: Model, prices: Prices = {}): Model {
  if (!Object.hasOwn(prices, model.id)) return model;
  const call: Model["call"] = async (...asked) => priced(await model.call(...asked), prices[model.id], true);
  return { id: model.id, settings: model.settings, call };
}

function isModel(choice: string | ModelSpec | Model): choice is Model {
  return typeof choice === "object" && choice !== null && "call" in choice && typeof choice.call === "function";
}

/** Whether a model is named, rather than given ready to be called. */
export function isNamedModel(choice: ModelChoice): choice is string | ModelSpec {
  return typeof choice === "string" || !("call" in choice || "doGenerate" in choice);
}

const isWhole = (from: number, to: number) => (value: number) =>
  Number.isInteger(value) && value >= from && value <= to;
const isAbove0 = (value: number) => Number.isFinite(value) && value > 0;
const longestTimeoutMs = 2_147_483_647;

/** What the numbers of a spec may be. */
const bounds = [
  {
    name: "timeoutMs",
    fits: (value: number) => value > 0 && value <= longestTimeoutMs,
    remedy: `give milliseconds, more than 0 and at most ${longestTimeoutMs}`,
  },
  { name: "retries", fits: isWhole(0, 100), remedy: "give a whole number from 0 to 100" },
  { name: "requestsPerMinute", fits: isAbove0, remedy: "give a number above 0" },
  { name: "tokensPerMinute", fits: isAbove0, remedy: "give a number above 0" },
  {
    name: "concurrency",
    fits: isWhole(1, 10_000),
    remedy: "give a whole number from 1 to 10,000: the most calls at the same time",
  },
] as const;

/** A named model with its settings; senseless settings are refused. */
export function checkedSpec(choice: string | ModelSpec): ModelSpec {
  const spec: unknown = typeof choice === "string" ? { model: choice } : choice;
  if (!isSpec(spec)) {
    throw new InputError({
      message: `${JSON.stringify(choice) ?? String(choice)} is not a model`,
      remedy: 'give "provider:model", { model: "provider:model", … }, a Model or an AI SDK model',
    });
  }
  for (const { name, fits, remedy } of bounds) {
    const value = spec[name];
    if (value === undefined || fits(value)) continue;
    throw new InputError({ message: `${name} of the model "${spec.model}" is ${value}`, remedy });
  }
  return spec;
}

function isSpec(value: unknown): value is ModelSpec {
  return typeof value === "object" && value !== null && "model" in value && typeof value.model === "string";
}

/**
 * A model that adds settings to requests that do not set their own. Put it around the recording model, so that the
 * settings are recorded and compared.
 *
 * @example withSettings(traffic.model("judge"), { temperature: 0 })
 */
export function withSettings(model: Model, settings: ModelSettings): Model {
  const given = definedSettings(settings);
  if (Object.keys(given).length === 0) return model;
  return {
    id: model.id,
    settings: { ...model.settings, ...given },
    call: (request, options) => model.call({ ...request, ...given, ...definedSettings(request) }, options),
  };
}

const settingNames = ["temperature", "maxTokens", "seed", "topP", "stop"] as const;

function definedSettings(given: ModelSettings): ModelSettings {
  return Object.fromEntries(settingNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
}
