import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { SqliteDialect } from "kysely";

/** What kysely asks of a SQLite driver, on Node's own: prepared statements are kept, since the writer repeats itself. */
export function sqliteDialect(database: DatabaseSync): SqliteDialect {
  const prepared = new Map<string, ReturnType<typeof statement>>();
  const statement = (sql: string) => {
    const native = database.prepare(sql);
    return {
      reader: native.columns().length > 0,
      all: (parameters: readonly unknown[]) => native.all(...(parameters as SQLInputValue[])),
      run: (parameters: readonly unknown[]) => {
        const { changes, lastInsertRowid } = native.run(...(parameters as SQLInputValue[]));
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
        const sql = wanted === "begin" ? "begin immediate" : wanted;
        const known = prepared.get(sql);
        if (known) return known;
        const made = statement(sql);
        if (prepared.size < 200) prepared.set(sql, made);
        return made;
      },
    },
  });
}

/** Opens a database file so that what is committed survives a pulled plug. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA busy_timeout = 10000");
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    database.exec("PRAGMA foreign_keys = ON");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
