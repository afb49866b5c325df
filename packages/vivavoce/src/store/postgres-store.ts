import { loadPeers, messageOf, VivaError } from "../base/index.ts";
import { commitRows } from "./commit-rows.ts";
import { migrate } from "./migrations.ts";
import type { OpenedStore } from "./opened-store.ts";
import { PostgresDatabase } from "./postgres-database.ts";
import type { Pg } from "./postgres-pool.ts";
import type { RowGroup } from "./row-group.ts";
import { writeFailure } from "./threaded-writer.ts";

/** Opens a store in a PostgreSQL database, and makes its tables if they are not there. */
export async function openPostgres(url: string): Promise<OpenedStore> {
  const [pg] = (await loadPeers(["pg"], "a store in PostgreSQL")) as [Pg & { default?: Pg }];
  const database = new PostgresDatabase(pg?.default ?? pg, url);
  try {
    await migrate(database);
    await database.markTransactions();
  } catch (error) {
    await database.destroy();
    throw error;
  }
  // One after the other: a trial's scores must not overtake its conversation.
  let last: Promise<unknown> = Promise.resolve();
  const commit = (group: RowGroup) => {
    const committed = last.then(() => commitRows(database, group));
    last = committed.catch(() => {});
    return committed.catch((error: unknown) => {
      throw VivaError.isInstance(error) ? error : writeFailure({ message: messageOf(error) });
    });
  };
  return { database, commit, close: () => database.destroy() };
}
