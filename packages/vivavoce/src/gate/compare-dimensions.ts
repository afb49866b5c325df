import type { Cell, Scope, ShownMeasure, TrialValues, UsedDimension, VariantResult } from "../shape/index.ts";
import { comparability } from "./comparability.ts";
import type { Sampling } from "./exact.ts";
import { shownOf } from "./measure-gathering.ts";
import { tolerance } from "./policy.ts";
import { pairedCells, pairedUnits, testMeasure } from "./test-measure.ts";

/** After − before where both sides have a value, and its 95 % interval; undefined if there is no such case. */
interface SeenDifference {
  difference: number | undefined;
  lo: number | undefined;
  hi: number | undefined;
}

/** One dimension in two results, on its own scale, over the cases to which it applies in both. */
export interface ComparedDimension extends UsedDimension, SeenDifference {
  /** The cases behind the difference. */
  inBoth: number;
  /** Cases to which it does not apply in one result or both: they are not counted. */
  notApplicable: number;
  /** What each result shows of it by itself, over all of its cases. */
  means: { before: ShownMeasure; after: ShownMeasure };
  /** "noise": the interval contains 0, so there may be no difference at all. "unknown": no case has a value on both sides. */
  change: "better" | "worse" | "noise" | "same" | "unknown";
}

interface DimensionTest {
  /** The metrics that can be compared. */
  metrics: readonly string[];
  scope: Scope;
  sampling: Sampling;
  /** A run was looked at while it was played: dimensions need the bounds that hold at every look as well. */
  anytime?: { largest: number } | undefined;
}

/** Compares two results by the dimensions that both have. */
export function compareDimensions(
  before: VariantResult,
  after: VariantResult,
  { metrics, scope, sampling, anytime }: DimensionTest,
): ComparedDimension[] {
  return metrics.flatMap((metric) => {
    const earlier = (before.dimensions ?? []).filter((one) => one.metric === metric);
    const shared = (after.dimensions ?? []).filter(
      (one) => one.metric === metric && earlier.some(({ id }) => id === one.id),
    );
    if (shared.length === 0) return [];
    const [was, is] = [byDimension(before, metric), byDimension(after, metric)];
    const found = comparability(was, is, shared[0]?.id);
    if (found.kind === "refused") return [];
    const repeats = { before: before.repeats, after: after.repeats };
    return shared.flatMap((dimension): ComparedDimension[] => {
      const { cells, notApplicable } = whereBothApply(pairedCells(found.pairs, dimension.id, repeats));
      const tested = testMeasure(pairedUnits(cells, scope), { margin: 0, sampling, anytime, maxUnscored: 1 });
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

/** A reply to which a dimension does not apply is left out on both sides, and never counts against one. */
function whereBothApply(cells: ReturnType<typeof pairedCells>) {
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
  if (Math.abs(difference) < tolerance) return "same";
  if (sampling.kind === "exact") return difference > 0 ? "better" : "worse";
  return lo > 0 ? "better" : hi < 0 ? "worse" : "noise";
}

/**
 * A result with the dimensions of one metric instead of the metrics, so that the code that sums up, compares or tracks
 * metrics works for dimensions. If the metric was not scored, neither were its dimensions.
 */
export function byDimension(result: VariantResult, metric: string): VariantResult {
  const ids = (result.dimensions ?? []).filter((one) => one.metric === metric).map(({ id }) => id);
  const used = result.metrics.find(({ name }) => name === metric);
  return {
    ...result,
    metrics: used ? ids.map((name) => ({ ...used, name, gating: false })) : [],
    cases: result.cases.map(({ means: _means, ...one }) => ({
      ...one,
      trials: one.trials.map((trial) => trialByDimension(trial, metric, ids)),
    })),
  };
}

function trialByDimension(trial: TrialValues, metric: string, ids: readonly string[]): TrialValues {
  const { values, skipped = [], dimensions, hits: _hits, ...facts } = trial;
  const own = dimensions?.[metric];
  const all = (value: number | null) => Object.fromEntries(ids.map((id) => [id, value]));
  // A value of 0 without dimensions means that the agent broke the conversation off.
  const without = () => (values[metric] === 0 ? all(0) : all(null));
  const known = own ?? (skipped.includes(metric) || Object.hasOwn(values, metric) ? without() : undefined);
  if (!known) return { ...facts, values: {} };
  const applying = ids.flatMap((id) => (typeof known[id] === "number" ? [[id, known[id]] as const] : []));
  const rest = ids.filter((id) => typeof known[id] !== "number");
  return { ...facts, values: Object.fromEntries(applying), ...(rest.length === 0 ? {} : { skipped: rest }) };
}
