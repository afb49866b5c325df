import { describe, expect, test } from "vitest";
import { ownFamily, sameFamilyWarning } from "./audit/family.ts";

const familyOf = (model: string) => ownFamily([model], []).judges[0]?.family;

describe("the family of a model", () => {
  test.each([
    ["openai:gpt-5", "OpenAI"],
    ["openrouter:openai/gpt-4o-mini", "OpenAI"],
    ["openrouter:openai/o3-mini", "OpenAI"],
    ["openai:o1", "OpenAI"],
    ["openrouter:anthropic/claude-sonnet-4.5", "Anthropic"],
    ["anthropic:claude-opus-4", "Anthropic"],
    ["openrouter:google/gemini-2.5-flash", "Google"],
    ["google:gemma-3", "Google"],
    ["openrouter:meta-llama/llama-3.3-70b-instruct", "Meta"],
    ["ollama:llama3.2", "Meta"],
    ["openrouter:mistralai/mixtral-8x7b", "Mistral"],
    ["openrouter:qwen/qwen3-32b", "Qwen"],
    ["openrouter:deepseek/deepseek-r1", "DeepSeek"],
    ["openrouter:x-ai/grok-4", "xAI"],
  ])("%s: %s", (id, family) => {
    expect(familyOf(id)).toBe(family);
  });

  test("is that of the model, not of whoever serves it", () => {
    expect(familyOf("groq:llama-3.3-70b")).toBe("Meta");
    expect(familyOf("openai:qwen3-32b")).toBe("Qwen");
    expect(familyOf("azure:claude-haiku")).toBe("Anthropic");
  });

  test("is unknown where the id does not tell", () => {
    expect(familyOf("compatible:my-own-model")).toBeUndefined();
    expect(familyOf("scripted:model")).toBeUndefined();
    for (const server of ["llamacpp", "llama.cpp", "llama-cpp", "llamafile", "llama-server"]) {
      expect(familyOf(`${server}:my-own-model`)).toBeUndefined();
      expect(familyOf(`${server}:llama-3.3-70b`)).toBe("Meta");
    }
  });
});

describe("a warning", () => {
  test("names both models where they are of one family", () => {
    expect(sameFamilyWarning("openai:gpt-5", "openrouter:openai/gpt-4o")).toMatch(/both made by OpenAI.*gpt-5.*gpt-4o/);
    expect(sameFamilyWarning("openai:gpt-5", "openai:gpt-5")).toContain("the agent's own model");
  });

  test("is not given otherwise, nor where nobody knows", () => {
    expect(
      sameFamilyWarning("openrouter:anthropic/claude-sonnet-4.5", "openrouter:google/gemini-2.5-flash"),
    ).toBeUndefined();
    expect(sameFamilyWarning("compatible:a", "compatible:b")).toBeUndefined();
  });
});
