import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Document, isMap, isScalar, isSeq, Scalar, type ToStringOptions, visit } from "yaml";
import {
  InputError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  openRegularFile,
  readRegularFile,
  unlessMissing,
} from "../base/index.ts";
import { dataFromTape, type Tape } from "./tape.ts";
import { type ParsedTapeFile, parseTapeFile, type TapeOrigin, tapeVersion } from "./tape-format.ts";
import { parseYaml } from "./yaml-source.ts";

/** One file of a cassette; `caseId` is undefined for the suite's own tape. */
export interface TapeFilePlace {
  path: string;
  caseId: string | undefined;
}

/** What a file of a cassette holds, or undefined if there is none. */
export async function readTapeFile({ path, caseId }: TapeFilePlace): Promise<ParsedTapeFile | undefined> {
  const bytes = await unlessMissing(() => readRegularFile(path));
  return bytes && parseTapeFile(decoded(bytes, path), path, caseId);
}

/** The origin of a file's tapes, read from its first lines, so that a long recording is not parsed. */
export async function readTapeOrigin(place: TapeFilePlace): Promise<TapeOrigin | undefined> {
  const head = await unlessMissing(() => firstBytes(place.path, 1024));
  const found = head && /^origin:[ \t]*(hand-written|recorded)[ \t]*(?:#.*)?\r?$/m.exec(head);
  return found ? (found[1] as TapeOrigin) : (await readTapeFile(place))?.file.origin;
}

/** The case that a file names, whatever else is in it. */
export async function readCaseName(path: string): Promise<string | undefined> {
  const { value } = parseYaml(decoded(await readRegularFile(path), path), path);
  return isJsonObject(value) && typeof value.case === "string" ? value.case : undefined;
}

/** Writes one repeat's tape into a file, next to those of other repeats. */
export function writeTapeFile(place: TapeFilePlace, tape: Tape): Promise<void> {
  return oneAtATime(place.path, async () => {
    const others = writtenTapes(await readTapeFile(place)).filter(({ repeat }) => repeat !== tape.repeat);
    const tapes = [...others, { origin: tape.origin, repeat: tape.repeat, fields: dataFromTape(tape) }];
    await writeWholeFile(place.path, tapeText(fileOf(place.caseId, tapes)));
  });
}

interface WrittenTape {
  origin: TapeOrigin;
  repeat: number;
  fields: JsonObject;
}

function writtenTapes(parsed: ParsedTapeFile | undefined): WrittenTape[] {
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

/** Lines are not folded, and quoted texts are written as in JSON. */
const style: ToStringOptions = { doubleQuotedAsJSON: true, singleQuote: false, lineWidth: 0 };

/** Whether a block literal keeps a text exactly; one that begins or ends with white space is safer in quotes. */
const blockSafe = /^\S.*\S\n?$/s;

/** The YAML text of a tape file; the same data always give the same bytes. */
export function tapeText(file: JsonObject): string {
  // "yes", "1e3" and dates are quoted, so that YAML 1.1 readers also read them as texts.
  const document = new Document(file, { compat: "yaml-1.1", aliasDuplicateObjects: false });
  visit(document, {
    Scalar(position, scalar) {
      if (typeof scalar.value !== "string" || !scalar.value.includes("\n")) return;
      const asBlock = position !== "key" && blockSafe.test(scalar.value);
      scalar.type = asBlock ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
    },
    Pair(_, { key, value }) {
      if (!isScalar(key)) return;
      if (key.value === "usage" && isMap(value)) value.flow = true;
      if ((key.value === "logprobs" || key.value === "exchanges") && isSeq(value))
        for (const item of value.items) if (isMap(item)) item.flow = true;
    },
  });
  return document.toString(style);
}

/** Running work on files in this process, by full path. */
const underWay = new Map<string, Promise<unknown>>();

/** Runs work on a file after all earlier work on it in this process has ended. */
export async function oneAtATime<T>(path: string, work: () => Promise<T>): Promise<T> {
  const key = resolve(path);
  const before = underWay.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => undefined);
  underWay.set(key, settled);
  try {
    return await mine;
  } finally {
    if (underWay.get(key) === settled) underWay.delete(key);
  }
}

/** Writes a file so that a reader, even after a crash, finds either the old text or the new one. */
export async function writeWholeFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `.${basename(path).slice(0, 100)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    await using(await open(draft, "wx"), async (file) => {
      await file.writeFile(text, "utf8");
      await file.sync();
    });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Syncs the folder, so that the new name survives a crash. Windows cannot open a folder, and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using(await open(folder, "r"), (handle) => handle.sync());
}

async function using(file: FileHandle, work: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}
