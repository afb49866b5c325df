import type { Cell, Scope, ShownMeasure, UsedDimension, VariantResult } from "../shape/index.ts";
import { byDimension } from "./by-dimension.ts";
import { comparability } from "./comparability.ts";
import type { Sampling } from "./exact.ts";
import { shownOf } from "./measure-gathering.ts";
import { type BothSides, type PairedCells, pairedCells } from "./paired-units.ts";
import { type MeasureTest, type SeenDifference, testMeasure } from "./test-measure.ts";

/** One dimension in two results, on its own scale, over the cases to which it applies in both. */
export interface ComparedDimension extends UsedDimension, SeenDifference {
  /** The cases behind the difference. */
  inBoth: number;
  /** Cases to which it does not apply in one result or both: they are not counted. */
  notApplicable: number;
  /** What each result shows of it by itself, over all of its cases. */
  means: BothSides<ShownMeasure>;
  /** "noise": the interval contains 0, so there may be no difference at all. "unknown": no case has a value on both sides. */
  change: "better" | "worse" | "noise" | "same" | "unknown";
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
      const wide = (value: number | undefined) => (value === undefined ? undefined : value * width);
      const seen = { difference: wide(tested.difference), lo: wide(tested.lo), hi: wide(tested.hi) };
      const means = { before: onScaleOf(was, dimension), after: onScaleOf(is, dimension) };
      const change = changeOf(seen, sampling);
      return [{ ...dimension, inBoth: tested.inBoth, notApplicable, means, ...seen, change }];
    });
  });
}

/** What is shown of a dimension, on its own scale. */
export function onScaleOf(
  split: VariantResult,
  { id, min, max }: Pick<UsedDimension, "id" | "min" | "max">,
): ShownMeasure {
  const { observed, ...counts } = shownOf(split, id);
  const on = (value: number) => min + value * (max - min);
  return {
    ...counts,
    observed: observed && { ...observed, mean: on(observed.mean), lo: on(observed.lo), hi: on(observed.hi) },
  };
}

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
function changeOf({ difference, lo, hi }: SeenDifference, sampling: Sampling) {
  if (difference === undefined || lo === undefined || hi === undefined) return "unknown";
  if (Math.abs(difference) < 1e-9) return "same";
  if (sampling.kind === "exact") return difference > 0 ? "better" : "worse";
  return lo > 0 ? "better" : hi < 0 ? "worse" : "noise";
}
