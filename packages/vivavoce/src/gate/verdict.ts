import { type ExitCode, exitCodes } from "../base/index.ts";
import { defaultMaxUnscored, type GatePolicy } from "./policy.ts";
import type { Tally } from "./trial-status.ts";

export type Verdict = "pass" | "fail" | "inconclusive" | "error";

/** The facts about one suite's run that the gate decides on. */
export interface RunFacts {
  tally: Tally;
  /** Trials in which `safety` was hit. */
  safetyHits: number;
  interrupted?: "SIGINT" | "SIGTERM" | undefined;
  /** The run was told to stop at the first trial that does not pass: what is pending is so by wish. */
  bailed?: boolean | undefined;
}

export interface Decision {
  verdict: Verdict;
  exitCode: ExitCode;
  /** Why, in a sentence a reader can act on. */
  reason: string;
}

/** Decides a run: facts and policy in, verdict out. Fails closed: a run in which nothing was decided has not passed. */
export function decide(facts: RunFacts, policy: GatePolicy): Decision {
  const { tally, safetyHits, interrupted } = facts;
  if (interrupted) {
    const exitCode = interrupted === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
    return { verdict: "error", exitCode, reason: `interrupted with ${tally.pending} of ${tally.planned} pending` };
  }
  if (safetyHits > 0) return fail(`${trials(safetyHits)} with a safety hit`);
  const outage = infrastructure(facts, policy);
  if (outage) return { verdict: "error", exitCode: exitCodes.infrastructure, reason: outage };
  return missed(tally, policy) ?? { verdict: "pass", exitCode: exitCodes.pass, reason: "every gate was met" };
}

function infrastructure({ tally, bailed }: RunFacts, policy: GatePolicy): string | undefined {
  if (tally.errored > 0) return `${trials(tally.errored)} errored, which says nothing about the agent`;
  if (tally.pending > 0 && !bailed) return `${trials(tally.pending)} still pending`;
  const limit = policy.maxUnscored ?? defaultMaxUnscored;
  const share = tally.planned === 0 ? 0 : tally.unscored / tally.planned;
  if (share > limit)
    return `${trials(tally.unscored)} unscored, more than the ${limit * 100} % that gate.maxUnscored allows`;
  if (tally.passed + tally.failed === 0) return "no trial was decided: every one was skipped or unscored";
  return undefined;
}

function missed(tally: Tally, policy: GatePolicy): Decision | undefined {
  const decided = tally.passed + tally.failed;
  if (policy.passRate === undefined) {
    return tally.failed > 0 ? fail(`${trials(tally.failed)} missed a threshold`) : undefined;
  }
  const rate = tally.passed / decided;
  if (rate >= policy.passRate) return undefined;
  return fail(`a pass rate of ${rate.toFixed(2)} is under the floor of ${policy.passRate}`);
}

function fail(reason: string): Decision {
  return { verdict: "fail", exitCode: exitCodes.fail, reason };
}

function trials(count: number): string {
  return count === 1 ? "1 trial" : `${count} trials`;
}

/** Highest first; a safety hit makes a failed run outrank an outage. */
export function worst(decisions: readonly (Decision & { safetyHits: number })[]): ExitCode {
  const rank = ({ exitCode, safetyHits }: Decision & { safetyHits: number }): number =>
    exitCode === exitCodes.fail && safetyHits > 0 ? 3.5 : order.indexOf(exitCode);
  return (
    decisions.reduce<(Decision & { safetyHits: number }) | undefined>(
      (highest, decision) => (highest === undefined || rank(decision) > rank(highest) ? decision : highest),
      undefined,
    )?.exitCode ?? exitCodes.pass
  );
}

const order: ExitCode[] = [
  exitCodes.pass,
  exitCodes.inconclusive,
  exitCodes.fail,
  exitCodes.infrastructure,
  exitCodes.terminated,
  exitCodes.interrupted,
  exitCodes.usage,
];
