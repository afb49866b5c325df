import { existsSync } from "node:fs";
import { exitCodes, InputError, listed, messageOf, noSuchFile, plural, showProblem } from "../base/index.ts";
import { type Imported, importFiles, importFormats, madeFiles, madeSuite, notesText } from "../formats/index.ts";
import { writeWholeFile } from "../model/index.ts";
import { commandOf, type FlagsOf, flagRows, oneOf } from "./command.ts";
import { cleanText, print, printError } from "./print.ts";
import { writeReport } from "./streams.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

const rows = flagRows({
  "--from <format>": [
    "the files' format; guessed if left out",
    oneOf(...(Object.keys(importFormats) as (keyof typeof importFormats)[])),
  ],
  "--as <what>": ["make cases (default) or transcripts (default for traces)", oneOf("cases", "transcripts")],
  "--out <path>": "a folder, or a file that ends in .yaml, .json or .jsonl (default cases/ or transcripts/)",
  "--line <variable>": "promptfoo: the variable that holds the user's message; the whole prompt if left out",
  "--dry-run": "show the report; write nothing",
  "--force": "replace files that exist",
  "--json": "the report as JSON on stdout, with every example",
});
type ImportFlags = FlagsOf<typeof rows>;

/** How many unreadable records are shown on a terminal; --json lists more. */
const shownProblems = 20;

export default commandOf({
  takes: [["<files...>", "files of other tools: JSON, JSON lines, YAML or CSV"]],
  flags: rows,
  notes: `Exit code: 0 everything was read; 64 something could not be read. What could be read is written in both cases.

Examples:
  viva import promptfooconfig.yaml --dry-run
  viva import goldens.csv --out cases/goldens.yaml
  viva import traces.jsonl --as transcripts --out transcripts`,
  act: async (flags, files: string[]) => importAll(await surroundings(), files, flags),
});

async function importAll({ redactor }: Surroundings, files: readonly string[], flags: ImportFlags): Promise<number> {
  for (const file of files) if (!existsSync(file)) throw noSuchFile(file, process.cwd());
  const imported = await importFiles(files, flags);
  // Secrets are removed from transcripts, as from those of a run. A case stays as its author wrote it.
  imported.transcripts.splice(0, Infinity, ...imported.transcripts.map((transcript) => redactor.first(transcript)));
  for (const one of imported.cases) {
    if (redactor.value(one) === one) continue;
    const place = { file: files[0] ?? "", caseId: one.id };
    const becomes = "copied into the case unchanged; viva scan shows where";
    imported.report.note("imported", "text that looks like a secret", becomes, place);
  }
  const made = madeFiles(imported, flags.out);
  const planned = madeSuite(imported, made);
  // Somebody may have put an agent into a suite that is there already.
  const suite = planned && !existsSync(planned.path) ? planned : undefined;
  if (!flags.dryRun) {
    if (!flags.force) refuseExisting(made);
    await write(suite ? [...made, suite] : made);
  }
  if (flags.json) writeReport(`${cleanJson(reportOf(imported, made, flags.dryRun === true, suite?.path))}\n`);
  else {
    const told = planned && suiteText(planned.path, suite === undefined, flags.dryRun);
    print(cleanText(reportText(imported, made, flags.dryRun === true, told)));
    if (imported.report.problems.length > 0) printError(cleanText(problemsText(imported)));
  }
  if (flags.dryRun && !flags.force) refuseExisting(made);
  return imported.report.unread > 0 || made.length === 0 ? exitCodes.usage : exitCodes.pass;
}

function refuseExisting(made: readonly { path: string }[]): void {
  for (const { path } of made) {
    if (existsSync(path))
      throw new InputError({
        message: "this file exists already; nothing was written",
        place: { file: path },
        remedy: "Name another file with --out, or replace this one with --force.",
      });
  }
}

async function write(made: ReturnType<typeof madeFiles>): Promise<void> {
  for (const { path, text } of made) {
    await writeWholeFile(path, text).catch((error: unknown) => {
      throw new InputError({
        message: `the file could not be written: ${messageOf(error)}`,
        place: { file: path },
        remedy: "Name another file or folder with --out.",
      });
    });
  }
}

function countOf({ as, cases, transcripts }: Imported): string {
  return as === "cases" ? plural(cases.length, "case") : plural(transcripts.length, "transcript");
}

function suiteText(path: string, exists: boolean, dryRun = false): string {
  if (exists) return `the suite ${path} exists already, and stays as it is`;
  return `a suite ${dryRun ? "would be" : "was"} written to ${path}: put your agent into it`;
}

function reportText(imported: Imported, made: readonly { path: string }[], dryRun: boolean, suite?: string): string {
  const { files, report, as } = imported;
  const heads = files.flatMap(({ file, from, guessed }) => {
    if (!from) return [];
    const { called } = importFormats[from];
    return `${file}: ${guessed ? `looks like ${called} (--from overrides this)` : called}`;
  });
  const paths = made.map(({ path }) => path);
  const where = made.length === 0 ? "" : ` ${dryRun ? "would be written to" : "written to"} ${listed(paths, 5)}`;
  const unread = report.unread === 0 ? "" : `; ${plural(report.unread, "record")} could not be imported, see below`;
  const metrics =
    as === "cases" && report.metrics.length > 0 ? `metrics for the suite: [${report.metrics.join(", ")}]` : "";
  return `${[heads.join("\n"), `${countOf(imported)}${where}${unread}`, notesText(report.notes), metrics, suite].filter(Boolean).join("\n\n")}`;
}

function problemsText({ report }: Imported): string {
  const shown = report.problems.slice(0, shownProblems).map(showProblem);
  const more = report.unread - shown.length;
  return `\nnot imported:\n${[...shown, ...(more > 0 ? [`… and ${more} more; --json lists them`] : [])].join("\n")}`;
}

function reportOf(
  { files, report, as, cases, transcripts }: Imported,
  made: readonly { path: string }[],
  dryRun: boolean,
  suite?: string,
) {
  return {
    format: 1,
    files,
    as,
    count: as === "cases" ? cases.length : transcripts.length,
    written: dryRun ? [] : made.map(({ path }) => path),
    ...(suite === undefined || dryRun ? {} : { suite }),
    metrics: report.metrics,
    notes: report.notes,
    unread: report.unread,
    problems: report.problems,
  };
}

/** Cleans every text before it becomes JSON: afterwards a control character would be an escape, and would stay. */
function cleanJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? cleanText(part) : part), 2);
}
