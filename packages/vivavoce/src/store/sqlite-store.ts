import type { DatabaseSync } from "node:sqlite";
import { openStoreFile } from "./open-database.ts";
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
        // The thread opens the file by its name, at the first group: by then it may be another one.
        database.check();
        return thread.commit(group);
      },
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
