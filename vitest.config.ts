import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "examples/*/**/*.test.ts", "scripts/**/*.test.ts", "faults/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "**/fixtures/**"],
    // By default one core is left alone, which on two of them means one file at a time.
    maxWorkers: "100%",
    // Files share their worker and its modules: loading Viva anew for each of them took longer than the tests.
    isolate: false,
    setupFiles: ["vitest.setup.ts"],
    testTimeout: 60_000,
  },
});
