import { defineConfig } from "vivavoce";

export default defineConfig({
  suites: ["examples/**/*.eval.ts"],
  threshold: 0.7,
  gate: { maxUnscored: 0.02 },
  maxCost: 1,
  alias: { obsidian: "./examples/flow-coach/obsidian.ts" },
});
