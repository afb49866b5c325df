import { once } from "node:events";
import { relative, resolve } from "node:path";
import { type Command, Option } from "commander";
import { InfrastructureError, messageOf } from "../base/index.ts";
import { type ExportFormat, exportedRun, exportFormats } from "../formats/index.ts";
import { writeWhole } from "../report/index.ts";
import { lostOutput } from "./streams.ts";
import { withStore } from "./surroundings.ts";

interface ExportFlags {
  format: ExportFormat;
  out?: string;
}

export function describe(command: Command): Command {
  return command
    .argument("<run>", "a run's id or the beginning of it, or latest")
    .addOption(
      new Option("--format <format>", "write JSON lines, a table, or OpenTelemetry events")
        .choices(exportFormats)
        .default("jsonl"),
    )
    .option("--out <file>", "write to this file instead of stdout")
    .addHelpText(
      "after",
      `
jsonl  one trial a line with its scores and transcript; viva score reads it again
csv    one row a trial, with a value and a status for each metric
otel   gen_ai.evaluation.result events in OTLP JSON, for POST /v1/logs of a collector

Examples:
  viva export latest --out monday.jsonl
  viva export 7f3a --format csv > scores.csv`,
    )
    .action(async (id: string, { format, out }: ExportFlags) => {
      await withStore(async (store, { cwd }) => {
        const pieces = exportedRun(store, await store.runs.find(id), format);
        if (out === undefined) return toStdout(pieces);
        const path = resolve(cwd, out);
        await writeWhole(path, async (write) => {
          for await (const piece of pieces) await write(piece);
        }).catch((error: unknown) => {
          const message = `${out} could not be written: ${messageOf(error)}`;
          throw new InfrastructureError({
            message,
            remedy: "See that its folder exists and that the disk has room.",
            cause: error,
          });
        });
        process.stderr.write(`exported: ${relative(cwd, path)}\n`);
      });
    });
}

/** Writes no faster than the reader reads, and ends when the reader closes the pipe. */
async function toStdout(pieces: AsyncIterable<string>): Promise<void> {
  const { stdout } = process;
  for await (const piece of pieces) {
    if (lostOutput()) return;
    if (!stdout.write(piece)) await once(stdout, "drain").catch(() => {});
  }
}
