// Read by Stryker, which main.ts starts once for each room.
import { isWhole, name, roomNamed } from "./rooms.ts";

const report = `mutation/reports/${name}${isWhole ? "-all" : ""}`;

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  packageManager: "npm",
  plugins: ["@stryker-mutator/vitest-runner", `${import.meta.dirname}/texts.js`],
  ignorers: ["texts"],
  testRunner: "vitest",
  vitest: { configFile: "mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  mutate: [...roomNamed(name).mutate],
  concurrency: 2,
  incremental: true,
  incrementalFile: `${report}.incremental.json`,
  reporters: ["json", "html", "clear-text", "progress-append-only"],
  clearTextReporter: { reportTests: false, reportMutants: false, allowEmojis: false, allowColor: false },
  jsonReporter: { fileName: `${report}.json` },
  htmlReporter: { fileName: `${report}.html` },
  tempDirName: "mutation/.sandbox",
  // The tests need the package's sources and nothing of what is measured or written elsewhere.
  ignorePatterns: ["baselines", "bench", "distributed", "faults", "frameworks", "mutation/reports", "site"],
  timeoutMS: 10_000,
  // Vitest strips the types; there is no tsconfig to adapt.
  tsconfigFile: "none.json",
};
