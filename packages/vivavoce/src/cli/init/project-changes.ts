import { existsSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { InputError, messageOf, type Problem, readRegularFileSync } from "../../base/index.ts";
import { type ColumnCell, inColumns, type Style } from "../../report/index.ts";
import { cleanText } from "../print.ts";
import type { Choices } from "./choices.ts";
import type { FileChange } from "./file-change.ts";
import { type PresentFiles, plannedChanges } from "./planned-files.ts";
import type { ProjectFacts } from "./project-facts.ts";
import { suiteFile } from "./suite-text.ts";

/** The change of every planned file. All unreadable files are reported at once, before anything is written. */
export function changesIn(choices: Choices, facts: ProjectFacts, { force }: { force: boolean }): FileChange[] {
  const problems: Problem[] = [];
  const present = filesIn(facts.folder, problems);
  const changes = plannedChanges(choices, facts, present, force);
  if (problems.length > 0) throw new InputError(problems);
  const suite = suiteFile(choices);
  const isForeign = changes.some((change) => change.path === suite && change.isForeign);
  // The tape and the test are for the suite that would have been written.
  return changes.filter(({ path }) => path === suite || !path.startsWith("evals/") || !isForeign);
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function filesIn(folder: string, problems: Problem[]): PresentFiles {
  return {
    has: (path) => existsSync(join(folder, path)),
    read(path) {
      const file = join(folder, path);
      // A broken link counts as a file: writing through it would write elsewhere.
      if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
      try {
        // What is not UTF-8 would be written back as something else.
        return utf8.decode(readRegularFileSync(file));
      } catch (error) {
        const known = error instanceof InputError ? error.problems : [unreadable(error, file)];
        problems.push(...known);
        return "";
      }
    },
  };
}

function unreadable(error: unknown, file: string): Problem {
  return { message: `cannot be read: ${messageOf(error)}`, place: { file }, remedy: "Correct it, or remove it." };
}

/** Writes the changes. A file that appeared in the meantime is not replaced. */
export async function writeChanges(changes: readonly FileChange[], folder: string): Promise<void> {
  for (const { path, does, text } of changes) {
    if (text === undefined) continue;
    const file = join(folder, path);
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text, { flag: does === "write" ? "wx" : "w" });
    } catch (error) {
      throw new InputError({
        message: `cannot be written: ${messageOf(error)}`,
        place: { file },
        remedy: "Correct that, and run the command again: it goes on where it stopped.",
      });
    }
  }
}

const words = {
  did: { write: "wrote", replace: "replaced", add: "added", keep: "kept" },
  would: { write: "would write", replace: "would replace", add: "would add to", keep: "would keep" },
} as const;

/** A line for each file. */
export function showChanges(
  changes: readonly FileChange[],
  { style, tense }: { style: Style; tense: keyof typeof words },
): string {
  const verbs = words[tense];
  const rows = changes.map(({ path, does, detail }): ColumnCell[] => [
    verbs[does],
    path,
    ...(detail === "" ? [] : [{ text: cleanText(detail), paint: style.dim }]),
  ]);
  return inColumns(rows, { align: ["left", "left", "left"] }).join("\n");
}
