import type { Store, StoredRun } from "../../store/index.ts";
import { csvOf } from "./csv.ts";
import type { ExportedRun, ExportedTrial } from "./exported-trial.ts";
import { jsonLinesOf } from "./json-lines.ts";
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
