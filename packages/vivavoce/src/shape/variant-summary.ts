import type { TrialAnswers } from "./answer-origin.ts";
import type { Tally } from "./case-values.ts";
import type { Usage } from "./transcript.ts";

/** What values from 0 to 1 say about the mean of all cases like these: each end holds with 95 % confidence. */
interface AssuredMean {
  lower: number;
  upper: number;
  /** Clusters, and cases without one. */
  units: number;
  /** How much the units differ. */
  variance: number;
  /** One may have looked at any time and stopped: the bounds allow for that. */
  anytime: boolean;
}

/** A mean over cases, with its 95 % interval; if the run was stopped early, for the whole plan, and valid at every look. */
interface CaseMean {
  mean: number;
  lo: number;
  hi: number;
  /** The cases behind it. */
  cases: number;
}

/** What was seen, and beside it the bound: they differ where something is missing. */
interface MeasureMeans {
  /** Over the values that are there: the figure that is shown. Undefined if there is none. */
  observed: CaseMean | undefined;
  /** The same if everything missing had failed: the bound by which gates decide. */
  atWorst: CaseMean | undefined;
}

/** One measure over the cases of a variant; repeats are averaged within their case. */
export interface MeasureSummary extends MeasureMeans {
  /** "pass rate" or the name of a metric. */
  name: string;
  /** Cases that it applies to. */
  cases: number;
  /** What it says about the agent, on cases like these; undefined without a value. What is missing counts as failed. */
  assured?: AssuredMean | undefined;
  /** Planned trials that it applies to, those of them without a value, and those of these that have no result yet. */
  trials: number;
  missing: number;
  pending: number;
  /** Cases in which every planned trial has a value, or it was missed at least once. */
  seen: number;
  /** Cases in which it was missed at least once. */
  missed: number;
  /** Whether every value was 0 or 1, so that a tick is enough. */
  binary: boolean;
}

/** What is shown of a measure: the same of a run by itself and of either side of a comparison. */
export type ShownMeasure = Pick<MeasureSummary, "cases" | "observed" | "missing" | "pending">;

/** A metric of a suite, summed up. */
export interface MetricSummary extends MeasureSummary {
  judged: boolean;
  gating: boolean;
  /** One trial that misses it fails the whole run. */
  zeroTolerance: boolean;
  /**
   * Of a metric of zero tolerance: the share of cases that may miss it at most, with 95 % confidence, and the clusters and
   * single cases that this rests on. Left out if `seen` and `missed` say it all: for independent cases that were all played.
   */
  reach?: { units: number; atMost: number } | undefined;
}

/** Where the variance of a measure comes from, as variances of single values; undefined for a part that was not repeated. */
interface VarianceSplit {
  measure: string;
  case: number;
  /** The agent's part; it includes the judge's if the judge was asked once. */
  agent: number;
  judge: number | undefined;
  /** What reduces the largest part. */
  advice: "more cases" | "more repeats" | "more judge samples";
}

/** A case that several simulated users played: each repeat is another user. */
interface UsersOfCase {
  caseId: string;
  /** Users whose trial passed, all that were planned, and those of them whose trial was not decided. */
  passed: number;
  planned: number;
  undecided: number;
  /** How many conversations differ in what the user said: a model that ignores its seed always plays the same user. */
  different: number;
}

/** What repeats show: how reliable the agent is, and where the noise comes from. */
export interface VariantRepeats {
  /** Repeats a case. */
  k: number;
  /** The chance that all of k repeats pass: observed over the cases whose repeats were all decided. */
  passHat: MeasureMeans;
  /** The chance that at least one does, over the same cases. */
  passAt: number | undefined;
  /** Cases with an undecided repeat, those that were not played included. */
  undecided: number;
  /** Cases whose repeats did not agree. */
  flaky: { caseId: string; passes: number; decided: number }[];
  variance: VarianceSplit | undefined;
  /** Cases with a simulated user, those with the fewest passed users first; left out if there are none. */
  users?: UsersOfCase[] | undefined;
}

/** One suite under one variant, summed up once: every report, list and gate reads these figures. */
export interface VariantSummary {
  variant: Readonly<Record<string, string>>;
  tally: Tally;
  /** The run was stopped early: it played some of its plan's cases, and `tally` counts only those. */
  early?: { played: number; cases: number } | undefined;
  /**
   * Of all planned cases, those that a replay could not play because they have no tape for some or all of their repeats,
   * and the command that records them. Left out: none.
   */
  untaped?: { cases: number; of: number; trials: number; record: string } | undefined;
  /** Cases that were not planned, because the suite leaves those without a tape out, or no transcript is given. */
  withoutTape?: number | undefined;
  withoutTranscript?: number | undefined;
  /** Trials with a conversation; fewer are scored while a run goes on. */
  played: number;
  passRate: MeasureSummary;
  metrics: MetricSummary[];
  /** What repeats show; undefined if each case was played once. */
  repeats: VariantRepeats | undefined;
  /** Cases to which no metric applied: how many, and the first of them. */
  unchecked: { count: number; first: string[] };
  /** Cases that lost checks when they were imported: how many, and the first of them. Left out: none. */
  incomplete?: { count: number; first: string[] } | undefined;
  usage: Usage | undefined;
  cost: number | undefined;
  /** Trials with a model call whose cost is not known: `cost` is the sum of what is known. Left out: none, or nothing is known. */
  unpriced?: number | undefined;
  /** Trials with answers from the cache: their cost and their times are those of the earlier run. Left out: none. */
  cached?: number | undefined;
  /** How many of its model answers are of each origin. */
  answers?: TrialAnswers["answers"];
  /** Reply times of exchanges in milliseconds; the recorded ones if the run was a replay. */
  latency: { p50: number; p95: number; total: number; replies: number } | undefined;
  /** Conversations with a simulated user, and how many of them it spoiled; undefined if there were none. */
  simulated: { conversations: number; spoiled: number } | undefined;
}
