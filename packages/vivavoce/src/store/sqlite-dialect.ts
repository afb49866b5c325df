import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { SqliteDialect } from "kysely";
import { storeErrorOf } from "./sqlite-fault.ts";
import { StoreFiles } from "./store-files.ts";

const begin = "begin immediate";

/** What kysely asks of a SQLite driver, on Node's own: prepared statements are kept, since the writer repeats itself. */
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
        // A full disk has ended the transaction already: the failure to end it again would hide why.
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
      close: () => database.close(),
      prepare: (wanted: string) => {
        // Whoever begins a transaction here will write. Asking for the lock at once waits for another process; asking
        // for it after a first look at the data would fail instead.
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
