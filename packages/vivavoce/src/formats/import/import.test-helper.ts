import { join, relative } from "node:path";
import { showProblem } from "../../base/index.ts";
import { temporaryFiles } from "../../case/fixtures/temporary-files.ts";
import { type CaseSet, cases, scanCases } from "../../case/index.ts";
import type { Case } from "../../shape/index.ts";
import { type Imported, importFiles } from "./import-files.ts";

type ImportOptions = NonNullable<Parameters<typeof importFiles>[1]>;

import { notesText } from "./import-report.ts";
import { madeFiles } from "./written-files.ts";

const fixtures = join(import.meta.dirname, "fixtures");

/** A file of the fixtures, imported. */
export function importFixture(name: string, options: ImportOptions = {}): Promise<Imported> {
  return importFiles([relative(process.cwd(), join(fixtures, name))], options);
}

/** Files that stand only in a test, imported together. */
export async function importTexts(
  files: Record<string, string | Uint8Array>,
  options: ImportOptions & { only?: string[] } = {},
): Promise<Imported> {
  const folder = await temporaryFiles(files);
  return importFiles(
    (options.only ?? Object.keys(files)).map((name) => join(folder, name)),
    options,
  );
}

/** All that an import tells, with the files named as in the fixtures. */
export function told({ report }: Imported): string {
  const folder = `${relative(process.cwd(), fixtures)}/`;
  const problems = report.problems.map((problem) => `${showProblem(problem)}\n`).join("");
  return `${notesText(report.notes)}\n\nmetrics: ${report.metrics.join(", ")}\n\nnot imported: ${report.unread}\n${problems}`.replaceAll(
    folder,
    "",
  );
}

/** The cases of an import, written to a file and read back from it as a suite reads them. */
export async function loaded(
  imported: Imported,
  out = "cases.yaml",
): Promise<{ all: Case[]; set: CaseSet; text: string }> {
  const [file] = madeFiles(imported, out);
  const folder = await temporaryFiles({ [out]: file?.text ?? "" });
  const set = await scanCases(cases(`./${out}`), { baseDirectory: folder });
  const all = await Promise.all(Array.from({ length: set.size }, (_, index) => set.read(index)));
  return { all, set, text: file?.text ?? "" };
}
