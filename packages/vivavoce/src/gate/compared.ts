import type { Change } from "./changes.ts";
import type { CaseDifferences, NotCompared } from "./comparability.ts";
import type { ComparedDimension } from "./compare-dimensions.ts";
import type { Scope } from "./policy.ts";
import type { TestedUnits } from "./test-measure.ts";

/** A measure with its test. */
export interface Measure extends TestedUnits {
  name: string;
  /** The primary and the secondary ones decide. */
  role: "primary" | "secondary" | "other";
  /** How much worse is still accepted. */
  margin: number;
  /** After − before of each unit, for whoever plans a larger comparison. */
  differences: number[];
  /** The exact sign-flip p of no difference. */
  p: number;
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
  errored: number;
  repeats: number;
  selection: string | undefined;
}

/** Two results on the cases that both have, before anything is decided. */
export interface Compared {
  suite: string;
  before: ComparedSide;
  after: ComparedSide;
  /** Cases that both runs hold unchanged. */
  paired: number;
  /** Whether it speaks of these cases or of others like them; a baseline of format 1 allows only the latter. */
  scope: Scope;
  /** Set where the policy asks for another scope than the baseline allows. */
  meansOnly: boolean;
  clustered: boolean;
  exact: boolean;
  /** The measure that decides: a metric or "pass rate". */
  primary: string;
  /** The pass rate first, then the metrics in the suite's order. */
  measures: Measure[];
  /** The dimensions of the metrics that are compared; they decide nothing. */
  dimensions: ComparedDimension[];
  tags: { tag: string; cases: number; measures: (TestedUnits & { name: string })[] }[];
  flips: Flip[];
  /** Cases that one of the runs did not decide, and how they ended. */
  undecided: { caseId: string; before: string; after: string }[];
  cases: CaseDifferences;
  /** The share of the baseline's cases that were rewritten, added or removed. */
  changedShare: number;
  /** Cases in which the new run missed a metric of zero tolerance. */
  safetyHits: { caseId: string; metrics: string[] }[];
  notCompared: NotCompared[];
  changes: Change[];
}
