import { randomInt } from "node:crypto";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { patience } from "./scripts/patience.ts";
import { SlowFilesFirst } from "./scripts/slow-files-first.ts";
import { threadInOneFile } from "./scripts/thread-in-one-file.ts";

// The threads and commands that tests start compile the same files again and again.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "viva-test-cache");

// Fresh draws find what a fixed seed never will; the seed is printed, so that they can be repeated.
if (process.env.VIVA_TEST_SEED === "fresh") {
  process.env.VIVA_TEST_SEED = String(randomInt(2 ** 31));
  console.log(`VIVA_TEST_SEED=${process.env.VIVA_TEST_SEED}`);
}

export default defineConfig({
  plugins: [threadInOneFile],
  test: {
    include: [
      "packages/*/src/**/*.test.{ts,tsx}",
      "examples/*/**/*.test.ts",
      "scripts/**/*.test.ts",
      "faults/**/*.test.ts",
    ],
    // What takes long has a command of its own: `npm run test:long`.
    exclude: ["**/node_modules/**", "**/dist/**", "**/fixtures/**", "**/*.long.test.ts"],
    // One more than there are cores, because many tests wait: for a process, a disk, a time limit.
    maxWorkers: availableParallelism() + 1,
    // Files share their worker and its modules: loading Viva anew for each of them took longer than the tests.
    isolate: false,
    // What is built is loaded by Node itself, once for all files, as it is for users.
    server: { deps: { external: [/\/packages\/vivavoce\/dist\//] } },
    sequence: { sequencer: SlowFilesFirst },
    globalSetup: ["scripts/thread-in-one-file.ts", "scripts/tests-in-memory.ts"],
    setupFiles: ["vitest.setup.ts"],
    ...patience,
  },
});
