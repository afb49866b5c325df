import { type ExitCode, exitCodes } from "../base/index.ts";
import type { GatePolicy } from "./policy.ts";

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

export type ReasonKind =
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
  /** How many cases the suite left out because they have no tape, in words. */
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

export function reasonOf(kind: ReasonKind, text: string, figures?: Reason["figures"]): Reason {
  return { kind, text, ...(figures ? { figures } : {}) };
}

/** A decision of a verdict and all its reasons: the sentence is made here and nowhere else. */
export function decision(verdict: Verdict, reasons: readonly Reason[]): Decision {
  const exitCode = verdict === "error" ? exitCodes.infrastructure : exitCodes[verdict];
  return { verdict, exitCode, reasons, reason: [...new Set(reasons.map(({ text }) => text))].join("; ") };
}

/** `gate.inconclusive` sets the exit code of an inconclusive verdict; the verdict stays the same. */
export function mapped(overall: Decision, { inconclusive }: GatePolicy): Decision {
  if (overall.verdict !== "inconclusive" || inconclusive === undefined) return overall;
  const exitCode = inconclusive === "fail" ? exitCodes.fail : exitCodes.pass;
  const last = overall.reasons.length - 1;
  const reasons = overall.reasons.map((one, index) =>
    index < last ? one : { ...one, text: `${one.text} (counts as ${inconclusive}: gate.inconclusive)` },
  );
  return { ...decision(overall.verdict, reasons), exitCode };
}

/** From best to worst; a safety hit is worse than an outage. */
const order = [
  exitCodes.pass,
  exitCodes.inconclusive,
  exitCodes.fail,
  exitCodes.infrastructure,
  "safety hit",
  exitCodes.terminated,
  exitCodes.interrupted,
  exitCodes.usage,
];

/** The exit code of the worst suite. If no suite was decided, it is not a pass. */
export function worst(decisions: readonly Pick<Decision, "exitCode" | "safetyHit">[]): ExitCode {
  const rank = ({ exitCode, safetyHit }: Pick<Decision, "exitCode" | "safetyHit">): number =>
    order.indexOf(safetyHit && exitCode === exitCodes.fail ? "safety hit" : exitCode);
  const [highest] = decisions.toSorted((a, b) => rank(b) - rank(a));
  return highest?.exitCode ?? exitCodes.infrastructure;
}
