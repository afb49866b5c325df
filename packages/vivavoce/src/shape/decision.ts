import type { ExitCode } from "../base/index.ts";

export type Verdict = "pass" | "fail" | "inconclusive" | "error";

/** How a run came to its end. */
export interface Circumstances {
  interrupted?: "SIGINT" | "SIGTERM" | undefined;
  /** The run stopped at the first trial that did not pass, because of --bail. */
  bailed?: boolean | undefined;
  /** It is only one of several parts of a run, which are decided together. */
  shard?: { index: number; count: number } | undefined;
  /** It may use answers of earlier runs: the user asked for that, or the config does. */
  cache?: "asked" | "configured" | undefined;
  /** The cost limit was reached before everything was scored. */
  unaffordable?: boolean | undefined;
  /** What was changed behind the back of the process that played the run. */
  changed?: readonly ("results" | "baseline")[] | undefined;
}

/** One thing that a decision rests on, in words and with its figures. */
export interface Reason {
  kind: ReasonKind;
  text: string;
  figures?: Readonly<Record<string, number | string>> | undefined;
}

type ReasonKind =
  | ("interrupted" | "changed" | "hit" | "errored" | "pending" | "unscored" | "failed" | "floor" | "values-missing")
  | (
      | "undecided"
      | "unchecked"
      | "unsettled"
      | "stopped-early"
      | "shard"
      | "met"
      | "measure"
      | "again"
      | "refused"
      | "nothing-measured"
    )
  | ("no-tape" | "left-out");

export interface Decision {
  verdict: Verdict;
  exitCode: ExitCode;
  /** What it rests on, what decides first. */
  reasons: readonly Reason[];
  /** The reasons in a sentence that says what to do. */
  reason: string;
  /** Whether a metric of zero tolerance was missed: then the run fails before an outage counts. */
  safetyHit?: boolean | undefined;
  /** What was not looked at, such as a baseline that does not know the suite; whatever the verdict, it is told. */
  note?: string | undefined;
  /** How many cases were left out because they have no tape, or were not chosen, in words. */
  leftOut?: string | undefined;
}

/** The decision on a suite of a run. */
export interface SuiteDecision extends Decision {
  suite: string;
}

/** The decision on a run as it is stored: made once, when the run ended, and read by everybody else. */
export interface RunDecision {
  exitCode: ExitCode;
  circumstances: Circumstances;
  /** The name of what it was compared with. */
  baseline?: string | undefined;
  /** A digest of all results that it rests on. */
  results: string;
  suites: readonly SuiteDecision[];
}
