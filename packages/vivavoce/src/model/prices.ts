import type { Usage } from "../shape/index.ts";
import { listedPrices, type Price, pricesAsOf } from "./price-list.ts";
import type { Host } from "./provider.ts";

/** Your own prices, by model id: `{ "compatible:my-model": { input: 0.5, output: 1.5 } }`. */
export type Prices = Readonly<Record<string, Price>>;

/** What the price of a model depends on: the same name may cost something else on another server. */
export interface PricedModel {
  id: string;
  host: Host;
}

/**
 * What a call cost in US dollars. Undefined if no price is known: it is never guessed, and never 0 for lack of a price.
 *
 * @example costOf(priceOf({ id: "openai:gpt-5-mini", host: "vendor" }), { inputTokens: 1000, outputTokens: 200 }) // 0.00065
 */
export function costOf(price: Price | undefined, usage: Usage): number | undefined {
  if (price === undefined || usage.inputTokens > (price.upToInputTokens ?? Number.POSITIVE_INFINITY)) return undefined;
  const cached = Math.min(usage.cachedTokens ?? 0, usage.inputTokens);
  const millionths =
    (usage.inputTokens - cached) * price.input +
    cached * (price.cached ?? price.input) +
    usage.outputTokens * price.output;
  return millionths / 1_000_000;
}

/** The price of a model: the user's own first, then 0 for a model on this machine, then the vendor's on its own server. */
export function priceOf({ id, host }: PricedModel, prices: Prices = {}): Price | undefined {
  if (Object.hasOwn(prices, id)) return prices[id];
  if (host === "local") return { input: 0, output: 0 };
  if (host === "unknown") return undefined;
  const colon = id.indexOf(":");
  // AI SDK models name the endpoint too: "openai.responses".
  const provider = id.slice(0, colon).replace(/\..*$/, "");
  const name = id.slice(colon + 1);
  return listedPrices.get(provider === "openrouter" ? name : `${provider}/${name}`);
}

const listed = new Set(listedPrices.values());

/** The month of a price on Viva's list; the user's own prices have none. */
export function dateOf(price: Price): string | undefined {
  return listed.has(price) ? pricesAsOf : undefined;
}
