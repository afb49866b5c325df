// Read by Stryker, which main.ts starts once for each room.
import { room, roomNamed } from "./rooms.ts";

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  packageManager: "npm",
  plugins: ["@stryker-mutator/vitest-runner", `${import.meta.dirname}/texts.js`],
  ignorers: ["texts"],
  testRunner: "vitest",
  vitest: { configFile: "mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  mutate: [...roomNamed(room).mutate],
  concurrency: 2,
  incremental: true,
  incrementalFile: `mutation/reports/${room}.incremental.json`,
  reporters: ["json", "html", "clear-text", "progress-append-only"],
  clearTextReporter: { reportTests: false, reportMutants: false, allowEmojis: false, allowColor: false },
  jsonReporter: { fileName: `mutation/reports/${room}.json` },
  htmlReporter: { fileName: `mutation/reports/${room}.html` },
  tempDirName: "mutation/.sandbox",
  // The tests need the package's sources and nothing of what is measured or written elsewhere.
  ignorePatterns: ["baselines", "bench", "distributed", "faults", "frameworks", "mutation/reports", "python", "site"],
  timeoutMS: 10_000,
  tsconfigFile: "none.json",
};
