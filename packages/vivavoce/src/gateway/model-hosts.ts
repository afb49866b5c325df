import type { RefusedHosts } from "../base/index.ts";
import { type Environment, vendors } from "../model/index.ts";
import { hostList } from "../network/index.ts";

/** The hosts of model providers. Those whose API the gateway cannot read are included, so that it can refuse them. */
const providers = hostList([
  ...Object.values(vendors).map(({ origin }) => new URL(origin).host),
  "ai-gateway.vercel.sh",
  "api.cerebras.ai",
  "api.cohere.ai",
  "api.cohere.com",
  "api.deepinfra.com",
  "api.deepseek.com",
  "api.fireworks.ai",
  "api.groq.com",
  "api.minimax.io",
  "api.mistral.ai",
  "api.moonshot.ai",
  "api.moonshot.cn",
  "api.novita.ai",
  "api.perplexity.ai",
  "api.sambanova.ai",
  "api.studio.nebius.com",
  "api.together.ai",
  "api.together.xyz",
  "api.x.ai",
  "api.z.ai",
  "dashscope-intl.aliyuncs.com",
  "dashscope.aliyuncs.com",
  "eu.api.openai.com",
  "gateway.ai.cloudflare.com",
  "integrate.api.nvidia.com",
  "models.github.ai",
  "models.inference.ai.azure.com",
  "open.bigmodel.cn",
  "router.huggingface.co",
  "us.api.openai.com",
]);
/** The same for providers with a host for each customer or region. */
const families =
  /\.(?:openai\.azure\.com|services\.ai\.azure\.com|cognitiveservices\.azure\.com)$|^(?:.+-)?aiplatform\.googleapis\.com$|^bedrock-runtime(?:-fips)?\.[a-z0-9-]+\.amazonaws\.com$/;

/** The settings that decide which hosts are models'. Can be sent to another process. */
export interface ModelHosts {
  /** Named by the suite or the config: `capture.hosts`. */
  named: readonly string[];
  /** Where the suite's own models are asked. */
  own: readonly string[];
  /** `capture.allow`: never redirected, and never refused when live. */
  passed: readonly string[];
  /** `network.allow`: hosts that code may reach in a replay are not redirected, unless they are named. */
  reached: readonly string[];
}

/** How a suite's or a config's model calls are captured. */
export interface CaptureSettings {
  /** Hosts besides the usual ones whose requests are model calls. */
  hosts?: readonly string[] | undefined;
  /** Hosts that suite code may ask without Viva seeing it. */
  allow?: readonly string[] | undefined;
}

/** Combines config and suite; undefined if capture is off. The suite overrides the config. */
export function modelHosts(
  given: readonly (CaptureSettings | false | undefined)[],
  { baseURLs, reached }: { baseURLs: readonly string[]; reached: readonly string[] },
): ModelHosts | undefined {
  if (given.findLast((settings) => settings !== undefined) === false) return undefined;
  const listed = (field: keyof CaptureSettings) =>
    given.flatMap((settings) => (settings ? (settings[field] ?? []) : []));
  return { named: listed("hosts"), own: baseURLs.flatMap(hostOf), passed: listed("allow"), reached };
}

export function isModelHost({ named, own, passed, reached }: ModelHosts) {
  const lists = { named: hostList(named), own: hostList(own), passed: hostList(passed), reached: hostList(reached) };
  return (host: string, port: number | undefined): boolean => {
    if (lists.passed.allows(host, port)) return false;
    if (lists.named.allows(host, port)) return true;
    const isKnown = lists.own.allows(host, port) || providers.allows(host, port) || families.test(host.toLowerCase());
    return isKnown && !lists.reached.allows(host, port);
  };
}

/** The same for processes that suite code starts. */
export function refusedHosts({ named, own, passed, reached }: ModelHosts): RefusedHosts {
  const except = [...passed, ...reached.filter((entry) => !named.includes(entry))];
  return { hosts: [...named, ...own, ...providers.entries], pattern: families.source, except };
}

/** The variables with keys that only Viva needs, because it adds them to the requests that it sends on. */
export function keptKeys(hosts: ModelHosts | undefined, environment: Environment): string[] {
  // To a host that the suite names, or past Viva, a client takes its key itself.
  if (!hosts || hosts.named.length + hosts.passed.length > 0) return [];
  const isCaptured = isModelHost(hosts);
  return Object.values(vendors).flatMap(({ api }) => {
    const url = api && URL.parse(environment[api.baseVariable] || api.baseURL);
    return url && isCaptured(url.hostname, Number(url.port) || undefined) ? [api.keyVariable] : [];
  });
}

function hostOf(baseURL: string): string[] {
  const url = URL.parse(baseURL);
  return url ? [`${url.hostname}:${url.port || (url.protocol === "http:" ? 80 : 443)}`] : [];
}
