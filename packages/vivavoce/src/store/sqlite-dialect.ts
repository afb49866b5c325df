import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { SqliteDialect } from "kysely";
import { storeErrorOf } from "./sqlite-fault.ts";
import { StoreFiles } from "./store-files.ts";

const begin = "begin immediate";

/** A SQLite driver for kysely on Node's own SQLite. Prepared statements are kept, because the writer repeats them. */
export function sqliteDialect(
  database: DatabaseSync,
  files = new StoreFiles(database.location() ?? ""),
): SqliteDialect {
  const file = database.location() ?? "";
  const prepared = new Map<string, ReturnType<typeof statement>>();
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storeErrorOf(error, file);
    }
  };
  const statement = (sql: string) => {
    const native = database.prepare(sql);
    return {
      reader: native.columns().length > 0,
      all: (parameters: readonly unknown[]) => guarded(() => native.all(...(parameters as SQLInputValue[]))),
      run: (parameters: readonly unknown[]) => {
        // A full disk has ended the transaction already: an error from ending it again would hide the cause.
        if (sql === "rollback" && !database.isTransaction) return { changes: 0n, lastInsertRowid: 0n };
        const { changes, lastInsertRowid } = guarded(() => {
          if (sql === begin) files.check();
          if (sql === "commit") files.count(database);
          return native.run(...(parameters as SQLInputValue[]));
        });
        if (sql === "commit") {
          files.check();
          files.note(database);
        }
        return { changes: BigInt(changes), lastInsertRowid: BigInt(lastInsertRowid) };
      },
      iterate: (parameters: readonly unknown[]) =>
        native.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
    };
  };
  return new SqliteDialect({
    database: {
      close: () => {
        files.close();
        database.close();
      },
      prepare: (wanted: string) => {
        // Every transaction here will write. Taking the lock at the start waits for another process; taking it after a
        // first read would fail instead.
        const sql = wanted === "begin" ? begin : wanted;
        const known = prepared.get(sql);
        if (known) return known;
        const made = guarded(() => statement(sql));
        if (prepared.size < 200) prepared.set(sql, made);
        return made;
      },
    },
  });
}
