import { defineConfig } from "vivavoce";

export default defineConfig({
  suites: ["examples/**/*.eval.ts"],
  threshold: 0.7,
  gate: { maxUnscored: 0.02 },
  maxCost: 5,
  // Dollars per million tokens in 2026-10. They also hold where OPENROUTER_BASE_URL or OPENAI_BASE_URL leads elsewhere.
  prices: {
    "openrouter:google/gemini-2.5-flash": { input: 0.3, output: 2.5, cached: 0.03 },
    "openrouter:anthropic/claude-sonnet-4.5": { input: 3, output: 15, cached: 0.3 },
    "openai:gpt-4o": { input: 2.5, output: 10, cached: 1.25 },
    "openai:gpt-4o-mini": { input: 0.15, output: 0.6, cached: 0.075 },
  },
  alias: { obsidian: "./examples/flow-coach/obsidian.ts" },
});
