import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const root = join(import.meta.dirname, "..");
const source = "packages/vivavoce/src";

/** What opens a store in a test, wherever VIVA_TEST_STORE says. */
const opensStore = /\b(?:sharedStore|storeWithRows|temporaryPlace|newPlace|openStore)\b/;
const ofFiles = /^(?:damage|sqlite-.*|store-files|threaded-writer|redaction|migrations)\.test\.ts$/;

/**
 * The store's own tests, and those of what reads and writes it, on the PostgreSQL server that VIVA_TEST_STORE names:
 * `store.test.ts` starts one and runs them. Tests about SQLite's files, their damage and the writing thread are left out.
 */
const include = ["store", "results", "calibration", "run"].flatMap((folder) => {
  const names = readdirSync(join(root, source, folder)).filter((name) => /(?<!\.long)\.test\.ts$/.test(name));
  return names
    .filter((name) => !(folder === "store" && ofFiles.test(name)))
    .map((name) => `${source}/${folder}/${name}`)
    .filter((file) => opensStore.test(readFileSync(join(root, file), "utf8")));
});

export default defineConfig({
  test: {
    include,
    maxWorkers: "100%",
    isolate: false,
    setupFiles: ["vitest.setup.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
