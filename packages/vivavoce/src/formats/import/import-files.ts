import { resolve } from "node:path";
import { InputError } from "../../base/index.ts";
import { chatImporter } from "./chat/import-chat.ts";
import { Collected, type ImportAs } from "./collected.ts";
import { deepevalImporter } from "./deepeval/import-deepeval.ts";
import { guessFormat, type ImportFormat, importFormats } from "./guess-format.ts";
import type { Importer } from "./importer.ts";
import { otelImporter } from "./otel/import-otel.ts";
import { promptfooImporter } from "./promptfoo/import-promptfoo.ts";
import { readRecords } from "./records.ts";

export interface ImportOptions {
  /** Left out: guessed, for each file by itself. */
  from?: ImportFormat | undefined;
  /** Left out: transcripts of traces, cases of everything else. */
  as?: ImportAs | undefined;
  /** In promptfoo's tests: the variable that holds what the user says, in place of the prompt. */
  line?: string | undefined;
}

/** One file that was imported, and what it was taken for. */
export interface ImportedFile {
  file: string;
  from: ImportFormat | undefined;
  guessed: boolean;
  /** How many cases or transcripts came of it. */
  count: number;
}

export interface Imported extends Pick<Collected, "cases" | "transcripts" | "report" | "as"> {
  files: ImportedFile[];
}

const importers: Record<ImportFormat, (into: Collected, path: string, line?: string) => Importer> = {
  deepeval: deepevalImporter,
  promptfoo: promptfooImporter,
  otel: otelImporter,
  chat: chatImporter,
};

/** Reads files of other tools. What cannot be read, and what does not fit, is in the report; nothing is written. */
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
            "it is not clear what this file is",
            record.place(),
            `say so: --from ${Object.keys(importFormats).join(", ")}`,
          );
          break;
        }
        if (options.as === undefined) decide(into, from, files, file);
        if (from === "promptfoo" && into.as === "transcripts") {
          into.report.lost("promptfoo's tests hold no conversations", record.place(), "import them --as cases");
          break;
        }
        importer = importers[from](into, resolve(file), options.line);
      }
      await importer.take(record);
    }
    await importer?.finish?.();
    const count = into.cases.length + into.transcripts.length - before;
    files.push({ file, from, guessed: options.from === undefined, count });
  }
  const { cases, transcripts, report, as } = into;
  return { files, cases, transcripts, report, as };
}

/** Traces become transcripts and everything else cases, unless somebody says otherwise. One import makes one of the two. */
function decide(into: Collected, from: ImportFormat, before: readonly ImportedFile[], file: string): void {
  const as = from === "otel" ? "transcripts" : "cases";
  if (before.some((one) => one.from !== undefined) && into.as !== as)
    throw new InputError({
      message: `this would become ${as}, the files before it ${into.as}`,
      place: { file },
      remedy: "Import them one after the other, or say --as.",
    });
  into.as = as;
}
