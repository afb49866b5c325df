import type { JsonValue } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import type { Judge } from "../judge/index.ts";
import type { Transcript } from "../transcript/index.ts";
import type { Score } from "./score.ts";

/** Scores of different identities are not compared. */
export interface Identity {
  /** The name of the metric. */
  name: string;
  /** Its own version. */
  version: number;
  /** Everything that can change a score: criteria, scale, steps, prompt, schema, options. */
  parts: JsonValue;
  /** SHA-256 over the three above. */
  hash: string;
}

/** A pure function from a transcript and its case to a score; it holds nothing between cases. */
export interface Metric {
  /** What it is called in reports and in `gate`. */
  name: string;
  /** What makes this metric this metric. */
  identity: Identity;
  /** Whether it decides the trial; false for those marked `report: true`. */
  gating: boolean;
  /** Whether it asks a judge. */
  judged: boolean;
  /** One trial that misses it fails the whole run, whatever the others do. */
  zeroTolerance?: boolean | undefined;
  /**
   * False where a case gives it nothing to check, so that its score is sure to be skipped. Left out: only the
   * conversation can tell.
   */
  applies?(testCase: Case): boolean;
  /** Texts it looks for in what the agent says and does: redaction leaves them readable. */
  canaries?: readonly string[] | undefined;
  /** How many calls of the judge one score takes, where that is known beforehand and nothing has to be asked again. */
  calls?: number | undefined;
  /** How many calls of the judge a score of this case takes at the most, where that is not known so exactly. */
  mostCalls?(testCase: Case): number;
  /** The suite's models that are asked; left out: the one called judge. */
  judges?: readonly string[] | undefined;
  /** Scores one trial. */
  score(transcript: Transcript, testCase: Case, judge: Judge): Promise<Score>;
  /**
   * Asks for what is made once a suite, such as evaluation steps, and returns the metric that has it: with an identity
   * of its own. Left out where there is nothing to make.
   */
  prepare?(judge: Judge): Promise<Metric>;
  /** The evaluation steps in use, by what they are for. */
  steps?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The same metric with these steps where it has none of its own: how pinned steps reach it. */
  withSteps?(steps: Readonly<Record<string, readonly string[]>>): Metric;
  /** The same metric with this threshold, where it was given none of its own: how a suite's default reaches it. */
  withDefaultThreshold?(threshold: number): Metric;
}

/** What every metric takes. */
export interface MetricOptions {
  /** A name of its own, where a suite uses the same metric twice. */
  name?: string | undefined;
  /** The value from which on the metric is passed. */
  threshold?: number | undefined;
  /** Show the value, but let it decide nothing. */
  report?: boolean | undefined;
}

/** For metrics whose value is 1 or 0: there is nothing between to put a threshold on. */
export type YesOrNoOptions = Omit<MetricOptions, "threshold">;
