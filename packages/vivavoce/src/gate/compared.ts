import type { Scope, ShownMeasure, VariantResult } from "../shape/index.ts";
import type { Again } from "./again.ts";
import type { Change } from "./changes.ts";
import type { CaseDifferences, NotCompared } from "./comparability.ts";
import type { ComparedDimension } from "./compare-dimensions.ts";
import type { Sampling } from "./exact.ts";
import type { BothSides } from "./paired-units.ts";
import type { WithRemoved } from "./removed-cases.ts";
import type { TestedUnits } from "./test-measure.ts";

/** A measure with its test. */
export interface Measure extends TestedUnits {
  /** What each run shows of it by itself, over all of its cases. */
  means: BothSides<ShownMeasure>;
  name: string;
  /** Primary and secondary measures decide. */
  role: "primary" | "secondary" | "other";
  /** How much worse is still accepted. */
  margin: number;
  /** The same with the cases removed since the baseline, as recorded before and failed now: a pass must hold with them too. */
  withRemoved?: WithRemoved | undefined;
  /** After − before of each unit, with what is missing counted against the new run: for planning a larger comparison. */
  differences: number[];
  /** The p value of an exact sign-flip test: how often chance alone gives the difference that was seen. */
  p: number;
  /** The same, Holm-adjusted (corrected for testing several measures together); undefined for the primary one. */
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

/** A case under the deciding measure: the mean over its repeats with a value in either run; undefined without one. */
export interface PairedValue extends BothSides<number | undefined> {
  caseId: string;
  /** Trials without a value, of both sides together. */
  missing: number;
}

/** One side of the comparison. */
export interface ComparedSide {
  run: string;
  variant: Readonly<Record<string, string>>;
  /** Trials that were planned and have no result yet. */
  pending: number;
  errored: number;
  repeats: number;
  selection: string | undefined;
  /** If its cases were chosen by hand or by their outcome. */
  chosen?: VariantResult["chosen"];
}

/** Two results on their common cases, before the decision. */
export interface Compared {
  suite: string;
  before: ComparedSide;
  after: ComparedSide;
  /** Cases that both runs hold unchanged. */
  paired: number;
  /** Whether it is about these cases or about others like them; a baseline of format 1 allows only the latter. */
  scope: Scope;
  /** Set if the policy asks for another scope than the baseline allows. */
  meansOnly: boolean;
  /** A run was looked at while it was played, so the bounds are those that hold at every look: it is about cases like these. */
  anytime: boolean;
  clustered: boolean;
  exact: boolean;
  sampling: Sampling;
  /** Trials of a live run with answers that the earlier run has too: there is no second sample of them. */
  sameSample: number;
  /** Trials of a replay with such answers: what is said of them holds for these recorded answers. */
  sameTape: number;
  /** The measure that decides: a metric or "pass rate". */
  primary: string;
  /** The pass rate first, then the metrics in the suite's order. */
  measures: Measure[];
  /** The deciding measure case by case, without the cases to which it does not apply. */
  values: PairedValue[];
  /** The dimensions of the compared metrics; they do not decide. */
  dimensions: ComparedDimension[];
  tags: { tag: string; cases: number; measures: (TestedUnits & { name: string })[] }[];
  flips: Flip[];
  /** Cases that one of the runs left undecided, and how they ended. */
  undecided: { caseId: string; before: string; after: string }[];
  cases: CaseDifferences;
  /** Cases in which the new run missed a metric of zero tolerance. */
  safetyHits: { caseId: string; metrics: string[] }[];
  notCompared: NotCompared[];
  changes: Change[];
  /** The other runs of both versions, if there are some. */
  again: Again;
}
