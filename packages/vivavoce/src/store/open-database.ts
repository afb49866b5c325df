import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { messageOf } from "../base/index.ts";
import { faultAt, storeErrorOf } from "./sqlite-fault.ts";
import { StoreError } from "./store-error.ts";

/** Opens a database file so that commits survive a power failure. */
export function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec("PRAGMA busy_timeout = 10000");
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    database.exec("PRAGMA foreign_keys = ON");
    return database;
  } catch (error) {
    database?.close();
    throw storeErrorOf(error, file);
  }
}

/** Opens a store's file, and makes its folder. If it cannot be written, it can still be read. */
export function openStoreFile(file: string): DatabaseSync {
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
export function openAsItLies(file: string, refusal?: StoreError): DatabaseSync {
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
