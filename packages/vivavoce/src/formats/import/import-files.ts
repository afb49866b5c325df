import { resolve } from "node:path";
import { InputError, isJsonObject } from "../../base/index.ts";
import { chatImporter } from "./chat/import-chat.ts";
import { Collected, type Importer } from "./collected.ts";
import { deepevalImporter } from "./deepeval/import-deepeval.ts";
import { otelImporter } from "./otel/import-otel.ts";
import { configFields } from "./promptfoo/fields.ts";
import { promptfooImporter } from "./promptfoo/import-promptfoo.ts";
import { readRecords, type SourceRecord } from "./records.ts";

interface ImportOptions {
  /** Left out: guessed for each file. */
  from?: ImportFormat | undefined;
  /** Left out: transcripts from traces, cases from everything else. */
  as?: Collected["as"] | undefined;
  /** In promptfoo's tests: the variable that holds the user's message; left out: the prompt. */
  line?: string | undefined;
}

/** One imported file, and its format. */
interface ImportedFile {
  file: string;
  from: ImportFormat | undefined;
  guessed: boolean;
  /** How many cases or transcripts it gave. */
  count: number;
}

export type Imported = Collected & { files: ImportedFile[] };

/** Reads files of other tools. The report lists what could not be read and what does not fit; nothing is written. */
export async function importFiles(names: readonly string[], options: ImportOptions = {}): Promise<Imported> {
  const into = new Collected(options.as ?? "cases");
  const files: ImportedFile[] = [];
  for (const file of names) {
    const before = into.cases.length + into.transcripts.length;
    let importer: Importer | undefined;
    let from = options.from;
    for await (const record of readRecords(resolve(file), file, into.report)) {
      if (!importer) {
        from ??= guessFormat(record);
        if (!from) {
          into.report.lost(
            "the format of this file is not clear",
            record.place(),
            `name it: --from ${Object.keys(importFormats).join(", ")}`,
          );
          break;
        }
        if (options.as === undefined) decide(into, from, files, file);
        if (from === "promptfoo" && into.as === "transcripts") {
          into.report.lost("promptfoo's tests hold no conversations", record.place(), "import them --as cases");
          break;
        }
        importer = importFormats[from].importer(into, resolve(file), options.line);
      }
      await importer.take(record);
    }
    await importer?.finish?.();
    const count = into.cases.length + into.transcripts.length - before;
    files.push({ file, from, guessed: options.from === undefined, count });
  }
  return Object.assign(into, { files });
}

/** By default traces become transcripts and everything else cases. One import makes only one of the two. */
function decide(into: Collected, from: ImportFormat, before: readonly ImportedFile[], file: string): void {
  const as = from === "otel" ? "transcripts" : "cases";
  if (before.some((one) => one.from !== undefined) && into.as !== as)
    throw new InputError({
      message: `this file would become ${as}, but the files before it became ${into.as}`,
      place: { file },
      remedy: "Import them separately, or choose with --as.",
    });
  into.as = as;
}

/** The formats that can be imported, and what a file of each is called. */
export const importFormats = {
  deepeval: { called: "deepeval goldens", importer: deepevalImporter },
  promptfoo: { called: "a promptfoo config", importer: promptfooImporter },
  otel: { called: "OpenTelemetry traces", importer: otelImporter },
  chat: { called: "chat messages", importer: chatImporter },
} satisfies Record<string, { called: string; importer(into: Collected, path: string, line?: string): Importer }>;
type ImportFormat = keyof typeof importFormats;

/** The format of a file, by its first record; undefined if it cannot be recognised. */
function guessFormat({ value, csv }: SourceRecord): ImportFormat | undefined {
  if (Array.isArray(value)) return value.some((item) => isJsonObject(item) && "role" in item) ? "chat" : undefined;
  if (!isJsonObject(value)) return undefined;
  const has = (...names: string[]) => names.some((name) => Object.hasOwn(value, name));
  if (csv)
    return Object.keys(value).some((column) => column.startsWith("__"))
      ? "promptfoo"
      : has("input", "scenario")
        ? "deepeval"
        : undefined;
  if (has("resourceSpans", "resourceLogs")) return "otel";
  if (has(...configFields) || (has("vars", "assert") && !has("input", "messages"))) return "promptfoo";
  if (Array.isArray(value.messages) || has("role")) return "chat";
  return has("input", "scenario", "goldens", "conversational_goldens") ? "deepeval" : undefined;
}
