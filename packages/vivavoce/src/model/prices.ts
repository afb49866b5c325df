import type { Usage } from "../transcript/index.ts";
import { listedPrices, type Price } from "./price-list.ts";

/** Prices of one's own, by model id: `{ "compatible:my-model": { input: 0.5, output: 1.5 } }`. */
export type Prices = Readonly<Record<string, Price>>;

/** Providers whose models run on one's own machine and cost nothing a call. */
const localProviders = ["ollama", "vllm", "llamacpp"];

/**
 * What a call cost in US dollars; undefined where no price is known, never a guess and never 0 for want of one.
 *
 * @example costOf("openai:gpt-5-mini", { inputTokens: 1000, outputTokens: 200 }) // 0.00065
 */
export function costOf(modelId: string, usage: Usage, prices: Prices = {}): number | undefined {
  const price = priceOf(modelId, prices);
  if (price === undefined || usage.inputTokens > (price.upToInputTokens ?? Number.POSITIVE_INFINITY)) return undefined;
  const cached = Math.min(usage.cachedTokens ?? 0, usage.inputTokens);
  const millionths =
    (usage.inputTokens - cached) * price.input +
    cached * (price.cached ?? price.input) +
    usage.outputTokens * price.output;
  return millionths / 1_000_000;
}

/** The price of a model: one's own first, then nothing for local models, then the list. */
export function priceOf(modelId: string, prices: Prices = {}): Price | undefined {
  if (Object.hasOwn(prices, modelId)) return prices[modelId];
  const colon = modelId.indexOf(":");
  // AI SDK models name the endpoint too: "openai.responses".
  const provider = modelId.slice(0, colon).replace(/\..*$/, "");
  if (localProviders.includes(provider)) return { input: 0, output: 0 };
  const name = modelId.slice(colon + 1);
  const listed = provider === "openrouter" ? name : `${provider}/${name}`;
  return listedPrices.get(listed);
}
