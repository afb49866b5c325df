import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Usage } from "../shape/index.ts";
import { costOf, dateOf, listedPrices, priceOf } from "./prices.ts";

const vendor = (id: string) => ({ id, host: "vendor" as const });
const listed = (id: string, of: Usage) => costOf(priceOf(vendor(id)), of);
const usage = { inputTokens: 1_000_000, outputTokens: 100_000 };

describe("what a call cost", () => {
  test("is input and output at their prices", () => {
    expect(listed("openai:gpt-5-mini", usage)).toBeCloseTo(0.25 + 0.2, 10);
  });

  test("is less for input from the cache", () => {
    expect(listed("openai:gpt-5-mini", { ...usage, cachedTokens: 400_000 })).toBeCloseTo(0.15 + 0.01 + 0.2, 10);
  });

  test("counts reasoning as the output that it is part of", () => {
    expect(listed("openai:gpt-5", { ...usage, reasoningTokens: 90_000 })).toBe(listed("openai:gpt-5", usage));
  });

  test("is the same for a model by either road", () => {
    const some = { inputTokens: 1000, outputTokens: 1000 };
    expect(listed("openrouter:openai/gpt-4o", some)).toBe(listed("openai:gpt-4o", some));
    expect(listed("openai.responses:gpt-4o", some)).toBe(listed("openai:gpt-4o", some));
  });

  test.each(["ollama:qwen3:8b", "vllm:Qwen/Qwen3-8B", "llamacpp:local"])("is nothing for %s", (id) => {
    expect(costOf(priceOf({ id, host: "local" }), usage)).toBe(0);
  });

  test.each(["openai:gpt-5", "openrouter:openai/gpt-5", "ollama:m", "llamacpp:m", "openai.chat:gpt-5"])(
    "is unknown for %s on a server that nobody knows",
    (id) => expect(priceOf({ id, host: "unknown" })).toBeUndefined(),
  );

  test.each(["openai:gpt-99", "openrouter:nobody/nothing", "compatible:gpt-5", "openrouter:openai/gpt-5:free", "x"])(
    "is unknown, not nothing, for %s",
    (id) => expect(listed(id, usage)).toBeUndefined(),
  );

  test("is unknown for a prompt longer than its price holds for", () => {
    const at = (inputTokens: number) => listed("openrouter:google/gemini-2.5-pro", { inputTokens, outputTokens: 0 });
    expect(at(200_000)).toBeCloseTo(0.25, 10);
    expect(at(200_001)).toBeUndefined();
  });

  test("is never negative, whatever a provider reports as cached", () => {
    const tokens = fc.nat({ max: 1_000_000 });
    fc.assert(
      fc.property(tokens, tokens, tokens, (inputTokens, outputTokens, cachedTokens) => {
        expect(listed("openai:gpt-5", { inputTokens, outputTokens, cachedTokens })).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("prices of one's own", () => {
  test("price a model that no list knows", () => {
    const prices = { "compatible:mine": { input: 1, output: 2 } };
    expect(costOf(priceOf({ id: "compatible:mine", host: "unknown" }, prices), usage)).toBeCloseTo(1.2, 10);
  });

  test("go before the list, and before nothing for a local model", () => {
    const prices = { "openai:gpt-5": { input: 9, output: 9 }, "ollama:m": { input: 1, output: 1 } };
    expect(priceOf(vendor("openai:gpt-5"), prices)).toEqual({ input: 9, output: 9 });
    expect(costOf(priceOf({ id: "ollama:m", host: "local" }, prices), usage)).toBeCloseTo(1.1, 10);
  });

  test("without one for the cache take cached input for other input", () => {
    expect(costOf({ input: 1, output: 0 }, { ...usage, cachedTokens: 500_000 })).toBeCloseTo(1, 10);
  });

  test("a name such as constructor finds no price", () => {
    expect(priceOf(vendor("constructor"), {})).toBeUndefined();
  });
});

test("the list is dated, and in it output is dearer than input, and input than what is cached", () => {
  for (const [name, price] of listedPrices) {
    const { input, output, cached = input } = price;
    expect(dateOf(price)).toMatch(/^\d{4}-\d{2}$/);
    expect(output, name).toBeGreaterThan(input);
    expect(input, name).toBeGreaterThan(cached);
    expect(cached, name).toBeGreaterThan(0);
  }
});
