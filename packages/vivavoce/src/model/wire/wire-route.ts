import { InfrastructureError, redactor } from "../../base/index.ts";
import type { ModelLimits } from "../model-limits.ts";
import { isNamedModel, limiterOf, openModel } from "../open-model.ts";
import { costOf, type Prices, priceOf } from "../prices.ts";
import { addressOf, type Environment, hostOf, isLoopback, serverInWords, vendorAt, vendors } from "../provider.ts";
import type { ModelChoice, ModelSpec } from "../types.ts";
import { dialectNamed } from "./dialects.ts";
import type { WireRequest } from "./types.ts";
import { providerWire, type WireRoute } from "./wire-model.ts";
import { decodedWire } from "./wire-record.ts";

/** The settings that decide who answers the requests of an agent's own client. */
interface WireSettings {
  choices: Readonly<Record<string, ModelChoice>>;
  environment: Environment;
  prices: Prices | undefined;
  limits: ModelLimits;
  /** Where all requests go, whatever the client says. */
  upstream: string | undefined;
  /** What the run may cost, in dollars. */
  maxCost?: number | undefined;
}

/** The label of a request on tapes: the model's name in the suite, else the one that the client gave it. */
export function wireLabel(choices: WireSettings["choices"], request: WireRequest): string {
  const requested = requestedModel(request);
  const name = wireName(choices, requested);
  return name === "agent" ? "" : (name ?? requested);
}

/** The model that a request is for, and its name. */
export function wireRoute(settings: WireSettings, request: WireRequest): WireRoute {
  const { choices } = settings;
  const name = wireName(choices, requestedModel(request));
  const choice = name === undefined ? undefined : choices[name];
  return { label: wireLabel(choices, request), model: wireModel(settings, request, choice) };
}

function wireModel(settings: WireSettings, request: WireRequest, choice: ModelChoice | undefined): WireRoute["model"] {
  const { environment, limits, prices = {} } = settings;
  if (choice !== undefined && !isNamedModel(choice))
    return decodedWire(openModel(choice, { environment, limits, prices }));
  const target = targetOf(settings, request, choice);
  const { id, url, vendor } = target;
  const host = hostOf(vendor ?? "", url.origin);
  const price = priceOf({ id, host }, prices);
  // OpenRouter reports the cost of a call itself. A request that only looks something up costs nothing.
  const isPriced = price !== undefined || vendor === "openrouter" || request.body === null;
  if (settings.maxCost !== undefined && !isPriced) return unaffordable(id, settings.maxCost);
  return providerWire({
    id,
    url,
    server: serverInWords(vendor ?? (request.dialect === "anthropic-messages" ? "anthropic" : "openai"), url.href),
    limiter: limiterOf(limits, { id, baseURL: url.href, host }, typeof choice === "object" ? choice : {}),
    headers: clientKey(request, target) ?? target.key,
    redact: (text) => redactor(environment).text(text),
    saysCost: vendor === "openrouter" && !Object.hasOwn(prices, id),
    cost: ({ usage }) => (usage ? costOf(price, usage) : undefined),
  });
}

/** The models that an agent's own client will ask are not known before the run, so the budget is checked then. */
function unaffordable(id: string, maxCost: number): WireRoute["model"] {
  const message = `a cost limit of $${maxCost} cannot be kept, because the price of ${id} is not known`;
  const price = `prices: { ${JSON.stringify(id)}: { input: 0.3, output: 2.5 } }`;
  const remedy = `Add to viva.config.ts: ${price}, in dollars per million tokens (0 and 0 if calls are free); or leave out the limit.`;
  return { id, send: () => Promise.reject(new InfrastructureError({ message, remedy })) };
}

interface Target {
  /** "openai:gpt-5-mini" */
  id: string;
  url: URL;
  /** The owner of the server, if it is known. */
  vendor: string | undefined;
  /** Whether the suite or the environment names the server. */
  isNamed: boolean;
  /** The headers with the key from the environment. */
  key: Readonly<Record<string, string>>;
}

/**
 * Where a request goes: to `upstream` if it is set; else where the client sent it; else where the suite's model is asked;
 * else to the vendor of its dialect.
 */
function targetOf(
  { environment, upstream }: WireSettings,
  request: WireRequest,
  choice: string | ModelSpec | undefined,
): Target {
  const requested = requestedModel(request);
  const { dialect, origin, path } = request;
  const named = choice !== undefined && dialect !== "anthropic-messages" ? addressOf(choice, environment) : undefined;
  const { api } = dialect === "anthropic-messages" ? vendors.anthropic : vendors.openai;
  const usual = named?.baseURL ?? (environment[api.baseVariable] || api.baseURL);
  const url = origin !== undefined && upstream === undefined ? at(origin, path) : under(upstream ?? usual, path);
  const known = vendorAt(url);
  const isOfSuite = named !== undefined && isUnder(url, named.baseURL);
  const key = isOfSuite ? named.key : environment[known?.api.keyVariable ?? ""];
  return {
    id: named?.id ?? `${known?.name ?? url.host}:${requested}`,
    url,
    vendor: known?.name ?? named?.provider,
    isNamed: isOfSuite || upstream !== undefined || isUnder(url, environment[api.baseVariable] || api.baseURL),
    key: key ? (known?.api ?? vendors.openai.api).keyHeaders(key) : {},
  };
}

const markStart = "kept-by-viva:";
const marked = new RegExp(`${markStart}(\\w+)`);
const keyVariables = Object.values(vendors).flatMap(({ api }) => api?.keyVariable ?? []);

/** What stands for a vendor's key, by its variable, in the environment of an agent's own process. */
export function keyMark(variable: string): string {
  return `${markStart}${variable}`;
}

/**
 * The key that the client sends. A mark is replaced by the key that the agent's process was not given, from the same
 * environment, unless it would go over plain http to a server that nobody named.
 */
function clientKey({ key = {} }: WireRequest, { url, isNamed }: Target): Record<string, string> | undefined {
  const isSafe = url.protocol === "https:" || isNamed || isLoopback(url);
  const headers = Object.entries(key).flatMap(([name, value]): [string, string][] => {
    const [mark, variable = ""] = marked.exec(value) ?? [];
    if (mark === undefined) return [[name, value]];
    const own = isSafe && keyVariables.includes(variable) ? process.env[variable] : undefined;
    return own ? [[name, value.replace(mark, () => own)]] : [];
  });
  return headers.length === 0 ? undefined : Object.fromEntries(headers);
}

/**
 * The endpoint of a path under another base: "/v1/chat/completions" under ".../api/v1". If the base is only an origin,
 * the client's path is kept.
 */
function under(base: string, path: string): URL {
  const url = URL.parse(base);
  if (!url) {
    throw new InfrastructureError({
      message: `model calls cannot be sent on to ${base}, because it is not a URL`,
      remedy: "Correct gateway.upstream, or the variable that holds it (OPENAI_BASE_URL, ANTHROPIC_BASE_URL).",
    });
  }
  if (url.pathname === "/") return at(url.origin, path);
  const endpoint =
    /\/(?:chat\/completions|responses|messages|embeddings|models(?:\/[^?]*)?)(?:\?.*)?$/.exec(path)?.[0] ?? path;
  return new URL(`${base.replace(/\/+$/, "")}${endpoint}`);
}

/** A path at a server; "//elsewhere.example/v1" is a path too. */
function at(origin: string, path: string): URL {
  return new URL(path.replace(/^\/+/, "/"), origin);
}

/** Whether an address is below a base: a key is sent only to its own server. */
function isUnder(url: URL, base: string): boolean {
  const { origin, pathname = "" } = URL.parse(base) ?? {};
  return url.origin === origin && url.pathname.startsWith(`${pathname.replace(/\/+$/, "")}/`);
}

function requestedModel({ dialect, body }: WireRequest): string {
  const read = dialectNamed(dialect)?.readRequest(body).model;
  return read ?? (typeof body === "object" && body !== null && "model" in body ? String(body.model) : "unread");
}

/**
 * The suite's name for the model that a client asks for, under which the call is kept on tapes. Judges and simulated users
 * are left out, because Viva itself asks them. A ready model has no name that a client could know: if it is the suite's
 * only model, it answers every request.
 */
function wireName(choices: Readonly<Record<string, ModelChoice>>, requested: string): string | undefined {
  const names = Object.keys(choices).filter((name) => name !== "judge" && name !== "user");
  const isMeant = (name: string) => idOf(choices[name])?.replace(/^[^:]*:/, "") === withoutProvider(requested);
  const meant = names.find((name) => idOf(choices[name]) === requested) ?? names.find(isMeant);
  if (meant !== undefined) return meant;
  return idOf(choices.agent) === undefined && choices.agent !== undefined ? "agent" : undefined;
}

/** Some clients write the provider too: "openrouter:google/gemini-2.5-flash". */
function withoutProvider(requested: string): string {
  return requested.replace(/^[a-z]+:(?!\d)/, "");
}

/** Of a model that is named rather than ready. */
function idOf(choice: ModelChoice | undefined): string | undefined {
  if (typeof choice === "string") return choice;
  return typeof choice === "object" && "model" in choice && typeof choice.model === "string" ? choice.model : undefined;
}
