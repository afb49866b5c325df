import { expect, test } from "vitest";
import { wireName } from "./wire-name.ts";

const ready = { id: "scripted", call: async () => ({ text: "", toolCalls: [], finish: "stop" as const }) };

test.each([
  ["a model by the name that its provider gives it", { agent: "openai:gpt-5-mini" }, "gpt-5-mini", "agent"],
  ["one with a slash in it", { agent: "openrouter:google/gemini-2.5-flash" }, "google/gemini-2.5-flash", "agent"],
  ["one with a colon in it", { agent: "ollama:qwen3:8b" }, "qwen3:8b", "agent"],
  ["one that the client names with its provider", { agent: "openai:gpt-5" }, "openai:gpt-5", "agent"],
  [
    "another than the agent's",
    { agent: "openai:gpt-5", router: { model: "openai:gpt-5-nano" } },
    "gpt-5-nano",
    "router",
  ],
  ["one that the suite does not name", { agent: "openai:gpt-5" }, "gpt-4o", undefined],
  ["the judge's, which the agent does not ask", { judge: "openai:gpt-5" }, "gpt-5", undefined],
  ["anything, where the agent's model is ready to be called", { agent: ready }, "whatever", "agent"],
  ["the one that is named, beside one that is ready", { agent: ready, small: "openai:gpt-5" }, "gpt-5", "small"],
])("%s", (_what, choices, requested, name) => {
  expect(wireName(choices, requested)).toBe(name);
});
