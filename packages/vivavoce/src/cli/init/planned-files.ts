import { existsSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { InputError, isJsonObject, messageOf, type Problem, readRegularFileSync } from "../../base/index.ts";
import { type ColumnCell, inColumns, type Style } from "../../report/index.ts";
import { cleanText } from "../print.ts";
import type { Choices } from "./choices.ts";
import { type ProjectFacts, withoutMark } from "./project-facts.ts";
import { configText, sampleFiles, suiteFile, suiteText, testText, workflowText } from "./suite-text.ts";

/** What becomes of every file that `viva init` wants to be there, in the order in which they are listed. */
function plannedChanges(choices: Choices, facts: ProjectFacts, present: PresentFiles, force: boolean): FileChange[] {
  const { ending, tests, variables, ci } = choices;
  const whole = (path: string, text: string, note = "") => wholeFile(path, present.read(path), { text, note, force });
  const lines = (path: string, wanted: readonly string[]) => withLines(path, present.read(path), wanted);
  const example = variables.map((name) => `${name}=`);
  const above = facts.repositoryAbove && `belongs at the repository's root, ${facts.repositoryAbove}`;
  const gitlab = () => {
    const text = workflowText("gitlab", choices);
    const [main, own] = [".gitlab-ci.yml", ".gitlab/viva.yml"];
    if ([undefined, text].includes(present.read(main))) return whole(main, text, above);
    const include = `name it in ${main}: include: { local: /${own} }`;
    return whole(own, text, above ? `${above}; ${include}` : include);
  };
  return [
    whole(suiteFile(choices), suiteText(choices), "your agent goes in here"),
    ...sampleFiles(choices).map(([path, text]) => whole(path, text, path.endsWith(".py") ? inPython : handWritten)),
    ...(tests === "none" ? [] : [whole(`evals/first.test${ending}`, testText(choices), testNotes[tests])]),
    whole(facts.configFile ?? `viva.config${ending}`, configText(choices)),
    withScript(present.read("package.json"), facts.folder),
    lines(".gitignore", ignored(present)),
    ...(example.length === 0 ? [] : [lines(".env.example", example)]),
    ...(ci === "github" ? [whole(".github/workflows/viva.yml", workflowText(ci, choices), above)] : []),
    ...(ci === "gitlab" ? [gitlab()] : []),
  ];
}

const handWritten = "hand-written answers, so that it runs without a key";
const inPython = "the agent until then, in Python";
const testNotes = { jest: "the suite as Jest tests", vitest: "the suite as Vitest tests" };

/** Characters that npm refuses in a name are left out. */
function packageName(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return name || "evals";
}

/** A folder of that name that was there before is not Viva's. */
function ignored(present: PresentFiles): string[] {
  return [
    ...(present.has(".gitignore") ? [] : ["node_modules/"]),
    ".viva/",
    ...(present.has("results") && !present.has(".viva") ? [] : ["results/"]),
    ".env",
    // What deepeval leaves behind, if a metric of it is used.
    ".deepeval/",
  ];
}

/** What `viva init` does with one file. */
interface FileChange {
  /** Relative to the project, with slashes. */
  path: string;
  does: "write" | "replace" | "add" | "keep";
  /** A kept file that says something else than the planned one. */
  isForeign?: true;
  /** What it holds afterwards; undefined where it is kept. */
  text?: string;
  /** A remark for the user. */
  detail: string;
}

/** A whole file. It replaces an existing one only with `force`. */
function wholeFile(
  path: string,
  existing: string | undefined,
  { text, note, force }: { text: string; note: string; force: boolean },
): FileChange {
  if (existing === undefined) return { path, does: "write", text, detail: note };
  if (existing === text) return { path, does: "keep", detail: "it is there already" };
  if (force) return { path, does: "replace", text, detail: note };
  return { path, does: "keep", isForeign: true, detail: "it is there already; --force replaces it" };
}

/** Lines that are added if they are missing. */
function withLines(path: string, existing: string | undefined, lines: readonly string[]): FileChange {
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

/** The project's package.json with a script that plays its suites. */
function withScript(existing: string | undefined, folder: string): FileChange {
  const [path, name, command] = ["package.json", "evaluate", "viva run"];
  const detail = `the script "${name}"`;
  if (existing === undefined) {
    const fresh = { name: packageName(folder), private: true, type: "module", scripts: { [name]: command } };
    return { path, does: "write", text: jsonText(fresh), detail };
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

/** The change of every planned file. All unreadable files are reported at once, before anything is written. */
export function changesIn(choices: Choices, facts: ProjectFacts, force = false): FileChange[] {
  const problems: Problem[] = [];
  const present = filesIn(facts.folder, problems);
  const changes = plannedChanges(choices, facts, present, force);
  if (problems.length > 0) throw new InputError(problems);
  const suite = suiteFile(choices);
  const isForeign = changes.some((change) => change.path === suite && change.isForeign);
  // The tape and the test are for the suite that would have been written.
  return changes.filter(({ path }) => path === suite || !path.startsWith("evals/") || !isForeign);
}

type PresentFiles = ReturnType<typeof filesIn>;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What the project holds already. Paths are relative to it, with slashes. */
function filesIn(folder: string, problems: Problem[]) {
  return {
    has: (path: string) => existsSync(join(folder, path)),
    /** A file's text; undefined if there is no such file. */
    read(path: string): string | undefined {
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
export function showChanges(changes: readonly FileChange[], style: Style, tense: keyof typeof words): string {
  const verbs = words[tense];
  const rows = changes.map(({ path, does, detail }): ColumnCell[] => [
    verbs[does],
    path,
    ...(detail === "" ? [] : [{ text: cleanText(detail), paint: style.dim }]),
  ]);
  return inColumns(rows, { align: ["left", "left", "left"] }).join("\n");
}
