import type { ExportedRun } from "./exported-trial.ts";

/** One trial a line, as `viva score FILE` reads it again. A case that came with its transcript is included. */
export async function* jsonLinesOf({ trials }: Pick<ExportedRun, "trials">): AsyncGenerator<string> {
  for await (const { suite, trial } of trials) {
    const { caseId, variant, repeat, status = "pending", scores, transcript, ownCase } = trial;
    const { description, tags, cluster, data, expect } = ownCase ?? {};
    const own = ownCase ? { description, tags, cluster, data, expect } : {};
    yield `${JSON.stringify({ suite: suite.name, case: caseId, variant, repeat, status, ...own, scores, transcript })}\n`;
  }
}
