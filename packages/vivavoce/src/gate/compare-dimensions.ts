import { byDimension } from "./by-dimension.ts";
import type { Cell } from "./case-values.ts";
import { comparability } from "./comparability.ts";
import type { Sampling } from "./exact.ts";
import { type PairedCells, pairedCells } from "./paired-units.ts";
import type { Scope } from "./policy.ts";
import { type MeasureTest, testMeasure } from "./test-measure.ts";
import type { UsedDimension, VariantResult } from "./variant-result.ts";

/** One dimension in two results, on its own scale, over the cases to which it applies in both. */
export interface ComparedDimension extends UsedDimension {
  cases: number;
  /** Cases to which it does not apply in one result or both: they are not counted. */
  notApplicable: number;
  missing: { before: number; after: number };
  means: { before: number; after: number };
  /** After − before, and its 95 % interval. */
  difference: number;
  lo: number;
  hi: number;
  /** "noise": the interval contains 0, so there may be no difference at all. */
  change: "better" | "worse" | "noise" | "same";
}

interface DimensionTest {
  /** The metrics that can be compared. */
  metrics: readonly string[];
  scope: Scope;
  sampling: Sampling;
  /** A run was looked at while it was played: dimensions need the bounds that hold at every look as well. */
  anytime?: MeasureTest["anytime"];
}

/** Compares two results by the dimensions that both have. */
export function compareDimensions(
  before: VariantResult,
  after: VariantResult,
  { metrics, scope, sampling, anytime }: DimensionTest,
): ComparedDimension[] {
  return metrics.flatMap((metric) => {
    const shared = (after.dimensions ?? []).filter((one) => one.metric === metric && hasDimension(before, one));
    if (shared.length === 0) return [];
    const [was, is] = [byDimension(before, metric), byDimension(after, metric)];
    const found = comparability(was, is, shared[0]?.id);
    if (found.kind === "refused") return [];
    const repeats = { before: before.repeats, after: after.repeats };
    return shared.flatMap((dimension): ComparedDimension[] => {
      const { cells, notApplicable } = whereBothApply(pairedCells(found.pairs, dimension.id, repeats));
      const tested = testMeasure(cells, { margin: 0, scope, sampling, anytime, maxUnscored: 1 });
      if (!tested) return [];
      const width = dimension.max - dimension.min;
      const { cases, missing, means } = tested;
      const [difference, lo, hi] = [tested.difference, tested.lo, tested.hi].map((one) => one * width) as Numbers;
      return [
        {
          ...dimension,
          ...{ cases, notApplicable, missing, difference, lo, hi },
          means: { before: dimension.min + means.before * width, after: dimension.min + means.after * width },
          change: changeOf({ difference, lo, hi }, sampling),
        },
      ];
    });
  });
}

type Numbers = [number, number, number];

function hasDimension({ dimensions = [] }: VariantResult, { metric, id }: UsedDimension): boolean {
  return dimensions.some((one) => one.metric === metric && one.id === id);
}

/** A reply to which a dimension does not apply is left out on both sides, and never counts against one. */
function whereBothApply(cells: PairedCells): { cells: PairedCells; notApplicable: number } {
  let notApplicable = 0;
  const [before, after]: [Cell[][], Cell[][]] = [[], []];
  for (const [index, row] of cells.before.entries()) {
    const other = cells.after[index] ?? [];
    const applies = row.map((cell, repeat) => cell !== "skipped" && other[repeat] !== "skipped");
    if (!applies.some((both) => both)) notApplicable += 1;
    before.push(row.map((cell, repeat) => (applies[repeat] ? cell : "skipped")));
    after.push(other.map((cell, repeat) => (applies[repeat] === false ? "skipped" : cell)));
  }
  return { cells: { ...cells, before, after }, notApplicable };
}

/** If nothing was sampled, the difference on these cases is exact. */
function changeOf({ difference, lo, hi }: Pick<ComparedDimension, "difference" | "lo" | "hi">, sampling: Sampling) {
  if (Math.abs(difference) < 1e-9) return "same";
  if (sampling === "nothing") return difference > 0 ? "better" : "worse";
  return lo > 0 ? "better" : hi < 0 ? "worse" : "noise";
}
