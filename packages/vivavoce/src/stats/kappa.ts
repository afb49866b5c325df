import { requireFinite } from "./checks.ts";
import { sumOf } from "./moments.ts";

/** Agreement beyond chance. kappa is undefined when chance alone would agree always. */
export interface KappaEstimate {
  /** Agreement beyond chance: 1 is perfect, 0 is what chance gives. */
  kappa: number | undefined;
  /** Its standard error. */
  se: number | undefined;
  /** The share of cases in which both agree. */
  observed: number | undefined;
  /** The share in which chance alone would agree. */
  expected: number | undefined;
}

/**
 * Cohen's κ (1960) of people (rows) and judge (columns): (p_o − p_e)/(1 − p_e), p_e from both sides' own rates,
 * se = √(p_o(1 − p_o)/n)/(1 − p_e).
 *
 * @example cohenKappa([[30, 10], [8, 52]]); // { kappa: 0.6218, se: 0.0807, observed: 0.82, expected: 0.524 }
 */
export function cohenKappa(table: AgreementTable): KappaEstimate {
  requireSquare("cohenKappa", table);
  const n = sumOf(table.map(sumOf));
  if (n === 0) return { kappa: undefined, se: undefined, observed: undefined, expected: undefined };
  const rows = table.map((row) => sumOf(row) / n);
  const columns = table.map((_, column) => sumOf(table.map((row) => row[column] ?? 0)) / n);
  const observed = sumOf(table.map((row, index) => (row[index] ?? 0) / n));
  const expected = sumOf(rows.map((share, index) => share * (columns[index] ?? 0)));
  const isOneCategory = rows.some((share, index) => share === 1 && columns[index] === 1);
  if (isOneCategory) return { kappa: undefined, se: undefined, observed, expected };
  return {
    kappa: (observed - expected) / (1 - expected),
    se: Math.sqrt((observed * (1 - observed)) / n) / (1 - expected),
    observed,
    expected,
  };
}

/** Counts of how people (rows) and the judge (columns) rated the same things, categories in one order. */
export type AgreementTable = readonly (readonly number[])[];

function requireSquare(caller: string, table: AgreementTable): void {
  for (const [index, row] of table.entries()) {
    if (row.length !== table.length) {
      throw new RangeError(
        `${caller}: row ${index} of the table has ${row.length} columns: pass ${table.length}, one per category`,
      );
    }
    for (const [column, count] of row.entries()) requireFinite(`${caller}: table[${index}][${column}]`, count, 0);
  }
}
