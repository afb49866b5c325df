import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  InputError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  openRegularFile,
  type Problem,
  type Redactor,
  readRegularFile,
  redactor,
  refuseIrregular,
  unlessMissing,
} from "../base/index.ts";
import { safeFileName, textOfFileName, variantFolder } from "./safe-file-name.ts";
import { dataFromTape, type Tape, tapeFromData } from "./tape.ts";
import { oneAtATime, tapeText, writeWholeFile } from "./tape-file.ts";
import { parseTapeFile, tapeVersion } from "./tape-format.ts";
import { parseYaml } from "./yaml-source.ts";

type Variant = Readonly<Record<string, string>>;

/** A suite's recorded model traffic: a folder for each variant, in it a file for each case. */
export interface Cassette {
  readonly directory: string;
  /** Where a case's tapes are, or would be. */
  path(variant: Variant, caseId: string): string;
  has(variant: Variant, caseId: string): Promise<boolean>;
  /** The ids of all cases with a tape, from one listing of the folder. */
  list(variant: Variant): Promise<Set<string>>;
  /** undefined if there is no tape; "hand-written" as soon as one of the case's tapes is. */
  origin(variant: Variant, caseId: string): Promise<Tape["origin"] | undefined>;
  /** The tapes of all repeats; none if there is no file. */
  read(variant: Variant, caseId: string): Promise<Tape[]>;
  /** Writes one repeat's tape into the case's file. The tapes of other repeats are kept, comments are not. */
  write(variant: Variant, caseId: string, tape: Tape): Promise<void>;
  /** The tape of the calls that are made once for the suite. */
  readSuite(variant: Variant): Promise<Tape | undefined>;
  writeSuite(variant: Variant, tape: Tape): Promise<void>;
}

interface CassetteOptions {
  /** Removes secrets from what is written; by default those of this process's environment. */
  redactor?: Redactor | undefined;
}

/**
 * A cassette in a folder, which is created on first use.
 *
 * @example const tapes = await openCassette("cassettes").read({ prompt: "v2" }, "stalled-project-advice");
 */
export function openCassette(directory: string, options: CassetteOptions = {}): Cassette {
  const { redactor: redact = redactor() } = options;
  const folder = (variant: Variant) => join(directory, variantFolder(variant));
  const path = (variant: Variant, caseId: string) => join(folder(variant), `${safeFileName(caseId)}.yaml`);
  const ofCase = (variant: Variant, caseId: string): TapeFilePlace => ({ path: path(variant, caseId), caseId });
  const ofSuite = (variant: Variant): TapeFilePlace => ({
    path: join(folder(variant), "_suite.yaml"),
    caseId: undefined,
  });

  const readTapes = async (place: TapeFilePlace): Promise<Tape[]> => {
    const { tapes = [], origin = "recorded" } = (await readTapeFile(place))?.file ?? {};
    return tapes.map((data) => tapeFromData(data, origin));
  };
  return {
    directory,
    path,
    has: (variant, caseId) => isThere(path(variant, caseId)),
    list: (variant) => caseIdsIn(folder(variant)),
    origin: (variant, caseId) => readTapeOrigin(ofCase(variant, caseId)),
    read: (variant, caseId) => readTapes(ofCase(variant, caseId)),
    write: (variant, caseId, tape) => writeTapeFile(ofCase(variant, caseId), redactedTape(tape, redact)),
    readSuite: async (variant) => (await readTapes(ofSuite(variant)))[0],
    writeSuite: (variant, tape) => writeTapeFile(ofSuite(variant), redactedTape(tape, redact)),
  };
}

function redactedTape(tape: Tape, redact: Redactor): Tape {
  const records = tape.records.map((record) => ({
    ...record,
    answer: redact.value(record.answer),
    request: redact.value(record.request),
  }));
  const failures = tape.failures?.map((failed) => ({
    ...failed,
    missing: redact.value(failed.missing),
    request: redact.value(failed.request),
  }));
  const { incomplete, ended, late, mcp } = tape;
  return { ...tape, ...redact.value({ incomplete, ended, late, mcp }), records, failures };
}

/** Whether there is such a file; anything else with its name is refused. */
async function isThere(file: string): Promise<boolean> {
  const found = await unlessMissing(() => stat(file));
  if (found) refuseIrregular(file, found);
  return found !== undefined;
}

async function caseIdsIn(folder: string): Promise<Set<string>> {
  const entries = (await unlessMissing(() => readdir(folder, { withFileTypes: true }))) ?? [];
  const tapes = entries.filter(({ name }) => name.endsWith(".yaml") && !name.startsWith("."));
  for (const entry of tapes) if (!entry.isFile()) await isThere(join(folder, entry.name));
  const stems = tapes
    .map(({ name }) => name)
    .filter((name) => name !== "_suite.yaml")
    .map((name) => name.slice(0, -".yaml".length))
    .sort();
  const ids = await Promise.all(stems.map((stem) => textOfFileName(stem) ?? caseIdInside(folder, stem)));
  const problems = ids.filter((id) => typeof id === "object");
  if (problems.length > 0) throw new InputError(problems);
  return new Set(ids.filter((id) => typeof id === "string"));
}

/** If the name was cut, the file tells its case. Any other name is not one of Viva's. */
async function caseIdInside(folder: string, stem: string): Promise<string | Problem> {
  const file = join(folder, `${stem}.yaml`);
  const caseId = await readCaseName(file);
  const expected = caseId === undefined ? undefined : `${safeFileName(caseId)}.yaml`;
  if (caseId !== undefined && expected === `${stem}.yaml`) return caseId;
  const remedy = expected ? `Rename it to ${expected}.` : "Rename it after its case, or move it out of the cassette.";
  return { message: "this file name does not belong to any case", place: { file }, remedy };
}

/** One file of a cassette; `caseId` is undefined for the suite's own tape. */
interface TapeFilePlace {
  path: string;
  caseId: string | undefined;
}

/** What a file of a cassette holds, or undefined if there is none. */
async function readTapeFile({ path, caseId }: TapeFilePlace) {
  const bytes = await unlessMissing(() => readRegularFile(path));
  return bytes && parseTapeFile(decoded(bytes, path), path, caseId);
}

/** The origin of a file's tapes, read from its first lines, so that a long recording is not parsed. */
async function readTapeOrigin(place: TapeFilePlace): Promise<Tape["origin"] | undefined> {
  const head = await unlessMissing(() => firstBytes(place.path, 1024));
  const found = head && /^origin:[ \t]*(hand-written|recorded)[ \t]*(?:#.*)?\r?$/m.exec(head);
  return found ? (found[1] as Tape["origin"]) : (await readTapeFile(place))?.file.origin;
}

/** The case that a file names, whatever else is in it. */
async function readCaseName(path: string): Promise<string | undefined> {
  const { value } = parseYaml(decoded(await readRegularFile(path), path), path);
  return isJsonObject(value) && typeof value.case === "string" ? value.case : undefined;
}

/** Writes one repeat's tape into a file, next to those of other repeats. */
function writeTapeFile(place: TapeFilePlace, tape: Tape): Promise<void> {
  return oneAtATime(place.path, async () => {
    const others = writtenTapes(await readTapeFile(place)).filter(({ repeat }) => repeat !== tape.repeat);
    const tapes = [...others, { origin: tape.origin, repeat: tape.repeat, fields: dataFromTape(tape) }];
    await writeWholeFile(place.path, tapeText(fileOf(place.caseId, tapes)));
  });
}

interface WrittenTape {
  origin: Tape["origin"];
  repeat: number;
  fields: JsonObject;
}

function writtenTapes(parsed: Awaited<ReturnType<typeof readTapeFile>>): WrittenTape[] {
  if (!parsed) return [];
  const { file, written } = parsed;
  return file.tapes.map(({ origin = file.origin, repeat }, index) => {
    const fields: JsonValue | undefined = written[index];
    return { origin, repeat, fields: isJsonObject(fields) ? fields : {} };
  });
}

/** A file with one hand-written tape counts as hand-written; its recorded tapes are then marked one by one. */
function fileOf(caseId: string | undefined, tapes: WrittenTape[]): JsonObject {
  const fileOrigin = tapes.some(({ origin }) => origin === "hand-written") ? "hand-written" : "recorded";
  const inOrder = tapes.toSorted((a, b) => a.repeat - b.repeat);
  return {
    viva: tapeVersion,
    origin: fileOrigin,
    ...(caseId === undefined ? {} : { case: caseId }),
    tapes: inOrder.map(({ origin, repeat, fields: { repeat: _, origin: __, ...fields } }) => ({
      repeat,
      ...(origin === fileOrigin ? {} : { origin }),
      ...fields,
    })),
  };
}

function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const remedy = "Save it as UTF-8.";
    throw new InputError({ message: "this file is not UTF-8 text", place: { file }, remedy }, cause);
  }
}

async function firstBytes(path: string, length: number): Promise<string> {
  const file = await openRegularFile(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
