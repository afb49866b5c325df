import { type CaseValues, type Cell, cellsOf, meanOf, type Scope } from "../shape/index.ts";

/** The same of the earlier result and of the later one. */
export interface BothSides<T> {
  before: T;
  after: T;
}

/** One measure over paired cases: a row of cells for each case, a cell for each planned repeat. */
export interface PairedCells extends BothSides<readonly (readonly Cell[])[]> {
  /** The cluster of each case, if it has one. */
  clusters?: readonly (string | undefined)[] | undefined;
  /** One of the sides holds means over its repeats, without the value of each. */
  means?: boolean | undefined;
}

/** The cells of a measure over pairs of cases. */
export function pairedCells(
  pairs: readonly { before: CaseValues; after: CaseValues }[],
  measure: string,
  repeats: BothSides<number>,
): PairedCells {
  const cells = (side: "before" | "after") => pairs.map((pair) => cellsOf(pair[side], measure, repeats[side]));
  const means = pairs.some(({ before, after }) => before.means !== undefined || after.means !== undefined);
  return { before: cells("before"), after: cells("after"), clusters: pairs.map((pair) => pair.after.cluster), means };
}

/** After − before of each unit. */
export interface UnitDifferences {
  differences: number[];
  clusters: (string | undefined)[] | undefined;
  /** The cases behind them. */
  cases: number;
}

/** One measure as numbers: a unit is a trial or a case. What is missing counts 0 after and 1 before. */
export interface PairedUnits extends UnitDifferences {
  /** Without the units that have no value on one of the sides. */
  observed: UnitDifferences;
  /** Planned trials of each side, and those of them without a value. */
  planned: BothSides<number>;
  missing: BothSides<number>;
}

/**
 * Turns cells into units. A missing cell counts against the new run: 0 after, 1 before. A skipped cell is left out if
 * the other side's is skipped too; otherwise it counts as missing. What was observed holds nothing of this kind.
 */
export function pairedUnits({ before, after, clusters, means = false }: PairedCells, scope: Scope): PairedUnits {
  const clustered = scope === "like-these" && clusters?.some((name) => name !== undefined);
  const none = (): UnitDifferences => ({ differences: [], clusters: clustered ? [] : undefined, cases: 0 });
  const units: PairedUnits = {
    ...none(),
    observed: none(),
    planned: { before: 0, after: 0 },
    missing: { before: 0, after: 0 },
  };
  for (const [index, row] of before.entries()) {
    const [a, b] = reconciled(row, after[index] ?? [], means);
    if (a.length === 0 || b.length === 0) continue;
    units.cases += 1;
    count(units, "before", a);
    count(units, "after", b);
    const pairs =
      scope === "these" ? a.map((cell, repeat) => [[cell], [b[repeat] ?? "missing"]] as const) : [[a, b] as const];
    const seen = units.observed.differences.length;
    for (const [was, is] of pairs) {
      add(units, change(meanOf(was, 1) ?? 1, meanOf(is, 0) ?? 0), clusters?.[index]);
      const [x, y] = [meanOf(was), meanOf(is)];
      if (x !== undefined && y !== undefined) add(units.observed, change(x, y), clusters?.[index]);
    }
    units.observed.cases += units.observed.differences.length > seen ? 1 : 0;
  }
  return units;
}

function add(units: UnitDifferences, difference: number, cluster: string | undefined): void {
  units.differences.push(difference);
  units.clusters?.push(cluster);
}

/** Equal means of repeats may differ in their last bits. */
const rounding = 1e-12;

function change(before: number, after: number): number {
  const difference = after - before;
  return Math.abs(difference) <= rounding ? 0 : difference;
}

function count(units: PairedUnits, side: "before" | "after", cells: readonly Cell[]): void {
  units.planned[side] += cells.length;
  units.missing[side] += cells.filter((cell) => cell === "missing").length;
}

/**
 * The cells that count, without "skipped": the first repeats that both sides have planned. If one side holds means, its
 * repeats are not known, so all of the other's count.
 */
export function reconciled(before: readonly Cell[], after: readonly Cell[], means = false): [Cell[], Cell[]] {
  const shared = Math.min(before.length, after.length);
  const [a, b]: [Cell[], Cell[]] = [[], []];
  for (let repeat = 0; repeat < shared; repeat++) {
    const [was, is] = [before[repeat] ?? "missing", after[repeat] ?? "missing"];
    if (was === "skipped" && is === "skipped") continue;
    a.push(was === "skipped" ? "missing" : was);
    b.push(is === "skipped" ? "missing" : is);
  }
  const further = (cells: readonly Cell[]) => (means ? cells.slice(shared).filter((cell) => cell !== "skipped") : []);
  return [
    [...a, ...further(before)],
    [...b, ...further(after)],
  ];
}
