import {
  type CaseValues,
  type GatePolicy,
  meanOf,
  passRateName,
  type TrialStatus,
  type TrialValues,
  trialStatuses,
  type VariantResult,
} from "../shape/index.ts";
import { holm, signFlipTest } from "../stats/index.ts";
import type { Again } from "./again.ts";
import { type Change, changesBetween } from "./changes.ts";
import { type CasePair, type Comparability, comparability, pendingOf } from "./comparability.ts";
import { compareDimensions } from "./compare-dimensions.ts";
import type { Compared, ComparedSide, Flip, Measure, PairedValue } from "./compared.ts";
import { type ComparisonDecision, decideComparison } from "./decide-comparison.ts";
import { isOneSample, pairKind, type Sampling, samplingOf } from "./exact.ts";
import { shownOf } from "./measure-gathering.ts";
import { type PairedCells, pairedCells, pairedUnits, reconciled } from "./paired-units.ts";
import { effective } from "./policy.ts";
import { countedAsFailed, removedPairs } from "./removed-cases.ts";
import { type MeasureTest, type TestedUnits, testMeasure } from "./test-measure.ts";

/** Two results on their common cases, and the decision. */
export interface Comparison extends Compared {
  decision: ComparisonDecision;
}

export type ComparisonResult =
  | { kind: "compared"; comparison: Comparison }
  | { kind: "refused"; refusal: Extract<Comparability, { kind: "refused" }>; changes: Change[] };

export interface ComparisonWishes {
  /** The primary measure alone decides: a safety hit does not count. */
  alone?: boolean | undefined;
  /** The earlier result is a baseline: its few missing trials were accepted when it was set. */
  baseline?: boolean | undefined;
  /** The other runs of both versions. */
  again?: Again | undefined;
}

/**
 * Compares two results of a suite, paired by case, and decides.
 *
 * @example
 * const result = compareResults(before, after, { primary: "criteria", margin: 0.05 });
 * if (result.kind === "compared") console.log(result.comparison.decision.verdict);
 */
export function compareResults(
  before: VariantResult,
  after: VariantResult,
  policy: GatePolicy,
  { alone = false, baseline = false, again = {} }: ComparisonWishes = {},
): ComparisonResult {
  const primary = policy.primary ?? passRateName;
  const found = comparability(before, after, primary);
  const changes = changesBetween(before, after);
  if (found.kind === "refused") return { kind: "refused", refusal: found, changes };
  const { pairs, measures: names, cases, notCompared } = found;
  const removed = removedPairs(before, cases);
  const wanted = effective(policy);
  const meansOnly = [before, after].some((side) => side.cases.some(({ means }) => means !== undefined));
  const known: Sampling = wanted.scope === "these" ? samplingOf(pairs, before, after) : { kind: "sampled" };
  // Of a run that was stopped early only a sample was played: it is about cases like these, and never exact.
  const looked = isStopped(before) || isStopped(after) || known.kind !== "exact" ? [before, after] : [];
  const anytime = anytimeOf(looked);
  const scope = meansOnly || anytime ? "like-these" : wanted.scope;
  const sampling: Sampling = scope === "these" ? known : { kind: "sampled" };
  const repeats = { before: before.repeats, after: after.repeats };
  const unitsFor = (chosen: readonly CasePair[], name: string) =>
    pairedUnits(pairedCells(chosen, name, repeats), scope);
  const test: Omit<MeasureTest, "margin"> = { sampling, anytime, maxUnscored: wanted.maxUnscored };
  const whole = {
    ...test,
    unplayed: { before: unplayed(pairs, "before", before), after: unplayed(pairs, "after", after) },
  };
  const sameSample = pairs.flatMap((pair) => sharedTrials(pair, after)).length;
  const drawnTwice = pairs.map((pair) => withoutShared(pair, after));
  const measures = names.flatMap((name): Omit<Measure, "adjustedP">[] => {
    const role = name === primary ? "primary" : wanted.secondary.includes(name) ? "secondary" : "other";
    const margin = role === "primary" ? wanted.margin : wanted.guard;
    const units = unitsFor(pairs, name);
    const tested = testMeasure(units, { ...whole, margin });
    if (!tested) return [];
    const drawn =
      sameSample === 0 ? tested : testMeasure(unitsFor(drawnTwice, name), { ...whole, margin, maxUnscored: 1 });
    const lost =
      removed.length > 0 ? testMeasure(unitsFor([...pairs, ...removed], name), { ...whole, margin }) : undefined;
    const withRemoved = lost && countedAsFailed(lost, { ...tested, margin });
    // Used twice, an answer shows no pass, whatever it was.
    const isUndone = withRemoved?.undoesPass || (tested.verdict === "pass" && drawn?.verdict !== "pass");
    const verdict = isUndone ? "inconclusive" : tested.verdict;
    const { differences, observed } = units;
    const means = { before: shownOf(before, name), after: shownOf(after, name) };
    const p = signFlipTest(observed.differences, observed.clusters);
    return [{ name, role, margin, means, ...tested, verdict, withRemoved, differences, p }];
  });
  const comparison: Compared = {
    suite: after.suite,
    before: sideOf(before),
    after: sideOf(after),
    paired: pairs.length,
    scope,
    meansOnly: meansOnly && wanted.scope === "these",
    anytime: anytime !== undefined,
    clustered: scope === "like-these" && pairs.some((pair) => pair.after.cluster !== undefined),
    exact: sampling.kind === "exact",
    sampling,
    sameSample,
    sameTape: pairs.flatMap((pair) => sharedTrials(pair)).length - sameSample,
    primary,
    measures: adjusted(measures, policy.secondary),
    values: names.includes(primary)
      ? pairs.flatMap((pair) => pairedValue(pair.after.caseId, pairedCells([pair], primary, repeats)))
      : [],
    dimensions: compareDimensions(before, after, { metrics: names, scope, sampling, anytime }),
    tags: tagsOf(
      pairs,
      [...new Set([passRateName, primary])].filter((name) => names.includes(name)),
      (chosen, name) => testMeasure(unitsFor(chosen, name), { ...test, margin: wanted.margin }),
    ),
    flips: pairs.flatMap(flipOf),
    undecided: pairs.filter(isUndecided).map((pair) => wordsOf(pair)),
    cases,
    safetyHits: alone ? [] : after.cases.flatMap(hitsIn),
    notCompared,
    changes,
    again,
  };
  return {
    kind: "compared",
    comparison: { ...comparison, decision: decideComparison(comparison, policy, { baseline }) },
  };
}

/** The repeats of a case with answers of the other run; given the later run, those for which it has no second sample. */
function sharedTrials({ before, after }: CasePair, later?: VariantResult): number[] {
  const isShared = (was: TrialValues, is: TrialValues) =>
    was.repeat === is.repeat && (later ? isOneSample(was, is, later) : pairKind(was, is) === "same-draw");
  return before.trials.filter((was) => after.trials.some((is) => isShared(was, is))).map(({ repeat }) => repeat);
}

/** Without the trials that have no second sample: they are missing. */
function withoutShared(pair: CasePair, later: VariantResult): CasePair {
  const shared = sharedTrials(pair, later);
  const left = (one: CaseValues) => ({ ...one, trials: one.trials.filter(({ repeat }) => !shared.includes(repeat)) });
  return { ...pair, before: left(pair.before), after: left(pair.after) };
}

function isStopped({ early, cases }: VariantResult): boolean {
  return early !== undefined && cases.length < early.cases;
}

/** If one of the runs was looked at while it was played, the bounds must allow for that. */
function anytimeOf(looked: readonly VariantResult[]): MeasureTest["anytime"] {
  const sizes = looked.flatMap(({ early }) => early?.largest ?? []);
  return sizes.length === 0 ? undefined : { largest: Math.max(...sizes) };
}

function sideOf(side: VariantResult): ComparedSide {
  const { run, variant, repeats, selection, chosen } = side;
  const errored = side.cases.flatMap(({ trials }) => trials).filter(({ status }) => status === "errored").length;
  return { run, variant, pending: pendingOf(side), errored, repeats, selection, chosen };
}

/** Trials that were never played and whose cases are in no pair, so that their cases are not known. */
function unplayed(pairs: readonly CasePair[], side: "before" | "after", result: VariantResult): number {
  const seen = pairs.reduce((sum, pair) => sum + Math.max(0, result.repeats - pair[side].trials.length), 0);
  return Math.max(0, pendingOf(result) - seen);
}

/** The measures that are tested together: the declared secondary metrics, or if there are none, all but the primary one. */
function adjusted(
  measures: readonly Omit<Measure, "adjustedP">[],
  secondary: readonly string[] | undefined,
): Measure[] {
  const family = measures.filter(({ role }) => role === (secondary ? "secondary" : "other"));
  const corrected = holm(family.map(({ p }) => p));
  const byName = new Map(family.map(({ name }, index) => [name, corrected[index]]));
  return measures.map((measure) => ({ ...measure, adjustedP: byName.get(measure.name) }));
}

function pairedValue(caseId: string, cells: PairedCells): PairedValue[] {
  const [before, after] = reconciled(cells.before[0] ?? [], cells.after[0] ?? [], cells.means);
  if (before.length === 0 || after.length === 0) return [];
  const missing = [...before, ...after].filter((cell) => cell === "missing").length;
  return [{ caseId, missing, before: meanOf(before), after: meanOf(after) }];
}

function tagsOf(
  pairs: readonly CasePair[],
  names: readonly string[],
  test: (pairs: readonly CasePair[], name: string) => TestedUnits | undefined,
): Compared["tags"] {
  const tags = [...new Set(pairs.flatMap(({ after }) => after.tags))].sort();
  return tags.map((tag) => {
    const tagged = pairs.filter(({ after }) => after.tags.includes(tag));
    const measures = names.flatMap((name) => {
      const tested = test(tagged, name);
      return tested ? [{ name, ...tested }] : [];
    });
    return { tag, cases: tagged.length, measures };
  });
}

function flipOf(pair: CasePair): Flip[] {
  const [before, after] = [rateOf(pair.before), rateOf(pair.after)];
  if (before === undefined || after === undefined || before === after) return [];
  return [{ ...wordsOf(pair), direction: after > before ? "better" : "worse" }];
}

function isUndecided({ before, after }: CasePair): boolean {
  return rateOf(before) === undefined || rateOf(after) === undefined;
}

function wordsOf({ before, after }: CasePair) {
  return { caseId: after.caseId, before: statusWords(before), after: statusWords(after) };
}

function countOf({ trials }: CaseValues) {
  const having = (wanted: TrialStatus) => trials.filter(({ status }) => status === wanted).length;
  return { passed: having("passed"), decided: having("passed") + having("failed") };
}

function rateOf(one: CaseValues): number | undefined {
  const { passed, decided } = countOf(one);
  return decided === 0 ? undefined : passed / decided;
}

function statusWords(one: CaseValues): string {
  const { passed, decided } = countOf(one);
  if (decided > 0 && (passed === 0 || passed === decided)) return passed === 0 ? "failed" : "passed";
  if (decided > 0) return `${passed} of ${decided} passed`;
  return trialStatuses.find((status) => one.trials.some((trial) => trial.status === status)) ?? "not played";
}

function hitsIn({ caseId, trials }: CaseValues): Comparison["safetyHits"] {
  const metrics = trials.flatMap(({ hits = [] }) => hits);
  return metrics.length === 0 ? [] : [{ caseId, metrics: [...new Set(metrics)] }];
}
