import { defineConfig } from "vitest/config";

/**
 * The store's own tests, and those of what reads and writes it, on the PostgreSQL server that VIVA_TEST_STORE names:
 * `store.test.ts` here starts one and runs them. Tests about SQLite's files, its damage and its writing thread are left out.
 */
const src = "packages/vivavoce/src";

export default defineConfig({
  test: {
    include: [`${src}/{store,results,run,calibration}/**/*.test.ts`],
    exclude: [
      `${src}/store/{damage,open-database,sqlite-*,store-files,threaded-writer,redaction,migrations}.test.ts`,
      "**/*.long.test.ts",
    ],
    maxWorkers: "100%",
    isolate: false,
    setupFiles: ["vitest.setup.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
