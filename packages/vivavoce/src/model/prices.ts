import type { Usage } from "../shape/index.ts";
import type { ModelAddress } from "./provider.ts";

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Input read from the provider's cache; the same price as other input if left out. */
  cached?: number;
  /** Prompts longer than this cost more, so their price is unknown. */
  upToInputTokens?: number;
}

/** The month of these prices. */
const pricesAsOf = "2026-10";

/** Common models by vendor and name, as OpenRouter writes them: input, output, cached input. */
export const listedPrices: ReadonlyMap<string, Price> = new Map([
  listed("openai/gpt-4o", 2.5, 10, 1.25),
  listed("openai/gpt-4o-mini", 0.15, 0.6, 0.075),
  listed("openai/gpt-4.1", 2, 8, 0.5),
  listed("openai/gpt-4.1-mini", 0.4, 1.6, 0.1),
  listed("openai/gpt-4.1-nano", 0.1, 0.4, 0.025),
  listed("openai/gpt-5", 1.25, 10, 0.125),
  listed("openai/gpt-5-mini", 0.25, 2, 0.025),
  listed("openai/gpt-5-nano", 0.05, 0.4, 0.005),
  listed("openai/gpt-5.1", 1.25, 10, 0.125),
  listed("openai/gpt-5.2", 1.75, 14, 0.175),
  listed("openai/gpt-5.4", 2.5, 15, 0.25, 272_000),
  listed("openai/gpt-5.4-mini", 0.75, 4.5, 0.075),
  listed("openai/gpt-5.4-nano", 0.2, 1.25, 0.02),
  listed("anthropic/claude-haiku-4.5", 1, 5, 0.1),
  listed("anthropic/claude-sonnet-4", 3, 15, 0.3, 200_000),
  listed("anthropic/claude-sonnet-4.5", 3, 15, 0.3, 200_000),
  listed("anthropic/claude-sonnet-4.6", 3, 15, 0.3),
  listed("anthropic/claude-sonnet-5", 2, 10, 0.2),
  listed("anthropic/claude-opus-4.1", 15, 75, 1.5),
  listed("anthropic/claude-opus-4.5", 5, 25, 0.5),
  listed("anthropic/claude-opus-4.6", 5, 25, 0.5),
  listed("google/gemini-2.5-flash-lite", 0.1, 0.4, 0.01),
  listed("google/gemini-2.5-flash", 0.3, 2.5, 0.03),
  listed("google/gemini-2.5-pro", 1.25, 10, 0.125, 200_000),
]);

function listed(
  name: string,
  input: number,
  output: number,
  cached: number,
  upToInputTokens?: number,
): [string, Price] {
  return [name, { input, output, cached, ...(upToInputTokens === undefined ? {} : { upToInputTokens }) }];
}

/** Your own prices, by model id: `{ "compatible:my-model": { input: 0.5, output: 1.5 } }`. */
export type Prices = Readonly<Record<string, Price>>;

/** What the price of a model depends on: the same name may cost something else on another server. */
interface PricedModel {
  id: string;
  host: ModelAddress["host"];
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

const ofList = new Set(listedPrices.values());

/** The month of a price on Viva's list; the user's own prices have none. */
export function dateOf(price: Price): string | undefined {
  return ofList.has(price) ? pricesAsOf : undefined;
}
