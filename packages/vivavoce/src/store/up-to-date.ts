import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrate } from "./migrations.ts";
import { SqliteDatabase } from "./sqlite-database.ts";
import { StoreError } from "./store-error.ts";

/**
 * A store in the newest schema. A store that cannot be written is read from a copy in the temporary folder. The copy is
 * read-only too, so that an attempt to write is still refused with the reason.
 */
export async function upToDate(
  native: DatabaseSync,
  file: string,
): Promise<{ database: SqliteDatabase; release(): void }> {
  const database = new SqliteDatabase(native, file);
  try {
    await migrate(database);
    return { database, release: () => {} };
  } catch (error) {
    if (!(error instanceof StoreError) || error.fault !== "read-only") throw error;
  }
  await database.destroy();
  const folder = mkdtempSync(join(tmpdir(), "viva-store-"));
  const release = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "store.sqlite");
    copyFileSync(file, copy);
    const copied = new SqliteDatabase(new DatabaseSync(copy), file);
    await migrate(copied);
    await copied.destroy();
    return { database: new SqliteDatabase(new DatabaseSync(copy, { readOnly: true }), file), release };
  } catch (error) {
    release();
    throw error;
  }
}
