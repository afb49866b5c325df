import { InputError, type JsonValue, toJsonValue } from "../base/index.ts";
import { beyondProxy } from "../gateway/index.ts";
import {
  addressOf,
  aiSdkHost,
  checkedSpec,
  isAiSdkModel,
  isNamedModel,
  type Model,
  type ModelAddress,
  type ModelChoice,
  type ModelSettings,
  type ModelSpec,
  type ModelWait,
  openModel,
  type Price,
  priceOf,
  serversOf,
  vendorAt,
  type WireRequest,
  type WireRoute,
  hostOf as whoseServer,
  wireRoute,
} from "../model/index.ts";
import { unguarded } from "../network/index.ts";
import type { LoadedSuite, Project } from "../suite/index.ts";
import type { OpenedModels } from "./opened-models.ts";
import type { RunOptions } from "./options.ts";

type Host = ModelAddress["host"];

/** The models of one suite in this run, by the name the suite gives them; opened when first asked for. */
export interface SuiteModels {
  /** Every choice by name, for identities and headers. */
  choices: Readonly<Record<string, ModelChoice>>;
  /** Environment variables that are not set, of the models that will be asked. */
  missingKeys(isAsked?: (name: string) => boolean): string[];
  /** The model's name for people and hashes: "openrouter:google/gemini-2.5-flash". */
  id(name: string): string;
  open(name: string): Model;
  /** Who answers a request of the agent's own client. */
  wire(request: WireRequest): WireRoute;
  /** The settings of a choice for all calls. They are part of each request, and so of what a recording matches. */
  settings(name: string): ModelSettings;
  /** Whether the cost of a call will be known. */
  hasPrice(name: string): boolean;
  /** The listed price or a configured one; unknown if the gateway sends the agent's calls to another server. */
  price(name: string): Price | undefined;
  /** Where the model is asked, if that is known. */
  baseURL(name: string): string | undefined;
  /** The same with the key, which may decide what answers there. Never to be written anywhere. */
  server(name: string): JsonValue | undefined;
  /** By role, the server of each model whose address is not in the suite. */
  servers: Readonly<Record<string, string>>;
  /** The models of the whole run that calls are waiting for at the moment. */
  waits(): ModelWait[];
  /** The models that are part of an agent's identity: all but the judge and the simulated user. */
  agentIdentity: JsonValue;
  judgeIdentity: JsonValue;
  /** The model of the simulated user, and the judge that grades it, if the suite wants that. */
  userIdentity: JsonValue;
}

/** Combines the models of suite, config and command line; the more specific wins. */
export function suiteModels(
  loaded: LoadedSuite,
  project: Project,
  options: Pick<RunOptions, "model" | "judge"> & Partial<Pick<RunOptions, "maxCost">>,
  given: Record<string, string | undefined>,
  opened: OpenedModels,
): SuiteModels {
  const { upstream, proxy } = { ...project.config.gateway, ...loaded.suite.gateway };
  const environment = beyondProxy(given, proxy);
  const choices: Record<string, ModelChoice> = { ...project.config.models, ...loaded.suite.models };
  if (options.model !== undefined) choices.agent = withModel(choices.agent, options.model);
  if (options.judge !== undefined) choices.judge = withModel(choices.judge, options.judge);
  if (choices.judge !== undefined) choices.judge = withDefaults(choices.judge);
  for (const given of Object.values(choices)) if (isNamedModel(given)) checkedSpec(given);
  const choice = (name: string): ModelChoice => {
    const found = choices[name];
    if (found !== undefined) return found;
    const remedy = `Name it in the suite: models: { ${name}: "openrouter:…" }.`;
    throw new InputError({
      message: `suite ${loaded.suite.name} names no model ${name}`,
      place: { file: loaded.file },
      remedy,
    });
  };
  const keyMissingFor = (name: string, model: ModelChoice) => {
    try {
      return isNamedModel(model) ? addressOf(model, environment).missingKey : undefined;
    } catch (error) {
      throw error instanceof InputError ? named(error, name, { loaded, project, options }) : error;
    }
  };
  const addressAt = onceByName((name): Partial<ModelAddress> => addressIn(choice(name), environment) ?? {});
  const priceAt = (name: string, host: Host) => priceOf({ id: modelId(choice(name)), host }, project.config.prices);
  // A panel's judges have names of their own: every role except agent and user may be a judge.
  const judges = Object.entries(choices).filter(([name]) => name !== "agent" && name !== "user");
  const others = Object.entries(choices).filter(([name]) => name !== "judge" && name !== "user");
  const graded = loaded.suite.simulator?.judge === true;
  const users = Object.entries(choices).filter(([name]) => name === "user" || (graded && name === "judge"));
  return {
    choices,
    missingKeys: (isAsked = () => true) =>
      Object.entries(choices)
        .filter(([name]) => isAsked(name))
        .map(([name, model]) => keyMissingFor(name, model))
        .filter((key) => key !== undefined),
    id: (name) => modelId(choice(name)),
    open: onceByName((name) => opened.open(choice(name), environment, project.config.prices)),
    wire(request) {
      const { prices } = project.config;
      const { maxCost } = options;
      const settings = { choices, environment, prices, limits: opened.limits, upstream, maxCost };
      const { label, model } = wireRoute(settings, request);
      return { label, model: { ...model, send: (...asked) => unguarded(() => model.send(...asked)) } };
    },
    settings: onceByName((name) => settingsOf(choice(name))),
    hasPrice(name) {
      const id = modelId(choice(name));
      // OpenRouter says itself what a call cost.
      const saysIt = id.startsWith("openrouter:") && hostOf(choice(name), environment) === "vendor";
      return saysIt || priceAt(name, hostOf(choice(name), environment)) !== undefined;
    },
    price(name) {
      const sentOn = name === "agent" && upstream !== undefined;
      return priceAt(name, sentOn ? hostBeyond(upstream, modelId(choice(name))) : hostOf(choice(name), environment));
    },
    baseURL: (name) => addressAt(name).baseURL,
    server(name) {
      const { baseURL, key = "" } = addressAt(name);
      return baseURL === undefined ? undefined : { url: baseURL, key };
    },
    servers: serversOf(
      Object.entries(choices).map(([role, given]) => [role, isPlaced(given) ? undefined : addressAt(role).baseURL]),
      { environment, upstream },
    ),
    waits: () => opened.waits(),
    agentIdentity: Object.fromEntries(others.map(([name, model]) => [name, describe(model)])),
    judgeIdentity: Object.fromEntries(judges.map(([name, model]) => [name, describe(model)])),
    userIdentity: Object.fromEntries(users.map(([name, model]) => [name, describe(model)])),
  };
}

/** The suite itself says where this model is asked. */
const isPlaced = (given: ModelChoice) =>
  typeof given !== "string" && isNamedModel(given) && given.baseURL !== undefined;

/** Says where the name of a model was written: by a flag, in the suite, or in the config. */
function named(
  error: InputError,
  name: string,
  { loaded, project, options }: { loaded: LoadedSuite; project: Project; options: Pick<RunOptions, "model" | "judge"> },
): InputError {
  const flags = { agent: options.model && "--model", judge: options.judge && "--judge" };
  const flag = name === "agent" || name === "judge" ? flags[name] : undefined;
  if (flag)
    return new InputError(error.problems.map((problem) => ({ ...problem, message: `${flag}: ${problem.message}` })));
  const isOwn = Object.hasOwn(loaded.suite.models ?? {}, name);
  const file = isOwn ? loaded.file : (project.configFile ?? loaded.file);
  return new InputError(
    error.problems.map((problem) => ({ ...problem, message: `models.${name}: ${problem.message}`, place: { file } })),
  );
}

/** Every trial asks, and the choices stay. */
function onceByName<T extends object>(find: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const found = known.get(name) ?? find(name);
    known.set(name, found);
    return found;
  };
}

/** The owner of the server that a model is asked at; unknown for a model object given in code. */
function hostOf(choice: ModelChoice, environment: Record<string, string | undefined>): Host {
  return isAiSdkModel(choice) ? aiSdkHost(choice) : (addressIn(choice, environment)?.host ?? "unknown");
}

/** The owner of the server that answers if the gateway sends all calls on, as in `wireRoute`. */
function hostBeyond(upstream: string, id: string): Host {
  const url = URL.parse(upstream);
  return url ? whoseServer(vendorAt(url)?.name ?? id.slice(0, id.indexOf(":")), url.origin) : "unknown";
}

/** The address of a model; undefined if its choice does not say. Opening the model reports what is missing. */
function addressIn(choice: ModelChoice, environment: Record<string, string | undefined>): ModelAddress | undefined {
  try {
    return isNamedModel(choice) ? addressOf(choice, environment) : undefined;
  } catch {
    return undefined;
  }
}

/** Another model under the same settings. */
function withModel(before: ModelChoice | undefined, model: ModelChoice): ModelChoice {
  if (typeof model !== "string" || before === undefined || typeof before === "string" || !isNamedModel(before))
    return model;
  const { baseURL: _baseURL, keyVariable: _keyVariable, ...settings } = withoutLimits(before);
  return { ...settings, model };
}

/** The judge's temperature is 0 unless it is set. */
function withDefaults(judge: ModelChoice): ModelChoice {
  if (typeof judge === "string") return { model: judge, temperature: 0 };
  return isNamedModel(judge) ? { temperature: 0, ...judge } : judge;
}

function settingsOf(choice: ModelChoice): ModelSettings {
  if (typeof choice === "string" || !isNamedModel(choice)) return {};
  const { temperature, maxTokens, seed, topP, stop } = choice;
  return Object.fromEntries(
    Object.entries({ temperature, maxTokens, seed, topP, stop }).filter(([, value]) => value !== undefined),
  );
}

function modelId(choice: ModelChoice): string {
  if (typeof choice === "string") return choice;
  return isNamedModel(choice) ? choice.model : openModel(choice).id;
}

/** The parts of a choice that can change an answer: timeouts, retries and limits cannot. */
function describe(choice: ModelChoice): JsonValue {
  if (typeof choice === "string") return { model: choice };
  if (!isNamedModel(choice)) return { model: modelId(choice) };
  const { timeoutMs: _timeoutMs, retries: _retries, ...spec } = withoutLimits(choice);
  return toJsonValue(spec);
}

function withoutLimits({
  concurrency: _at,
  requestsPerMinute: _requests,
  tokensPerMinute: _tokens,
  ...spec
}: ModelSpec) {
  return spec;
}
