import { exitCodes, plural } from "../base/index.ts";
import { worst, worstVerdict } from "../gate/index.ts";
import type { Decision, SuiteDecision, Verdict } from "../shape/index.ts";

/** What the verdict on a whole comparison is made from. */
export interface Whole {
  /** Each pair with its decision, unless it was refused. */
  suites: readonly { suite: string; refused?: unknown; decision?: Decision }[];
  /** Suites and variants without a counterpart, in words. */
  notCompared: readonly string[];
  /** Something that was examined before is not compared now, and may have got worse. */
  open?: boolean;
  /** The verdicts on the later run's suites, where their own gates were asked too. */
  decisions?: readonly SuiteDecision[] | undefined;
}

/**
 * The verdict on the whole: the worst of all pairs, and of the suites' own gates where those were asked. What was
 * refused, or has no counterpart, never helps.
 */
export function wholeVerdict(whole: Whole) {
  const { suites, open, decisions: own = [] } = whole;
  const decisions: Pick<Decision, "verdict" | "exitCode" | "safetyHit">[] = [
    ...suites.map(({ decision }) => decision ?? { verdict: "error" as const, exitCode: exitCodes.usage }),
    ...own,
    ...(open ? [{ verdict: "inconclusive" as const, exitCode: exitCodes.inconclusive }] : []),
  ];
  return {
    verdict: worstVerdict(decisions.map(({ verdict }) => verdict)),
    exitCode: worst(decisions),
    /** Suites whose own gates decided otherwise than the comparison, such as a floor that the pass rate is under. */
    ownGates: ownGates(whole),
    /** What the verdict on the whole stands for, where there is more than one. */
    reason: wholeReason(whole),
  };
}

function ownGates({ suites, decisions = [] }: Whole): SuiteDecision[] {
  const said = new Set(suites.map(({ suite, decision }) => `${suite} ${decision?.reason}`));
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
function wholeReason(whole: Whole): string | undefined {
  const { suites, notCompared, decisions = [] } = whole;
  const names = new Set([...suites, ...decisions].map(({ suite }) => suite));
  const isBySuite = names.size > 1;
  const units = isBySuite
    ? [...names].map((name) => verdictOf(whole, name))
    : suites.map((pair) => verdictOf({ ...whole, suites: [pair] }));
  const open = notCompared.length > 0 ? ["not everything was compared"] : [];
  const counts = units.length > 1 ? [countsOf(units, isBySuite ? "suite" : "comparison")] : [];
  return [...counts, ...open].join("; ") || undefined;
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

/** The worst verdict on one suite, or on all. */
function verdictOf({ suites, decisions = [] }: Whole, name?: string): Verdict | "refused" {
  const isMeant = ({ suite }: { suite: string }) => name === undefined || suite === name;
  const own = suites.filter(isMeant);
  if (own.some(({ refused }) => refused)) return "refused";
  return worstVerdict([
    ...own.flatMap(({ decision }) => decision?.verdict ?? []),
    ...decisions.filter(isMeant).map(({ verdict }) => verdict),
  ]);
}
