import { type ExitCode, exitCodes, plural } from "../base/index.ts";
import { worst, worstVerdict } from "../gate/index.ts";
import { type ComparedPair, comparisonsIn } from "../results/index.ts";
import type { Decision, SuiteDecision, Verdict } from "../shape/index.ts";

/** What the verdict on a whole comparison is made from. */
export interface Whole {
  pairs: readonly ComparedPair[];
  /** Suites and variants without a counterpart, in words. */
  notCompared: readonly string[];
  /** Something that was examined before is not compared now, and may have got worse. */
  open: boolean;
  /** The verdicts on the later run's suites, where their own gates were asked too. */
  decisions?: readonly SuiteDecision[] | undefined;
}

export interface Overall {
  verdict: Verdict;
  exitCode: ExitCode;
}

/**
 * The verdict on the whole: the worst of all pairs, and of the suites' own gates where those were asked. What was
 * refused, or has no counterpart, never helps.
 */
export function overallDecision({ pairs, open, decisions: own = [] }: Whole): Overall {
  const decisions: Pick<Decision, "verdict" | "exitCode" | "safetyHit">[] = [
    ...comparisonsIn(pairs).map(({ decision }) => decision),
    ...own,
    ...(open ? [{ verdict: "inconclusive" as const, exitCode: exitCodes.inconclusive }] : []),
    ...pairs.flatMap(({ result }) =>
      result.kind === "refused" ? [{ verdict: "error" as const, exitCode: exitCodes.usage }] : [],
    ),
  ];
  return { verdict: worstVerdict(decisions.map(({ verdict }) => verdict)), exitCode: worst(decisions) };
}

/** The suites whose own gates decided otherwise than the comparison, such as by a floor of the pass rate. */
export function ownGates({ pairs, decisions = [] }: Whole): SuiteDecision[] {
  const said = new Set(comparisonsIn(pairs).map(({ suite, decision }) => `${suite} ${decision.reason}`));
  return decisions
    .filter(({ suite, verdict, reason }) => verdict !== "pass" && !said.has(`${suite} ${reason}`))
    .map(({ suite, verdict, exitCode, reasons, reason }) => ({ suite, verdict, exitCode, reasons, reason }));
}

const kinds = [
  ["fail", "", "failed"],
  ["error", "are ", "without a verdict"],
  ["refused", "are ", "not comparable"],
  ["inconclusive", "are ", "inconclusive"],
  ["pass", "", "passed"],
] as const;

/** "2 suites: 1 failed, 1 passed": what the verdict on the whole stands for; undefined if one pair's own says it all. */
export function wholeReason(whole: Whole): string | undefined {
  const { pairs, notCompared, decisions = [] } = whole;
  const names = new Set([...pairs.map(({ after }) => after.suite), ...decisions.map(({ suite }) => suite)]);
  const isBySuite = names.size > 1;
  const units = isBySuite
    ? [...names].map((name) => verdictOf(whole, name))
    : pairs.map((pair) => verdictOf({ ...whole, pairs: [pair] }));
  const open = notCompared.length > 0 ? ["not everything was compared"] : [];
  return (
    [...(units.length > 1 ? [countsOf(units, isBySuite ? "suite" : "comparison")] : []), ...open].join("; ") ||
    undefined
  );
}

function countsOf(units: readonly (Verdict | "refused")[], unit: string): string {
  const seen = kinds.flatMap(([kind, verb, words]) => {
    const count = units.filter((one) => one === kind).length;
    return count > 0 ? [{ count, verb, words }] : [];
  });
  const [only, second] = seen;
  if (only && !second) return `${only.count === 2 ? "both" : `all ${only.count}`} ${unit}s ${only.verb}${only.words}`;
  return `${plural(units.length, unit)}: ${seen.map(({ count, words }) => `${count} ${words}`).join(", ")}`;
}

/** The worst verdict on one suite. */
function verdictOf({ pairs, decisions = [] }: Whole, name?: string): Verdict | "refused" {
  const own = pairs.filter(({ after }) => name === undefined || after.suite === name);
  if (own.some(({ result }) => result.kind === "refused")) return "refused";
  const gates = decisions.filter(({ suite }) => name === undefined || suite === name);
  return worstVerdict([...comparisonsIn(own).map(({ decision }) => decision), ...gates].map(({ verdict }) => verdict));
}
