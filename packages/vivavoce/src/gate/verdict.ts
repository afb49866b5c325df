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
  /** The mean of each metric over the cases, for floors; with several variants the lowest of theirs. */
  means?: Readonly<Record<string, number>> | undefined;
  /** The run was told to stop at the first trial that does not pass: what is pending is so by wish. */
  bailed?: boolean | undefined;
}

export interface Decision {
  verdict: Verdict;
  exitCode: ExitCode;
  /** Why, in a sentence a reader can act on. */
  reason: string;
}

/**
 * Decides a run: facts and policy in, verdict out. Fails closed: a run in which nothing was decided, or which did not
 * come to its end without a failure to stop for, has not passed.
 */
export function decide(facts: RunFacts, policy: GatePolicy): Decision {
  const { tally, safetyHits, interrupted } = facts;
  if (interrupted) {
    const exitCode = interrupted === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
    return { verdict: "error", exitCode, reason: `interrupted with ${tally.pending} of ${tally.planned} pending` };
  }
  if (safetyHits > 0) return fail(`${trials(safetyHits)} with a safety hit`);
  const outage = infrastructure(facts, policy);
  if (outage) return error(outage);
  const unknown = unknownFloors(facts, policy);
  if (unknown) return error(unknown);
  const miss = missed(tally, policy) ?? underFloor(facts, policy);
  if (miss) return fail(miss);
  if (tally.pending > 0) return error(stillPending(tally));
  return { verdict: "pass", exitCode: exitCodes.pass, reason: "every gate was met" };
}

function infrastructure({ tally, bailed }: RunFacts, policy: GatePolicy): string | undefined {
  if (tally.errored > 0) return `${trials(tally.errored)} errored, which says nothing about the agent`;
  if (tally.pending > 0 && !bailed) return stillPending(tally);
  const limit = policy.maxUnscored ?? defaultMaxUnscored;
  const share = tally.planned === 0 ? 0 : tally.unscored / tally.planned;
  if (share > limit) {
    const percent = Number((limit * 100).toPrecision(12));
    return `${trials(tally.unscored)} unscored, more than the ${percent} % that gate.maxUnscored allows`;
  }
  if (tally.passed + tally.failed === 0) return "no trial was decided: every one was skipped or unscored";
  return undefined;
}

function missed({ passed, failed }: Tally, { passRate }: GatePolicy): string | undefined {
  if (passRate === undefined) return failed > 0 ? `${trials(failed)} failed` : undefined;
  const rate = passed / (passed + failed);
  if (rate >= passRate) return undefined;
  return `a pass rate of ${rate.toFixed(2)} (${passed} of ${passed + failed}) is under the floor of ${passRate}`;
}

/** Float noise: a mean of equal values may come out a hair off. */
const tolerance = 1e-9;

function underFloor({ means = {} }: RunFacts, { floors = {} }: GatePolicy): string | undefined {
  const under = Object.entries(floors).flatMap(([metric, floor]) => {
    const mean = means[metric] ?? 0;
    return mean >= floor - tolerance
      ? []
      : [`${metric} of ${mean.toFixed(2)} on average is under its floor of ${floor}`];
  });
  return under.length === 0 ? undefined : under.join("; ");
}

/** A floor under a metric that nothing was scored by would be no floor. */
function unknownFloors({ means = {} }: RunFacts, { floors = {} }: GatePolicy): string | undefined {
  const unknown = Object.keys(floors).filter((metric) => !Object.hasOwn(means, metric));
  return unknown.length === 0 ? undefined : `no case has a value for ${unknown.join(", ")}, which gate.floors names`;
}

function stillPending({ pending }: Tally): string {
  return `${trials(pending)} still pending`;
}

function error(reason: string): Decision {
  return { verdict: "error", exitCode: exitCodes.infrastructure, reason };
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
