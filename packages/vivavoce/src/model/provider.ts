import { join } from "node:path";
import { parseEnv } from "node:util";
import { InputError, isMissing, messageOf, nearest, readRegularFileSync, sha256 } from "../base/index.ts";
import type { ModelSpec } from "./types.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** How a vendor's API is called on behalf of an agent's own client. */
interface VendorApi {
  baseURL: string;
  /** The environment variable that names another base URL. */
  baseVariable: string;
  keyVariable: string;
  /** The headers that carry a key. */
  keyHeaders(key: string): Record<string, string>;
}

interface Vendor {
  origin: string;
  /** Undefined if Viva does not speak it. */
  api: VendorApi | undefined;
}

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

/** The vendors' own servers: only there a call costs the list price, and many parallel calls are fine. */
export const vendors = {
  openai: vendor("OPENAI", "https://api.openai.com", "/v1"),
  openrouter: vendor("OPENROUTER", "https://openrouter.ai", "/api/v1"),
  anthropic: vendor("ANTHROPIC", "https://api.anthropic.com", "/v1", (key) => ({ "x-api-key": key })),
  google: { origin: "https://generativelanguage.googleapis.com", api: undefined },
} satisfies Record<string, Vendor>;

/** `name`: how the vendor's environment variables begin. */
function vendor(name: string, origin: string, path: string, keyHeaders = bearer) {
  const variables = { baseVariable: `${name}_BASE_URL`, keyVariable: `${name}_API_KEY` };
  return { origin, api: { baseURL: `${origin}${path}`, ...variables, keyHeaders } };
}

/** The vendor at a URL, if Viva speaks its API. Whoever answers over plain http is unknown. */
export function vendorAt({ origin: asked }: URL): { name: string; api: VendorApi } | undefined {
  for (const [name, { origin, api }] of Object.entries<Vendor>(vendors)) {
    if (api && origin === asked) return { name, api };
  }
  return undefined;
}

interface ProviderDefaults {
  baseURL?: string;
  baseVariable: string;
  keyVariable?: string;
  needsKey: boolean;
}

const providers: Readonly<Record<string, ProviderDefaults>> = {
  openai: { ...vendors.openai.api, needsKey: true },
  openrouter: { ...vendors.openrouter.api, needsKey: true },
  ollama: { baseURL: "http://localhost:11434/v1", baseVariable: "OLLAMA_BASE_URL", needsKey: false },
  vllm: {
    baseURL: "http://localhost:8000/v1",
    baseVariable: "VLLM_BASE_URL",
    keyVariable: "VLLM_API_KEY",
    needsKey: false,
  },
  llamacpp: { baseURL: "http://localhost:8080/v1", baseVariable: "LLAMACPP_BASE_URL", needsKey: false },
  compatible: { baseVariable: "COMPATIBLE_BASE_URL", keyVariable: "COMPATIBLE_API_KEY", needsKey: false },
};

/** Providers whose models run on the user's own machine. */
const localProviders = ["ollama", "vllm", "llamacpp"];

/** Whose server answers at a base URL: the vendor's, one on this machine, or an unknown one. */
type Host = "vendor" | "local" | "unknown";

/**
 * Whose server answers, by its base URL. If that is unknown, the vendor that the provider is named after.
 * `provider` may name an endpoint too, as the AI SDK's do: "openai.responses".
 */
export function hostOf(provider: string, baseURL: string | undefined): Host {
  const [vendor = ""] = provider.split(".");
  const known: Readonly<Record<string, Vendor>> = vendors;
  const own = Object.hasOwn(known, vendor) ? known[vendor]?.origin : undefined;
  if (baseURL === undefined) return own === undefined ? "unknown" : "vendor";
  const url = URL.parse(baseURL);
  if (url !== null && own !== undefined) return url.origin === own ? "vendor" : "unknown";
  return url !== null && localProviders.includes(vendor) && isLoopback(url) ? "local" : "unknown";
}

/** The providers that a model's name can start with; any other needs a `baseURL`. */
const knownProviders = Object.keys(providers);

/** Where a model is asked, and with which key. */
export interface ModelAddress {
  /** The model as the suite names it: "openrouter:google/gemini-2.5-flash". */
  id: string;
  provider: string;
  model: string;
  baseURL: string;
  host: Host;
  key?: string | undefined;
  /** The environment variable that is missing; undefined if a key is there or none is needed. */
  missingKey?: string | undefined;
}

/**
 * Finds the server of a model. The provider ends at the first colon; model names may have more colons and slashes.
 *
 * @example addressOf("ollama:qwen3:8b", {}).model // "qwen3:8b"
 */
export function addressOf(choice: string | ModelSpec, environment: Environment): ModelAddress {
  const spec: ModelSpec = typeof choice === "string" ? { model: choice } : choice;
  const { provider, model } = splitName(spec.model);
  const defaults = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (defaults === undefined && spec.baseURL === undefined) throw unknownProvider(provider, spec.model);

  const overridden = spec.baseURL ?? valueIn(environment, defaults?.baseVariable);
  const given = overridden ?? defaults?.baseURL;
  if (given === undefined) {
    throw new InputError({
      message: `the model "${spec.model}" does not say where its server listens`,
      remedy: `give it a baseURL, as in { model: "${spec.model}", baseURL: "http://localhost:8000/v1" }, or set ${defaults?.baseVariable}`,
    });
  }
  const url = baseUrl(given, spec.model);
  const keyVariable = spec.keyVariable ?? defaults?.keyVariable;
  const key = valueIn(environment, keyVariable);
  const needsKey = spec.keyVariable !== undefined || defaults?.needsKey === true;
  const isLocal = overridden !== undefined && isLoopback(url);
  const baseURL = url.href.replace(/\/+$/, "");
  return {
    id: spec.model,
    provider,
    model,
    baseURL,
    host: hostOf(provider, baseURL),
    key,
    missingKey: needsKey && !isLocal && key === undefined ? keyVariable : undefined,
  };
}

/**
 * A server in words, with what sets its address: "http://localhost:11434/v1 (OLLAMA_BASE_URL or baseURL sets it)". Names,
 * passwords and parameters in an address may be secret.
 */
export function serverInWords(provider: string, url: string): string {
  const known: Readonly<Record<string, Partial<ProviderDefaults>>> = { anthropic: vendors.anthropic.api, ...providers };
  const variable = Object.hasOwn(known, provider) ? known[provider]?.baseVariable : undefined;
  const { origin, pathname } = URL.parse(url) ?? { origin: url, pathname: "" };
  return `${origin}${pathname} (${variable === undefined ? "" : `${variable} or `}baseURL sets it)`;
}

/** The role of calls that an agent's own client makes. */
export const ownClient = "the agent's own client";

/** Where models are asked, by role. An agent's own client goes where its variables, or the gateway, send it. */
export function serversOf(
  asked: Iterable<readonly [role: string, url: string | undefined]>,
  { environment, upstream }: { environment: Environment; upstream: string | undefined },
): Record<string, string> {
  const set = (name: string, url: string | undefined, usual?: string) => {
    const shown = placeText(url);
    return shown === undefined || shown === placeText(usual) ? [] : [`${name} ${shown}`];
  };
  const own = [
    ...Object.values<Vendor>(vendors).flatMap(({ api }) =>
      api ? set(api.baseVariable, environment[api.baseVariable], api.baseURL) : [],
    ),
    ...set("gateway.upstream", upstream),
  ];
  const named = [...asked].flatMap(([role, url]) => {
    const shown = placeText(url);
    return shown === undefined ? [] : [[role, shown] as const];
  });
  return Object.fromEntries([...named, [ownClient, own.join(", ") || "what the client names"]]);
}

/** An address as it may be kept: names, passwords, parameters and unusual paths in it may be secret. */
function placeText(given: string | undefined): string | undefined {
  const url = given ? URL.parse(given) : null;
  if (!url) return undefined;
  const path = url.pathname.replace(/\/+$/, "");
  const isUsual = /^(?:\/(?:api|openai|anthropic|v\d+(?:beta)?))*$/.test(path);
  return isUsual ? `${url.origin}${path}` : `${url.origin}/… (${sha256(path).slice(0, 8)})`;
}

function splitName(name: string): { provider: string; model: string } {
  const colon = name.indexOf(":");
  if (colon <= 0 || colon === name.length - 1) {
    throw new InputError({
      message: `"${name}" is not a model name`,
      remedy: `write provider:model, such as "openai:gpt-5-mini"; providers: ${knownProviders.join(", ")}`,
    });
  }
  return { provider: name.slice(0, colon), model: name.slice(colon + 1) };
}

function unknownProvider(provider: string, name: string): InputError {
  const meant = nearest(provider, knownProviders);
  return new InputError({
    message: `unknown provider "${provider}" in the model "${name}"`,
    remedy: `${meant === undefined ? "" : `Did you mean ${meant}? Otherwise `}use one of ${knownProviders.join(", ")}, or give the model a baseURL (and a keyVariable, if its server wants a key)`,
  });
}

/** An empty variable counts as unset, because a shell clears a key for one command that way. */
function valueIn(environment: Environment, name: string | undefined): string | undefined {
  return (name === undefined ? undefined : environment[name]) || undefined;
}

function baseUrl(text: string, name: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new InputError({
      message: `the base URL of the model "${name}" is not an http or https address: ${text}`,
      remedy: 'write it in full, such as "http://localhost:8000/v1"',
    });
  }
  if (url.username || url.password) {
    throw new InputError({
      message: `the base URL of the model "${name}" holds a user name or a password`,
      remedy: "remove it, and give the name of the environment variable that holds the key as keyVariable",
    });
  }
  return url;
}

export function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/**
 * The environment, with the additions of a folder's `.env` file. Variables that are set stay, even if they are empty;
 * neither the given environment nor `process.env` is changed.
 */
export function modelEnvironment(directory: string, environment: Environment = process.env): Environment {
  const file = join(directory, ".env");
  let text: string;
  try {
    text = readRegularFileSync(file).toString("utf8");
  } catch (error) {
    if (isMissing(error)) return { ...environment };
    if (error instanceof InputError) throw error;
    const problem = { message: `cannot be read: ${messageOf(error)}`, place: { file } };
    throw new InputError({ ...problem, remedy: "make it a readable file, or remove it" }, error);
  }
  const set = Object.entries(environment).filter(([, value]) => value !== undefined);
  return { ...parseEnv(text.replace(/^\uFEFF/, "")), ...Object.fromEntries(set) };
}
