import { version } from "../base/index.ts";
import type { ShownRuns } from "./compared-runs.ts";

/** A comparison for programs: what `viva compare --json` prints, and what `--report json` writes. */
export function comparisonJson({ before, after, verdict, exitCode, reason, notCompared, ownGates, suites }: ShownRuns) {
  return {
    format: 3,
    header: { viva: version, before, after, verdict, exitCode, reason, notCompared, ownGates },
    // What is only for the page, or can be made from the rest, is left out.
    suites: suites.map(({ only: _only, prompts: _prompts, ...pair }) => pair),
  };
}
