import { requireAtLeastZero } from "./checks.ts";
import { sumOf } from "./moments.ts";

/** Counts of how people (rows) and the judge (columns) rated the same things, categories in one order. */
export type AgreementTable = readonly (readonly number[])[];

/** A table as shares of its total, with the shares of its rows and columns. */
export interface AgreementShares {
  n: number;
  cells: number[][];
  rows: number[];
  columns: number[];
}

/** Undefined for a table without a single rating. */
export function sharesOf(caller: string, table: AgreementTable): AgreementShares | undefined {
  requireSquare(caller, table);
  const n = sumOf(table.map(sumOf));
  if (n === 0) return undefined;
  const cells = table.map((row) => row.map((count) => count / n));
  return {
    n,
    cells,
    rows: table.map((row) => sumOf(row) / n),
    columns: table.map((_, column) => sumOf(table.map((row) => row[column] ?? 0)) / n),
  };
}

function requireSquare(caller: string, table: AgreementTable): void {
  for (const [index, row] of table.entries()) {
    if (row.length !== table.length) {
      throw new RangeError(
        `${caller}: row ${index} of the table has ${row.length} columns: pass ${table.length}, one per category`,
      );
    }
    for (const [column, count] of row.entries()) requireAtLeastZero(`${caller}: table[${index}][${column}]`, count);
  }
}
