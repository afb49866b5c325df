import { once } from "node:events";
import { exportedRun, exportFormats } from "../formats/index.ts";
import { commandOf, flagRows, oneOf } from "./command.ts";
import { writeNamed } from "./named-file.ts";
import { printError } from "./print.ts";
import { lostOutput } from "./streams.ts";
import { withStore } from "./surroundings.ts";

export default commandOf({
  takes: [["<run>", "a run's id or the beginning of it, or latest"]],
  flags: flagRows({
    "--format <format>": ["write JSON lines, a table, or OpenTelemetry events", oneOf(...exportFormats), "jsonl"],
    "--out <file>": "write to this file instead of stdout",
  }),
  notes: `jsonl  one trial a line with its scores and transcript; viva score reads it again
csv    one row a trial, with a value and a status for each metric
otel   gen_ai.evaluation.result events in OTLP JSON, for POST /v1/logs of a collector

Examples:
  viva export latest --out monday.jsonl
  viva export 7f3a --format csv > scores.csv`,
  act: ({ format, out }, id: string) =>
    withStore(async ({ store, cwd }) => {
      const run = await store.runs.find(id);
      const pieces = exportedRun(store, run, format);
      if (out === undefined) await toStdout(pieces);
      else printError(`exported: ${await writeNamed(out, { cwd, fault: "cannot be written" }, pieces)}`);
      if (run.finishedAt === undefined)
        printError(`warning: run ${run.id} is unfinished; the trials that are pending are not in it`);
    }),
});

/** No faster than the reader reads; a reader that has seen enough ends it. */
async function toStdout(pieces: AsyncIterable<string>): Promise<void> {
  const { stdout } = process;
  for await (const piece of pieces) {
    if (lostOutput()) return;
    if (!stdout.write(piece)) await once(stdout, "drain").catch(() => {});
  }
}
