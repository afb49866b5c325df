import type { Usage } from "../transcript/index.ts";
import type { Tally } from "./trial-status.ts";
import type { Untaped } from "./untaped.ts";

/** One measure over the cases of a variant: repeats are averaged within their case, and missing values count 0. */
export interface MeasureSummary {
  /** "pass rate" or the name of a metric. */
  name: string;
  /** Cases that it applies to. */
  cases: number;
  mean: number | undefined;
  /** The 95 % interval; if the run was stopped early, for the whole plan, and valid however often one has looked. */
  lo: number | undefined;
  hi: number | undefined;
  /** Planned trials that it applies to, and those of them without a value. */
  trials: number;
  missing: number;
  /** Cases in which every planned trial has a value, or it was missed at least once. */
  seen: number;
  /** Cases in which it was missed at least once. */
  missed: number;
  /** Whether every value was 0 or 1, so that a tick is enough. */
  binary: boolean;
}

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
export interface VarianceSplit {
  measure: string;
  case: number;
  /** The agent's part; it includes the judge's if the judge was asked once. */
  agent: number;
  judge: number | undefined;
  /** What reduces the largest part. */
  advice: "more cases" | "more repeats" | "more judge samples";
}

/** A case that several simulated users played: each repeat is another user. */
export interface UsersOfCase {
  caseId: string;
  /** Users whose trial passed, and all that were planned. An undecided trial did not pass. */
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
  /** The chance that all of k repeats pass, over the cases; an undecided repeat has not passed. */
  passHat: { mean: number; lo: number; hi: number } | undefined;
  /** The chance that at least one does. */
  passAt: number | undefined;
  /** Cases with an undecided repeat. */
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
  /** Cases that a replay could not play for lack of a tape. Left out: none. */
  untaped?: Untaped | undefined;
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
  /** Reply times of exchanges in milliseconds; the recorded ones if the run was a replay. */
  latency: { p50: number; p95: number; total: number } | undefined;
  /** Conversations with a simulated user, and how many of them it spoiled; undefined if there were none. */
  simulated: { conversations: number; spoiled: number } | undefined;
}
