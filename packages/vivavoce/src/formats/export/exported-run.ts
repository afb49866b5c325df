import type { StoredRun } from "../../shape/index.ts";
import type { Store } from "../../store/index.ts";
import { csvOf } from "./csv.ts";
import type { ExportedRun, ExportedTrial } from "./exported-trial.ts";
import { otelOf } from "./otel.ts";

const formats = { jsonl: jsonLinesOf, csv: csvOf, otel: otelOf } satisfies Record<
  string,
  (run: ExportedRun) => AsyncGenerator<string>
>;
export type ExportFormat = keyof typeof formats;
export const exportFormats = Object.keys(formats) as ExportFormat[];

/** A stored run in another form, piece by piece. What the store holds is redacted already. */
export function exportedRun(store: Store, run: StoredRun, format: ExportFormat): AsyncGenerator<string> {
  return formats[format]({ run, trials: trialsOf(store, run) });
}

async function* trialsOf(store: Store, run: StoredRun): AsyncGenerator<ExportedTrial> {
  for (const suite of run.suites) {
    for await (const trial of store.trials.read(run.id, suite.position)) yield { suite, trial };
  }
}

/** One trial a line, as `viva score FILE` reads it again. A case that came with its transcript is included. */
export async function* jsonLinesOf({ trials }: Pick<ExportedRun, "trials">): AsyncGenerator<string> {
  for await (const { suite, trial } of trials) {
    const { caseId, variant, repeat, status = "pending", scores, transcript, ownCase } = trial;
    const { description, tags, cluster, data, expect } = ownCase ?? {};
    const own = ownCase ? { description, tags, cluster, data, expect } : {};
    yield `${JSON.stringify({ suite: suite.name, case: caseId, variant, repeat, status, ...own, scores, transcript })}\n`;
  }
}
