import { exitCodes } from "../base/index.ts";
import { nonInferiority, nonInferiorityCases } from "../stats/index.ts";
import type { Comparison, TestedMeasure } from "./comparison.ts";
import { defaultMargin, type GatePolicy } from "./policy.ts";
import { showP, signed } from "./signed.ts";
import { type Decision, decide, type RunFacts } from "./verdict.ts";

/** What a comparison comes to; `moreCases` where it is inconclusive and their number can be told. */
export interface ComparisonDecision extends Decision {
  moreCases?: number | undefined;
}

const alpha = 0.05;

/**
 * Decides a comparison: non-inferiority of the primary measure by the margin, and no secondary metric significantly
 * worse after Holm. The worse of both counts.
 */
export function decideComparison(comparison: Comparison, policy: GatePolicy): ComparisonDecision {
  const decisions = [primaryDecision(comparison, policy), ...secondaryDecisions(comparison, policy)];
  return mapped(worse(decisions), policy);
}

/**
 * Decides a run that has a baseline: what it shows by itself, and how it compares under each of its variants. The worse
 * counts; an interruption, a safety hit or an outage stands before every comparison.
 */
export function decideAgainstBaseline(
  facts: RunFacts,
  comparisons: readonly Comparison[],
  policy: GatePolicy,
): ComparisonDecision {
  const own = decide(facts, policy);
  if (own.verdict === "error" || comparisons.length === 0) return own;
  if (facts.safetyHits > 0) return own;
  const compared = comparisons.map((comparison) => decideComparison(comparison, policy));
  return worse(own.verdict === "pass" ? compared : [own, ...compared]);
}

/** `gate.inconclusive` says what an inconclusive verdict is returned as; it stays the verdict. */
function mapped(decision: ComparisonDecision, { inconclusive }: GatePolicy): ComparisonDecision {
  if (decision.verdict !== "inconclusive" || inconclusive === undefined) return decision;
  return {
    ...decision,
    exitCode: inconclusive === "fail" ? exitCodes.fail : exitCodes.pass,
    reason: `${decision.reason} (counts as ${inconclusive}: gate.inconclusive)`,
  };
}

const severity = ["pass", "inconclusive", "fail", "error"] as const;

/** The worst of several, with the reasons of all that are as bad. */
function worse(decisions: readonly ComparisonDecision[]): ComparisonDecision {
  const rank = ({ verdict }: Decision) => severity.indexOf(verdict);
  const highest = Math.max(...decisions.map(rank));
  const [first, ...others] = decisions.filter((decision) => rank(decision) === highest);
  if (!first) throw new RangeError("there is nothing to decide");
  const more = [first, ...others].flatMap(({ moreCases }) => moreCases ?? []);
  return {
    ...first,
    reason: [...new Set([first, ...others].map(({ reason }) => reason))].join("; "),
    ...(more.length === 0 ? {} : { moreCases: Math.max(...more) }),
  };
}

function primaryDecision(
  { primary, measures }: Comparison,
  { margin = defaultMargin }: GatePolicy,
): ComparisonDecision {
  const measure = measures.find(({ name }) => name === primary);
  if (measure?.difference === undefined) return inconclusive(`no case has ${primary} in both runs`);
  const { difference: diff, se, df, n } = measure;
  const over = `${primary} ${signed(diff)} over ${n === 1 ? "1 case" : `${n} cases`}`;
  if (se === undefined || df === undefined) {
    const unit = measure.clusters === undefined ? "case" : "cluster";
    return inconclusive(`more cases needed: ${over}, and one ${unit} says nothing about others`);
  }
  const { verdict, lower = diff, upper = diff } = nonInferiority({ diff, se, margin, alpha, df });
  if (verdict === "pass") return decision("pass", `${over}, at worst ${signed(lower)}: within the margin of ${margin}`);
  if (verdict === "fail") return decision("fail", `${over}, at best ${signed(upper)}: beyond the margin of ${margin}`);
  const more = casesMissing(measure, margin);
  const needed =
    more === undefined
      ? "more cases needed"
      : `${more === 1 ? "1 more case" : `${more.toLocaleString("en-US")} more cases`} needed`;
  const range = `from ${signed(lower)} to ${signed(upper)}, which does not settle a margin of ${margin}`;
  return { ...inconclusive(`${needed}: ${over}, ${range}`), ...(more === undefined ? {} : { moreCases: more }) };
}

/**
 * The cases still missing, for a power of 80 %, if there is no true difference. Where there are as many already, because
 * the difference lies near the margin: as many as settle it if it stays what it is.
 */
function casesMissing({ n, variance = 0, difference = 0 }: TestedMeasure, margin: number): number | undefined {
  if (variance === 0) return undefined;
  const missing = (distance: number) =>
    Math.ceil(nonInferiorityCases({ margin: distance, omega2: variance, alpha })) - n;
  const ifEqual = missing(margin);
  if (ifEqual > 0) return ifEqual;
  const distance = Math.abs(difference + margin);
  const ifAsSeen = distance < 1e-9 ? Number.POSITIVE_INFINITY : missing(distance);
  return ifAsSeen > mostNamed ? undefined : Math.max(1, ifAsSeen);
}

/** Nobody writes more: a difference as large as the margin is never settled. */
const mostNamed = 1_000_000;

function secondaryDecisions(
  { measures, notCompared }: Comparison,
  { secondary = [] }: GatePolicy,
): ComparisonDecision[] {
  return secondary.flatMap((name) => {
    const measure = measures.find((candidate) => candidate.name === name);
    if (!measure) {
      const why = notCompared.find((other) => other.measure === name)?.why ?? "neither run has this metric";
      return [inconclusive(`${name}, a secondary metric, was not compared: ${why}`)];
    }
    const { difference = 0, adjustedP = 1 } = measure;
    if (difference >= 0 || adjustedP > alpha) return [];
    return [decision("fail", `${name} ${signed(difference)}, p ${showP(adjustedP)} after Holm`)];
  });
}

function inconclusive(reason: string): ComparisonDecision {
  return decision("inconclusive", reason);
}

function decision(verdict: "pass" | "fail" | "inconclusive", reason: string): ComparisonDecision {
  return { verdict, exitCode: exitCodes[verdict], reason };
}
