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
import type { againTexts } from "./again.ts";
import { changesBetween } from "./changes.ts";
import { type CasePair, type comparability, pendingOf } from "./comparability.ts";
import { compareDimensions } from "./compare-dimensions.ts";
import { isOneSample, pairKind, type Sampling, samplingOf } from "./exact.ts";
import { shownOf } from "./measure-gathering.ts";
import { effective, tolerance } from "./policy.ts";
import { pairedCells, pairedUnits, reconciled, testMeasure } from "./test-measure.ts";

export interface ComparisonWishes {
  /** The primary measure alone decides: a safety hit does not count. */
  alone?: boolean | undefined;
  /** The earlier result is a baseline: its few missing trials were accepted when it was set. */
  baseline?: boolean | undefined;
  /** The other runs of both versions. */
  again?: Parameters<typeof againTexts>[0] | undefined;
}

/** Compares two results on the cases and measures on which they are comparable. */
export function comparedOn(
  {
    pairs,
    measures: names,
    removed,
    cases,
    notCompared,
  }: Extract<ReturnType<typeof comparability>, { kind: "comparable" }>,
  before: VariantResult,
  after: VariantResult,
  policy: GatePolicy,
  { alone = false, again = {} }: ComparisonWishes,
) {
  const primary = policy.primary ?? passRateName;
  const wanted = effective(policy);
  const meansOnly = [before, after].some((side) => side.cases.some(({ means }) => means !== undefined));
  const known: Sampling = wanted.scope === "these" ? samplingOf(pairs, before, after) : { kind: "sampled" };
  // Of a run that was stopped early only a sample was played: it is about cases like these, and never exact.
  const looked = isStopped(before) || isStopped(after) || known.kind !== "exact" ? [before, after] : [];
  // If one of them was looked at while it was played, the bounds must allow for that.
  const sizes = looked.flatMap(({ early }) => early?.largest ?? []);
  const anytime = sizes.length === 0 ? undefined : { largest: Math.max(...sizes) };
  const scope = meansOnly || anytime ? "like-these" : wanted.scope;
  const sampling: Sampling = scope === "these" ? known : { kind: "sampled" };
  const repeats = { before: before.repeats, after: after.repeats };
  const unitsFor = (of: readonly CasePair[], name: string) => pairedUnits(pairedCells(of, name, repeats), scope);
  const test = { sampling, anytime, maxUnscored: wanted.maxUnscored };
  const left = { before: unplayed(pairs, "before", before), after: unplayed(pairs, "after", after) };
  const whole = { ...test, unplayed: left };
  const sameSample = pairs.flatMap((pair) => sharedTrials(pair, after)).length;
  const drawnTwice = pairs.map((pair) => withoutShared(pair, after));
  const measures = names.flatMap((name) => {
    /** Primary and secondary measures decide. */
    const role: "primary" | "secondary" | "other" =
      name === primary ? "primary" : wanted.secondary.includes(name) ? "secondary" : "other";
    /** How much worse is still accepted. */
    const margin = role === "primary" ? wanted.margin : wanted.guard;
    const units = unitsFor(pairs, name);
    const tested = testMeasure(units, { ...whole, margin });
    if (!tested) return [];
    const drawn =
      sameSample === 0 ? tested : testMeasure(unitsFor(drawnTwice, name), { ...whole, margin, maxUnscored: 1 });
    const lost =
      removed.length > 0 ? testMeasure(unitsFor([...pairs, ...removed], name), { ...whole, margin }) : undefined;
    // A drop by the whole margin does not pass: nobody saw it.
    const holds = lost?.verdict === "pass" && (lost.difference ?? -1) > -margin + tolerance;
    /** The same with the cases removed since the baseline, as recorded before and failed now: a pass must hold with them too. */
    const withRemoved = lost && {
      ...{ difference: lost.difference, lower: lost.lower, upper: lost.upper },
      /** Without the removed cases it passes, and with them it does not. */
      undoesPass: tested.verdict === "pass" && !holds,
    };
    // Used twice, an answer shows no pass, whatever it was.
    const isUndone = withRemoved?.undoesPass || (tested.verdict === "pass" && drawn?.verdict !== "pass");
    const verdict = isUndone ? ("inconclusive" as const) : tested.verdict;
    /** After − before of each unit, with what is missing counted against the new run: for planning a larger comparison. */
    const { differences, observed } = units;
    /** What each run shows of it by itself, over all of its cases. */
    const means = { before: shownOf(before, name), after: shownOf(after, name) };
    /** The p value of an exact sign-flip test: how often chance alone gives the difference that was seen. */
    const p = signFlipTest(observed.differences, observed.clusters);
    return [{ name, role, margin, means, ...tested, verdict, withRemoved, differences, p }];
  });
  return {
    suite: after.suite,
    before: sideOf(before),
    after: sideOf(after),
    /** Cases that both runs hold unchanged. */
    paired: pairs.length,
    /** Whether it is about these cases or about others like them; a baseline of format 1 allows only the latter. */
    scope,
    /** Set if the policy asks for another scope than the baseline allows. */
    meansOnly: meansOnly && wanted.scope === "these",
    /** A run was looked at while it was played, so the bounds are those that hold at every look: it is about cases like these. */
    anytime: anytime !== undefined,
    clustered: scope === "like-these" && pairs.some((pair) => pair.after.cluster !== undefined),
    exact: sampling.kind === "exact",
    sampling,
    /** Trials of a live run with answers that the earlier run has too: there is no second sample of them. */
    sameSample,
    /** Trials of a replay with such answers: what is said of them holds for these recorded answers. */
    sameTape: pairs.flatMap((pair) => sharedTrials(pair)).length - sameSample,
    /** The measure that decides: a metric or "pass rate". */
    primary,
    /** The pass rate first, then the metrics in the suite's order. */
    measures: adjusted(measures, policy.secondary),
    /** The deciding measure case by case, without the cases to which it does not apply. */
    values: names.includes(primary)
      ? pairs.flatMap((pair) => pairedValue(pair.after.caseId, pairedCells([pair], primary, repeats)))
      : [],
    /** The dimensions of the compared metrics; they do not decide. */
    dimensions: compareDimensions(before, after, { metrics: names, scope, sampling, anytime }),
    tags: tagsOf(
      pairs,
      [...new Set([passRateName, primary])].filter((name) => names.includes(name)),
      (chosen, name) => testMeasure(unitsFor(chosen, name), { ...test, margin: wanted.margin }),
    ),
    flips: pairs.flatMap(flipOf),
    /** Cases that one of the runs left undecided, and how they ended. */
    undecided: pairs
      .filter((pair) => rateOf(pair.before) === undefined || rateOf(pair.after) === undefined)
      .map(wordsOf),
    cases,
    /** Cases in which the new run missed a metric of zero tolerance. */
    safetyHits: alone ? [] : after.cases.flatMap(hitsIn),
    notCompared,
    /** Agent, models, prompts and so on. */
    changes: changesBetween(before, after),
    /** The other runs of both versions, if there are some. */
    again,
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

function sideOf(side: VariantResult) {
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
function adjusted<One extends { name: string; role: string; p: number }>(
  measures: readonly One[],
  secondary: readonly string[] | undefined,
) {
  const family = measures.filter(({ role }) => role === (secondary ? "secondary" : "other"));
  const corrected = holm(family.map(({ p }) => p));
  const byName = new Map(family.map(({ name }, index) => [name, corrected[index]]));
  /** Holm-adjusted (corrected for testing several measures together); undefined for the primary one. */
  return measures.map((measure) => ({ ...measure, adjustedP: byName.get(measure.name) }));
}

/** The mean over the repeats that have a value in either run; undefined without one. */
function pairedValue(caseId: string, cells: ReturnType<typeof pairedCells>) {
  const [before, after] = reconciled(cells.before[0] ?? [], cells.after[0] ?? [], cells.means);
  if (before.length === 0 || after.length === 0) return [];
  /** Trials without a value, of both sides together. */
  const missing = [...before, ...after].filter((cell) => cell === "missing").length;
  return [{ caseId, missing, before: meanOf(before), after: meanOf(after) }];
}

function tagsOf(
  pairs: readonly CasePair[],
  names: readonly string[],
  test: (pairs: readonly CasePair[], name: string) => ReturnType<typeof testMeasure>,
) {
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

/** A case that was decided differently. */
function flipOf(pair: CasePair) {
  const [before, after] = [rateOf(pair.before), rateOf(pair.after)];
  if (before === undefined || after === undefined || before === after) return [];
  return [{ ...wordsOf(pair), direction: after > before ? ("better" as const) : ("worse" as const) }];
}

/** "passed", "failed" or "2 of 3 passed" */
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

function hitsIn({ caseId, trials }: CaseValues) {
  const metrics = trials.flatMap(({ hits = [] }) => hits);
  return metrics.length === 0 ? [] : [{ caseId, metrics: [...new Set(metrics)] }];
}
