import { lstat, open, readdir, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StringDecoder } from "node:string_decoder";
import {
  exitCodes,
  InputError,
  messageOf,
  noSuchFile,
  plural,
  secretSearch,
  sliceOfRegularFile,
} from "../base/index.ts";
import { isPostgres, shownPlace } from "../store/index.ts";
import { loadSuites } from "../suite/index.ts";
import { commandOf } from "./command.ts";
import { cleanText, print, printError, printJson } from "./print.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

type SecretSearch = ReturnType<typeof secretSearch>;

/** One secret in one place. No field holds the secret itself. */
interface SecretFinding {
  file: string;
  /** "line 12", or the table, the row and the column of a database. */
  place: string;
  kind: string;
  /** The mark that the redactor would have put there. The same secret has the same mark everywhere. */
  mark: string;
}

const chunkBytes = 1 << 20;
/** A secret that begins in the last characters of a chunk is found with the next chunk. */
const overlap = 1 << 16;

/** Bytes that are not text separate strings in a database's file; they are not treated as invisible characters. */
const notText = /[^\P{Cc}\t\n\r]+|\ufffd+/gu;

/** Every secret in a file. The file is read piece by piece. */
async function* scanFile(file: string, search: SecretSearch): AsyncGenerator<SecretFinding> {
  const handle = await open(file);
  try {
    const decoder = new StringDecoder("utf8");
    const buffer = Buffer.alloc(chunkBytes);
    let isBinary: boolean | undefined;
    let window = "";
    /** How much of the window was searched before, and the line in which it begins. */
    let [known, line] = [0, 1];
    for (let isLast = false; !isLast; ) {
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes);
      isLast = bytesRead === 0;
      isBinary ??= buffer.subarray(0, Math.min(bytesRead, 8_192)).includes(0);
      const read = isLast ? decoder.end() : decoder.write(buffer.subarray(0, bytesRead));
      window += isBinary ? read.replace(notText, "\n") : read;
      const upTo = isLast ? window.length : Math.max(known, window.length - overlap);
      let [counted, at] = [line, 0];
      for (const { start, kind, mark } of search(window)) {
        if (start < known || start >= upTo) continue;
        counted += linesIn(window, at, start);
        at = start;
        yield { file, place: isBinary ? "raw bytes" : `line ${counted}`, kind, mark };
      }
      // Some of the searched text is kept, because it decides how the next characters are read.
      const from = Math.max(0, upTo - overlap);
      line += linesIn(window, 0, from);
      window = window.slice(from);
      known = upTo - from;
    }
  } finally {
    await handle.close();
  }
}

function linesIn(text: string, from: number, to: number): number {
  return text.slice(from, to).split("\n").length - 1;
}

/** Columns that identify a row of a store. */
const addressColumns = ["run", "id", "suite", "trial", "case_id", "name"];

/** Every secret in the rows of a SQLite file, row by row. */
function* scanDatabase(file: string, search: SecretSearch): Generator<SecretFinding> {
  using database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
  for (const table of tables.map(({ name }) => String(name))) {
    const rows = database.prepare(`select * from "${table.replaceAll('"', '""')}"`);
    let number = 0;
    for (const row of rows.iterate()) {
      number += 1;
      for (const [column, value] of Object.entries(row)) {
        if (typeof value !== "string") continue;
        for (const { kind, mark } of search(value)) {
          yield { file, place: `${table}, ${addressOf(row, number)}, ${column}`, kind, mark };
        }
      }
    }
  }
}

function addressOf(row: Readonly<Record<string, unknown>>, number: number): string {
  const known = addressColumns.filter((column) => ["string", "number"].includes(typeof row[column]));
  return known.length === 0 ? `row ${number}` : known.map((column) => `${column} ${row[column]}`).join(" ");
}

/** How many findings of one file are listed; further ones are only counted. */
const mostOfFile = 1_000;

export default commandOf({
  takes: [["[paths...]", "files or folders; without any, the project's store, recordings, reports and baselines"]],
  flags: { "--json": "as JSON" },
  notes: "Exit code: 0 nothing found, 1 a secret was found, 3 a file could not be read, 64 a path does not exist.",
  async act({ json = false }, paths: string[]) {
    const around = await surroundings();
    const files = paths.length > 0 ? await givenFiles(paths, around) : await projectFiles(around);
    return scan(files, around, json);
  },
});

async function scan(files: readonly string[], { environment, cwd }: Surroundings, json: boolean): Promise<number> {
  const search = secretSearch(environment);
  const findings: SecretFinding[] = [];
  const unreadable: { file: string; reason: string }[] = [];
  let total = 0;
  for (const path of files) {
    const file = cleanText(relative(cwd, path) || path);
    let ofFile = 0;
    try {
      for await (const finding of findingsIn(path, search)) {
        total += 1;
        if (++ofFile > mostOfFile) continue;
        const shown = { ...finding, file, place: cleanText(finding.place) };
        if (json) findings.push(shown);
        else print(`${file}: ${shown.place}: ${shown.kind} ${shown.mark}`);
      }
    } catch (error) {
      unreadable.push({ file, reason: cleanText(messageOf(error)) });
    }
    if (ofFile > mostOfFile && !json) print(`${file}: … and ${ofFile - mostOfFile} more`);
  }
  if (json) printJson({ format: 1, files: files.length, total, findings, unreadable });
  else {
    for (const { file, reason } of unreadable) printError(`viva: ${file} cannot be read: ${reason}`);
    const found = total === 0 ? "no secrets" : plural(total, "secret");
    print(`${found} in ${plural(files.length, "file")}`);
  }
  if (total > 0) return exitCodes.fail;
  return unreadable.length > 0 ? exitCodes.infrastructure : exitCodes.pass;
}

/** The rows of a database, then its bytes, which may still hold deleted rows. */
export async function* findingsIn(file: string, search: SecretSearch): AsyncGenerator<SecretFinding> {
  const inRows = new Set<string>();
  let damage: unknown;
  if (sliceOfRegularFile(file, 0, 16).toString("latin1") === "SQLite format 3\0") {
    try {
      for (const finding of scanDatabase(file, search)) {
        inRows.add(finding.mark);
        yield finding;
      }
    } catch (error) {
      damage = error;
    }
  }
  for await (const finding of scanFile(file, search)) if (!inRows.has(finding.mark)) yield finding;
  if (damage !== undefined) throw damage;
}

async function givenFiles(paths: readonly string[], { cwd }: Surroundings): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const whole = resolve(cwd, path);
    const found = path === "" ? undefined : await stat(whole).catch(() => undefined);
    if (!found) throw noSuchFile(path, cwd, "Name files or folders to search.");
    if (!found.isFile() && !found.isDirectory()) {
      const remedy = "Name files or folders to search.";
      throw new InputError({ message: "is neither a file nor a folder", place: { file: path }, remedy });
    }
    files.push(...(found.isFile() ? [whole] : await filesUnder(whole)));
  }
  return [...new Set(files)];
}

/** The files that Viva writes: the store with its log, the suites' cassettes, reports and exported baselines. */
async function projectFiles(around: Surroundings): Promise<string[]> {
  const { root } = around.project;
  const folders = [".viva", "results", "baselines"].map((name) => join(root, name));
  const files = await storeFiles(around.storePlace);
  for (const folder of [...folders, ...(await cassetteFolders(around))]) {
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory()) files.push(...(await filesUnder(folder)));
  }
  return [...new Set(files)];
}

async function storeFiles(place: string): Promise<string[]> {
  if (isPostgres(place)) {
    printError(`viva: the store at ${shownPlace(place)} is not searched: only files are`);
    return [];
  }
  const files = ["", "-wal"].map((ending) => `${place}${ending}`);
  const found = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  return files.filter((_, index) => found[index]?.isFile());
}

/** If a suite does not load, every folder with the usual name is searched instead. */
async function cassetteFolders({ project, cwd }: Surroundings): Promise<string[]> {
  try {
    const suites = await loadSuites(project, [], cwd);
    return suites.map(({ suite, folder }) => resolve(folder, suite.cassettes ?? "cassettes"));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const files = await filesUnder(project.root);
    const folders = files.map(dirname).filter((folder) => folder.split(sep).includes("cassettes"));
    printError(
      cleanText(`viva: a suite does not load, so Viva searches every folder named cassettes: ${error.message}`),
    );
    return [...new Set(folders)];
  }
}

/** Regular files only: a pipe would never end, and a link may lead out of the project. */
async function filesUnder(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    const found = await lstat(path);
    if (found.isFile()) files.push(path);
    else if (found.isDirectory() && name !== "node_modules" && name !== ".git") files.push(...(await filesUnder(path)));
  }
  return files;
}
