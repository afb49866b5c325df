import { defineConfig } from "vitest/config";
import { patienceWithOthers } from "./scripts/patience.ts";

// The pages in a real browser: skipped loudly where there is none, required in CI (VIVA_BROWSER=required).
export default defineConfig({
  test: {
    include: ["packages/page/browser/**/*.test.ts"],
    // One browser at a time: on two cores several only wait for each other.
    maxWorkers: 1,
    isolate: false,
    setupFiles: ["vitest.setup.ts"],
    ...patienceWithOthers,
  },
});
