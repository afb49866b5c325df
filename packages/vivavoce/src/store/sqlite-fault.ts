import { isError, messageOf } from "../base/index.ts";
import { StoreError, type StoreFault } from "./store-error.ts";

/** SQLite's result codes that concern the file, the disk or another process, not a statement. */
const faults: Readonly<Record<number, SqliteFault>> = {
  5: "locked", // BUSY
  6: "locked", // LOCKED
  8: "read-only", // READONLY
  10: "disk", // IOERR
  11: "damaged", // CORRUPT
  13: "full", // FULL
  14: "unopenable", // CANTOPEN
  15: "locked", // PROTOCOL: others were first, repeatedly
  26: "damaged", // NOTADB
};
/** IOERR_SHMSIZE: no room for the index of the write-ahead log, which readers need as well. */
const noRoomForIndex = 4874;

type SqliteFault = Exclude<StoreFault, "unreachable" | "taken-over" | "vanished" | "log-lost">;

const goOn = "Finished trials are kept; viva run --resume plays the rest of an interrupted run.";

const problems: Readonly<Record<SqliteFault, (reason: string) => { message: string; remedy: string }>> = {
  full: () => ({
    message: "the store could not be written: the disk is full",
    remedy: `Make room on that disk. ${goOn}`,
  }),
  locked: () => ({
    message: "another process has kept the store locked for more than 10 s",
    remedy: `It may be a viva that hangs, a backup or a database browser: wait for it, or end it. ${goOn}`,
  }),
  "read-only": () => ({
    message: "the store is read-only",
    remedy:
      "Make the file and its folder writable for this user, or work on a copy of the project. Commands that only read, such as " +
      "viva list and viva show, still work.",
  }),
  damaged: (reason) => ({
    message: `the store is damaged: ${reason}`,
    remedy:
      "viva show RUN still shows undamaged parts, and SQLite's own tool, sqlite3, has .recover and " +
      ".dump for what can be read. Then move the file aside, with the -wal and -shm files beside it: Viva starts a new " +
      "store. Recordings, reports and exported baselines are files of their own.",
  }),
  disk: (reason) => ({
    message: `the disk failed to read or write the store: ${reason}`,
    remedy: `A quota or a limit on the size of files may be reached, or the disk is failing. ${goOn}`,
  }),
  unopenable: (reason) => ({
    message: `the store cannot be opened: ${reason}`,
    remedy: "Check that this user may read the file and write to its folder.",
  }),
};

/** An error of SQLite as a problem of the store. Other errors, such as of a wrong statement, stay as they are. */
export function storeErrorOf(error: unknown, file: string): unknown {
  const fault = faultOf(error);
  return fault ? faultAt(fault, file, error) : error;
}

/** The error for a fault at a file. */
export function faultAt(fault: SqliteFault, file: string, cause: unknown): StoreError {
  return new StoreError(fault, { ...problems[fault](reasonOf(cause)), place: { file }, cause });
}

function faultOf(error: unknown): SqliteFault | undefined {
  if (!isError(error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  if (error.errcode === noRoomForIndex) return "full";
  // An SQL function was given damaged JSON.
  if (error.message === "malformed JSON") return "damaged";
  return faults[error.errcode & 0xff];
}

/** SQLite's message says little about a disk's failure; its code can be looked up. */
function reasonOf(cause: unknown): string {
  const code = isError(cause) && "errcode" in cause ? Number(cause.errcode) : 0;
  return code > 0xff ? `${messageOf(cause)} (SQLite's code ${code})` : messageOf(cause);
}
