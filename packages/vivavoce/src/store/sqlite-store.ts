import { accessSync, constants, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { messageOf } from "../base/index.ts";
import { commitRows, type OpenedStore } from "./commit-rows.ts";
import { migrate } from "./migrations.ts";
import { openDatabase, SqliteDatabase } from "./sqlite-database.ts";
import { faultAt, storeErrorOf } from "./sqlite-fault.ts";
import { StoreError } from "./store-error.ts";
import { lostLogCheck } from "./store-files.ts";
import { ThreadedWriter, writeFailure } from "./threaded-writer.ts";

/** How long groups may block this thread in all. A thread of their own takes about as long to start. */
const mostBlockedMs = 50;

/**
 * Opens a store in a file, or creates one. Syncing to disk blocks, so groups are committed in a thread. It is started when
 * the first groups have taken as long as its start: a short run is over by then.
 */
export async function openSqlite(file: string): Promise<OpenedStore> {
  let native: DatabaseSync | undefined;
  try {
    const refuseLostLog = lostLogCheck(file);
    native = openStoreFile(file);
    refuseLostLog(native);
    const { database, release } = await upToDate(native, file);
    const thread = new ThreadedWriter(file);
    let blockedMs = 0;
    return {
      database,
      commit: async (group) => {
        // The thread opens the file by its name, and by then it may be another one.
        database.check();
        if (thread.worker || blockedMs > mostBlockedMs) return thread.commit(group);
        const begun = performance.now();
        return commitRows(database, group)
          .finally(() => {
            blockedMs += performance.now() - begun;
          })
          .catch((error: unknown) => {
            throw writeFailure(error);
          });
      },
      writeElsewhere: () => thread.start(),
      close: async () => {
        await thread.close();
        await database.destroy();
        release();
      },
    };
  } catch (error) {
    native?.close();
    throw error;
  }
}

/** Opens a store that is only read: it stays as it is, and so does its folder. An older one is read from a copy. */
export async function openSqliteToRead(file: string): Promise<OpenedStore> {
  const { native, release } = await openToRead(file);
  try {
    const opened = await upToDate(native, file);
    return {
      database: opened.database,
      commit: (group) => commitRows(opened.database, group),
      close: async () => {
        await opened.database.destroy();
        opened.release();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * A store in the newest schema. A store that cannot be written is read from a copy in the temporary folder. The copy is
 * read-only too, so that an attempt to write is still refused with the reason.
 */
async function upToDate(native: DatabaseSync, file: string): Promise<{ database: SqliteDatabase; release(): void }> {
  const database = new SqliteDatabase(native, file);
  try {
    await migrate(database);
    return { database, release: () => {} };
  } catch (error) {
    if (!(error instanceof StoreError) || error.fault !== "read-only") throw error;
  }
  await database.destroy();
  return inCopy(async (copy) => {
    copyFileSync(file, copy);
    const copied = new SqliteDatabase(new DatabaseSync(copy), file);
    await migrate(copied);
    await copied.destroy();
    return { database: new SqliteDatabase(new DatabaseSync(copy, { readOnly: true }), file) };
  });
}

/** Opens a copy in a temporary folder, which `release` deletes. */
async function inCopy<T>(open: (copy: string) => T | Promise<T>): Promise<T & { release(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "viva-store-"));
  const release = () => rmSync(folder, { recursive: true, force: true });
  try {
    return { ...(await open(join(folder, "store.sqlite"))), release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Opens a store's file without changing anything beside it: SQLite would leave an index there. If the store was not
 * closed properly, its last results are in the log; the file and its log are then read from a copy.
 */
async function openToRead(file: string): Promise<{ native: DatabaseSync; release(): void }> {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (!log || log.size === 0) return { native: openAsItLies(file), release: () => {} };
  return inCopy((copy) => {
    const before = stateOf(file);
    for (const ending of ["-wal", ""]) copyFileSync(`${file}${ending}`, `${copy}${ending}`);
    if (stateOf(file) !== before)
      throw new StoreError("unopenable", {
        message: "the store is being written",
        remedy: "Wait until its run is over.",
        place: { file },
      });
    return { native: openDatabase(copy) };
  });
}

function stateOf(file: string): string {
  return ["", "-wal"]
    .map((ending) => statSync(`${file}${ending}`, { bigint: true, throwIfNoEntry: false }))
    .map((found) => `${found?.size} ${found?.mtimeNs}`)
    .join(", ");
}

/** Opens a store's file, and makes its folder. If it cannot be written, it can still be read. */
function openStoreFile(file: string): DatabaseSync {
  makeFolder(file);
  refuseNoFile(file);
  try {
    return openDatabase(file);
  } catch (error) {
    const refused = error instanceof StoreError && ["read-only", "unopenable"].includes(error.fault);
    if (!refused) throw error;
    return openAsItLies(file, error);
  }
}

/**
 * To read a database with a write-ahead log, SQLite writes an index beside it. If it cannot, a store that was closed
 * properly is read without the index: its log is empty, which it never is while a process writes.
 */
function openAsItLies(file: string, refusal?: StoreError): DatabaseSync {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !allows(file, constants.R_OK)) {
    const remedy = "Ask its owner for permission to read it, and to write it if you want to play runs.";
    throw unopenable(file, "this user may not read the store", remedy, refusal);
  }
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (!found || log > 0) {
    if (refusal && allows(dirname(file), constants.W_OK)) throw refusal;
    if (!found) throw noPlaceForStore(file, refusal);
    throw new StoreError("read-only", {
      message:
        "the store is read-only and was not closed properly: its last results are in the -wal file beside it, and to " +
        "read them SQLite must write there",
      remedy: `Make ${dirname(file)} writable for this user, or copy the project to a writable folder and open it there.`,
      place: { file },
      cause: refusal,
    });
  }
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  try {
    return new DatabaseSync(url, { readOnly: true });
  } catch (error) {
    throw storeErrorOf(error, file);
  }
}

/** SQLite would wait for ever for a pipe. */
function refuseNoFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || found.isFile()) return;
  const what = found.isDirectory() ? "a folder" : "a pipe, a socket or a device";
  const remedy = "Move it away; Viva then starts a new store.";
  throw unopenable(file, `${what} is where the store should be`, remedy, undefined);
}

function makeFolder(file: string): void {
  const folder = dirname(file);
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    try {
      // With `recursive`, Node reports ENOENT for every problem; without it, the real one.
      mkdirSync(folder);
    } catch (error) {
      throw folderFault(file, error);
    }
  }
}

function folderFault(file: string, error: unknown): StoreError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") return faultAt("full", file, error);
  if (code === "EROFS" || code === "EACCES" || code === "EPERM") return noPlaceForStore(file, error);
  if (code === "EEXIST" || code === "ENOTDIR") {
    const remedy = `Move ${dirname(file)} away: it must be a folder.`;
    return unopenable(file, "a file is where the store's folder should be", remedy, error);
  }
  return unopenable(file, messageOf(error), "Check that its folder exists and can be written.", error);
}

function unopenable(file: string, reason: string, remedy: string, cause: unknown): StoreError {
  const message = `the store cannot be opened: ${reason}`;
  return new StoreError("unopenable", { message, remedy, place: { file }, cause });
}

function noPlaceForStore(file: string, cause: unknown): StoreError {
  return new StoreError("read-only", {
    message: "there is no store yet, and Viva cannot create one: its folder is read-only",
    remedy: "Make the project's folder writable for this user, or work on a copy of it.",
    place: { file },
    cause,
  });
}

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
