import { holm } from "../stats/index.ts";
import { type CaseValues, decidedOf, passRateOf, trialsOf } from "./case-values.ts";
import { type Change, changesBetween } from "./changes.ts";
import {
  type CaseDifferences,
  type CasePair,
  type Comparability,
  comparability,
  type NotCompared,
  passRateName,
} from "./comparability.ts";
import { type Measure, measureOf, signFlipOf } from "./measure.ts";
import type { GatePolicy } from "./policy.ts";
import { trialStatuses } from "./trial-status.ts";
import type { VariantResult } from "./variant-result.ts";

/** A measure with its test. */
export interface TestedMeasure extends Measure {
  role: "primary" | "secondary" | "other";
  /** The exact sign-flip p of no difference. */
  p: number | undefined;
  /** The same after Holm, over the measures that are tested together; undefined for the primary one. */
  adjustedP: number | undefined;
}

/** A case that was decided differently. */
export interface Flip {
  caseId: string;
  direction: "better" | "worse";
  /** "passed", "failed" or "2 of 3 passed" */
  before: string;
  after: string;
}

/** Which result stood on which side. */
export interface ComparedSide {
  run: string;
  variant: Readonly<Record<string, string>>;
  /** Trials that were planned and have no result yet. */
  pending: number;
}

/** Two results on the cases that both have. */
export interface Comparison {
  suite: string;
  before: ComparedSide;
  after: ComparedSide;
  /** Cases that both runs hold unchanged. */
  paired: number;
  /** The measure that decides: a metric or "pass rate". */
  primary: string;
  /** The pass rate first, then the metrics in the suite's order. */
  measures: TestedMeasure[];
  tags: { tag: string; cases: number; measures: Measure[] }[];
  flips: Flip[];
  /** Cases that one of the runs did not decide, and how they ended. */
  undecided: { caseId: string; before: string; after: string }[];
  cases: CaseDifferences;
  notCompared: NotCompared[];
  changes: Change[];
}

export type ComparisonResult =
  | { kind: "compared"; comparison: Comparison }
  | { kind: "refused"; refusal: Extract<Comparability, { kind: "refused" }>; changes: Change[] };

/**
 * Compares two results of a suite, paired by case.
 *
 * @example
 * const result = compareResults(before, after, { primary: "criteria", margin: 0.05 });
 * if (result.kind === "compared") decideComparison(result.comparison, policy);
 */
export function compareResults(before: VariantResult, after: VariantResult, policy: GatePolicy): ComparisonResult {
  const primary = policy.primary ?? passRateName;
  const found = comparability(before, after, primary);
  const changes = changesBetween(before, after);
  if (found.kind === "refused") return { kind: "refused", refusal: found, changes };
  const { pairs, measures, cases, notCompared } = found;
  const comparison: Comparison = {
    suite: after.suite,
    before: sideOf(before),
    after: sideOf(after),
    paired: pairs.length,
    primary,
    measures: testedMeasures(pairs, measures, primary, policy.secondary),
    tags: tagsOf(
      pairs,
      [...new Set([passRateName, primary])].filter((name) => measures.includes(name)),
    ),
    flips: pairs.flatMap(flipOf),
    undecided: pairs.filter(isUndecided).map((pair) => ({ ...wordsOf(pair) })),
    cases,
    notCompared,
    changes,
  };
  return { kind: "compared", comparison };
}

function sideOf({ run, variant, planned, cases }: VariantResult): ComparedSide {
  const played = cases.reduce((sum, one) => sum + trialsOf(one), 0);
  return { run, variant, pending: Math.max(0, planned - played) };
}

/** Tested together are the declared secondary metrics; where none is declared, all but the primary measure. */
function testedMeasures(
  pairs: readonly CasePair[],
  names: readonly string[],
  primary: string,
  secondary: readonly string[] | undefined,
): TestedMeasure[] {
  const measures = names.map((name) => {
    const role = name === primary ? "primary" : secondary?.includes(name) ? "secondary" : "other";
    return { ...measureOf(pairs, name), role, p: signFlipOf(pairs, name) } as const;
  });
  const family = measures.filter(({ role, p }) => p !== undefined && role === (secondary ? "secondary" : "other"));
  const adjusted = holm(family.map(({ p }) => p ?? 1));
  const byName = new Map(family.map(({ name }, index) => [name, adjusted[index]]));
  return measures.map((measure) => ({ ...measure, adjustedP: byName.get(measure.name) }));
}

function tagsOf(pairs: readonly CasePair[], names: readonly string[]): Comparison["tags"] {
  const tags = [...new Set(pairs.flatMap(({ after }) => after.tags))].sort();
  return tags.map((tag) => {
    const tagged = pairs.filter(({ after }) => after.tags.includes(tag));
    return { tag, cases: tagged.length, measures: names.map((name) => measureOf(tagged, name)) };
  });
}

function flipOf(pair: CasePair): Flip[] {
  const [before, after] = [passRateOf(pair.before), passRateOf(pair.after)];
  if (before === undefined || after === undefined || before === after) return [];
  return [{ ...wordsOf(pair), direction: after > before ? "better" : "worse" }];
}

function isUndecided({ before, after }: CasePair): boolean {
  return decidedOf(before) === 0 || decidedOf(after) === 0;
}

function wordsOf({ before, after }: CasePair) {
  return { caseId: after.caseId, before: statusWords(before), after: statusWords(after) };
}

function statusWords(values: CaseValues): string {
  const { trials } = values;
  const decided = decidedOf(values);
  if (decided === 0) return trialStatuses.find((status) => trials[status] !== undefined) ?? "not played";
  if (trials.passed === decided) return "passed";
  return trials.failed === decided ? "failed" : `${trials.passed} of ${decided} passed`;
}
