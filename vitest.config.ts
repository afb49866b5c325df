import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "examples/*/**/*.test.ts", "scripts/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "**/fixtures/**"],
    // By default one core is left alone, which on two of them means one file at a time.
    maxWorkers: "100%",
    testTimeout: 60_000,
  },
});
