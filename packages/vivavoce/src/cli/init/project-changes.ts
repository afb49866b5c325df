import { existsSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { InputError, isJsonObject, messageOf, type Problem, readRegularFileSync } from "../../base/index.ts";
import { type ColumnCell, inColumns, type Style } from "../../report/index.ts";
import { cleanText } from "../print.ts";
import type { Choices } from "./choices.ts";
import { type PlannedFile, type PresentFiles, plannedFiles } from "./planned-files.ts";
import { type ProjectFacts, withoutMark } from "./project-facts.ts";
import { suiteFile } from "./suite-text.ts";

/** The change of every planned file. All unreadable files are reported at once, before anything is written. */
export function changesIn(choices: Choices, facts: ProjectFacts, { force }: { force: boolean }): FileChange[] {
  const problems: Problem[] = [];
  const present = filesIn(facts.folder, problems);
  const planned = plannedFiles(choices, facts, present);
  const changes = planned.map((file) => changeOf(file, present.read(file.path), { force }));
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

/** What `viva init` does with one file. */
interface FileChange {
  path: string;
  does: "write" | "replace" | "add" | "keep";
  /** A kept file that says something else than the planned one. */
  isForeign?: true;
  /** What it holds afterwards; undefined where it is kept. */
  text?: string;
  /** A remark for the user. */
  detail: string;
}

/** How a planned file changes an existing one. It replaces it only with `force`. */
export function changeOf(file: PlannedFile, existing: string | undefined, { force }: { force: boolean }): FileChange {
  if (file.kind === "lines") return withLines(file, existing);
  if (file.kind === "script") return withScript(file, existing);
  const { path, text, note = "" } = file;
  if (existing === undefined) return { path, does: "write", text, detail: note };
  if (existing === text) return { path, does: "keep", detail: "it is there already" };
  if (force) return { path, does: "replace", text, detail: note };
  return { path, does: "keep", isForeign: true, detail: "it is there already; --force replaces it" };
}

function withLines({ path, lines }: PlannedFile & { kind: "lines" }, existing: string | undefined): FileChange {
  const before = existing ?? "";
  const present = new Set(before.split(/\r?\n/).map(meaning));
  const missing = lines.filter((line) => !present.has(meaning(line)));
  if (missing.length === 0) return { path, does: "keep", detail: "it is there already" };
  const newline = newlineOf(before);
  const start = before === "" || before.endsWith("\n") ? before : `${before}${newline}`;
  const text = `${start}${missing.join(newline)}${newline}`;
  return { path, does: existing === undefined ? "write" : "add", text, detail: missing.join(", ") };
}

/** "/.viva", ".viva/" and ".viva/*" ignore the same. A variable counts as present, whatever its value. */
function meaning(line: string): string {
  return line
    .trim()
    .replace(/^\//, "")
    .replace(/\/\*{0,2}$/, "")
    .replace(/^#?\s*([A-Z_]+)=.*$/, "$1=");
}

function withScript(file: PlannedFile & { kind: "script" }, existing: string | undefined): FileChange {
  const { path, fresh } = file;
  const { name, command } = file.script;
  const detail = `the script "${name}"`;
  if (existing === undefined) {
    return { path, does: "write", text: jsonText({ ...fresh, scripts: { [name]: command } }), detail };
  }
  const manifest: unknown = JSON.parse(withoutMark(existing));
  if (!isJsonObject(manifest)) throw new Error(`${path} was a JSON object a moment ago`);
  const scripts = isJsonObject(manifest.scripts) ? manifest.scripts : {};
  if (Object.hasOwn(scripts, name)) {
    const same = scripts[name] === command ? `it has ${detail} already` : `its own script "${name}" stays`;
    return { path, does: "keep", detail: same };
  }
  const text = jsonText({ ...manifest, scripts: { ...scripts, [name]: command } }, existing);
  return { path, does: "add", text, detail };
}

/** JSON with the indentation, line ends and final newline of the text that it replaces. */
function jsonText(value: object, before = "{\n  }\n"): string {
  const indentation = /^[ \t]+(?=["}])/m.exec(before)?.[0] ?? "";
  const newline = newlineOf(before);
  const text = JSON.stringify(value, null, indentation).replaceAll("\n", newline);
  return `${before.startsWith("\uFEFF") ? "\uFEFF" : ""}${text}${/\n$/.test(before) ? newline : ""}`;
}

function newlineOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
