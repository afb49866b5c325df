import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { openAsItLies, openDatabase } from "./open-database.ts";
import { StoreError } from "./store-error.ts";

/**
 * Opens a store's file without changing anything beside it: SQLite would leave an index there. If the store was not
 * closed properly, its last results are in the log; the file and its log are then read from a copy.
 */
export function openToRead(file: string): { native: DatabaseSync; release(): void } {
  if (sizeOf(`${file}-wal`) === 0) return { native: openAsItLies(file), release: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "viva-store-"));
  const release = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "store.sqlite");
    const before = stateOf(file);
    for (const ending of ["-wal", ""]) copyFileSync(`${file}${ending}`, `${copy}${ending}`);
    if (stateOf(file) !== before) throw beingWritten(file);
    return { native: openDatabase(copy), release };
  } catch (error) {
    release();
    throw error;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function stateOf(file: string): string {
  return ["", "-wal"]
    .map((ending) => statSync(`${file}${ending}`, { bigint: true, throwIfNoEntry: false }))
    .map((found) => `${found?.size} ${found?.mtimeNs}`)
    .join(", ");
}

function beingWritten(file: string): StoreError {
  return new StoreError("unopenable", {
    message: "the store is being written",
    remedy: "Wait until its run is over.",
    place: { file },
  });
}
