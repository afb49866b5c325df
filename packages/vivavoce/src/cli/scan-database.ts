import { DatabaseSync } from "node:sqlite";
import type { SecretFinding, SecretSearch } from "./scan-file.ts";

/** Columns that identify a row of a store. */
const addressColumns = ["run", "id", "suite", "trial", "case_id", "name"];

/** Every secret in the rows of a SQLite file, row by row. */
export function* scanDatabase(file: string, search: SecretSearch): Generator<SecretFinding> {
  using database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
  for (const table of tables.map(({ name }) => String(name))) {
    const rows = database.prepare(`select * from "${table.replaceAll('"', '""')}"`);
    let number = 0;
    for (const row of rows.iterate()) {
      number += 1;
      for (const [column, value] of Object.entries(row)) {
        if (typeof value !== "string") continue;
        for (const { kind, mark } of search(value)) {
          yield { file, place: `${table}, ${addressOf(row, number)}, ${column}`, kind, mark };
        }
      }
    }
  }
}

function addressOf(row: Readonly<Record<string, unknown>>, number: number): string {
  const known = addressColumns.filter((column) => ["string", "number"].includes(typeof row[column]));
  return known.length === 0 ? `row ${number}` : known.map((column) => `${column} ${row[column]}`).join(" ");
}
