import { Kysely, type Transaction } from "kysely";
import type { Tables } from "./schema.ts";
import type { StoreError } from "./store-error.ts";

/** An open store, in a file or on a server: its queries, its transactions and its JSON. */
export abstract class StoreDatabase extends Kysely<Tables> {
  /** Makes all changes of the work, or none. A database on a server may do the work again if the connection breaks. */
  abstract atomically<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;

  /** What comes before a migration, in its transaction: others cannot migrate until it ends. */
  abstract prepareMigration(transaction: Transaction<Tables>): Promise<void>;

  abstract hasTable(name: string): Promise<boolean>;

  /** Returns the space of deleted rows to the disk. */
  abstract compact(): Promise<void>;

  /** How many bytes it takes on its disk. */
  abstract size(): Promise<number>;

  /** Throws if the store is no longer the one that was opened. */
  abstract check(): void;

  /** The error for a text that was changed outside Viva. */
  protected abstract damaged(cause: Error): StoreError;

  /** Parses stored JSON. A database does not notice a changed byte within a text. */
  json<T>(text: string): T {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw this.damaged(new Error("a text in it is no longer JSON", { cause: error }));
    }
  }
}
