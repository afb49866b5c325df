import { type CaseValues, type Cell, cellsOf, meanOf, type Scope, type Verdict } from "../shape/index.ts";
import { nonInferiorMean, pairedTest } from "../stats/index.ts";
import { couldDiffer, type Sampling } from "./exact.ts";
import { tolerance } from "./policy.ts";

/** How a measure is tested. */
interface MeasureTest {
  /** How much worse is still accepted. */
  margin: number;
  /** The share of planned trials that may be missing on either side. */
  maxUnscored: number;
  /** If nothing was sampled in either run, the difference is exact. */
  sampling?: Sampling | undefined;
  /** A run was looked at while it was played: see `nonInferiorMean`. */
  anytime?: { largest: number } | undefined;
  /** Trials that were never played and are in no pair, of either side. */
  unplayed?: { before: number; after: number } | undefined;
}

/**
 * Tests whether one measure is not worse by more than the margin (non-inferiority); undefined if it applies to no case.
 * `difference`, `lo` and `hi` are what was seen, everything else counts what is missing against the new run.
 */
export function testMeasure(units: PairedUnits, test: MeasureTest) {
  const { unplayed = { before: 0, after: 0 } } = test;
  const planned = { before: units.planned.before + unplayed.before, after: units.planned.after + unplayed.after };
  const missing = { before: units.missing.before + unplayed.before, after: units.missing.after + unplayed.after };
  const testOf = ({ differences, clusters }: UnitDifferences) =>
    nonInferiorMean(differences, { margin: test.margin, clusters, anytime: test.anytime });
  const found = testOf(units);
  if (!found) return undefined;
  // The one-sided bounds at 5 %, "at worst" and "at best", and the number of trials, cases or clusters behind them.
  const { diff, verdict: tested, n: _n, lo: _lo, hi: _hi, ...bounds } = found;
  const isWhole = units.missing.before + units.missing.after === 0;
  const seen = isWhole ? found : testOf(units.observed);
  const tooMany = (side: "before" | "after") => missing[side] / planned[side] > test.maxUnscored;
  // If sampling is unknown, a drop that was seen counts, and without one the interval decides.
  const dropped = test.sampling?.kind === "unknown" && diff < -test.margin - tolerance;
  /** Why no interval was needed: nothing was sampled, or a drop was seen and trials are missing. */
  const exact: "nothing sampled" | "drop seen" | undefined =
    test.sampling?.kind === "exact" ? "nothing sampled" : dropped ? "drop seen" : undefined;
  const exactly = test.sampling?.kind === "exact" ? exactVerdict(-diff, test.margin, test.sampling.plays) : "fail";
  const verdict: Verdict = tooMany("before") || tooMany("after") ? "error" : exact ? exactly : tested;
  return {
    ...bounds,
    cases: units.cases,
    planned,
    missing,
    /** The cases behind the difference: those with a value on both sides. */
    inBoth: units.observed.cases,
    ...{ difference: seen?.diff, lo: seen?.lo, hi: seen?.hi },
    verdict,
    exact,
  };
}

/** The verdict on a drop that nothing random is behind, as far as second plays have shown that. */
function exactVerdict(drop: number, margin: number, plays: number): Verdict {
  const doubt = couldDiffer(plays);
  if (drop + doubt <= margin + tolerance) return "pass";
  return drop - doubt > margin + tolerance ? "fail" : "inconclusive";
}

const severity = ["pass", "inconclusive", "fail", "error"] as const;

/** The worst of several verdicts. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return severity.findLast((verdict) => verdicts.includes(verdict)) ?? "error";
}

/** The same of the earlier result and of the later one. */
interface BothSides<T> {
  before: T;
  after: T;
}

/** One measure over paired cases: a row of cells for each case, a cell for each planned repeat. */
interface PairedCells extends BothSides<readonly (readonly Cell[])[]> {
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
interface UnitDifferences {
  differences: number[];
  clusters: (string | undefined)[] | undefined;
  /** The cases behind them. */
  cases: number;
}

/** One measure as numbers: a unit is a trial or a case. What is missing counts 0 after and 1 before. */
interface PairedUnits extends UnitDifferences {
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

/**
 * The verdict that Viva 0.1 gave on the same differences, without regard to missing trials and few cases: Student's t on
 * the differences, one-sided at 5 %. Shown beside today's verdict for a baseline of that time.
 */
export function earlierVerdict(differences: readonly number[], margin: number): Verdict {
  const shifted = differences.map((difference) => difference + margin);
  const {
    t,
    p,
    diff = 0,
  } = pairedTest(
    shifted,
    shifted.map(() => 0),
  );
  // If all differences were equal, their spread was 0, so the result counted as certain.
  if (t === undefined || p === undefined || !Number.isFinite(t)) {
    return differences.length < 2 ? "inconclusive" : diff > 0 ? "pass" : "fail";
  }
  if (p / 2 >= 0.05) return "inconclusive";
  return t > 0 ? "pass" : "fail";
}
