import type { DatabaseSync } from "node:sqlite";
import { commitRows } from "./commit-rows.ts";
import { openStoreFile } from "./open-database.ts";
import { openToRead } from "./open-to-read.ts";
import type { OpenedStore } from "./opened-store.ts";
import { notedGroups, refuseLostLog } from "./store-files.ts";
import { ThreadedWriter } from "./threaded-writer.ts";
import { upToDate } from "./up-to-date.ts";

/** Opens a store in a file, or creates one. Groups are committed in a thread, because syncing to disk blocks. */
export async function openSqlite(file: string): Promise<OpenedStore> {
  let native: DatabaseSync | undefined;
  try {
    const noted = notedGroups(file);
    native = openStoreFile(file);
    refuseLostLog(native, file, noted);
    const { database, release } = await upToDate(native, file);
    const thread = new ThreadedWriter(file);
    return {
      database,
      commit: (group) => {
        // The thread opens the file by its name, and by then it may be another one.
        database.check();
        return thread.commit(group);
      },
      prepareToWrite: () => thread.start(),
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
  const { native, release } = openToRead(file);
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
