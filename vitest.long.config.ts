import { defineConfig } from "vitest/config";
import usual from "./vitest.config.ts";

// Whole processes and hostile input by the dozen: `npm run test:long`.
export default defineConfig({
  ...usual,
  test: {
    ...usual.test,
    include: ["packages/*/src/**/*.long.test.ts", "{examples,faults,scripts}/**/*.long.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
  },
});
