import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Document, isMap, isScalar, isSeq, Scalar, type ToStringOptions, visit } from "yaml";
import type { JsonObject } from "../base/index.ts";

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
