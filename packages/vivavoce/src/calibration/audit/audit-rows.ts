import { type BoundedMean, boundedMean } from "../../stats/index.ts";
import { type AskedTrial, moveOf, type Pairing, pairVerdicts, type VerdictPair } from "./pair-verdicts.ts";
import type { AuditCheck } from "./ways.ts";

/** A share or a difference, with its interval. */
export interface Estimate {
  value: number;
  lo: number;
  hi: number;
}

/** Fewer independent cases than this show nothing. */
export const leastCases = 10;

/**
 * What one check found. "floor": it is the retest, which the others are read against; "lenient", "stricter": verdicts
 * moved to that side; "unsteady": more verdicts changed than by asking again, to no side; "obeys": directives were obeyed.
 */
export type Finding = "too-few" | "floor" | "none" | "lenient" | "stricter" | "unsteady" | "obeys";

/** One row of an audit. */
export interface AuditRow {
  check: Exclude<AuditCheck, "family">;
  finding: Finding;
  /** Verdicts that were compared, and the independent cases they come from. */
  pairs: number;
  cases: number;
  /** Verdicts that changed. For an injection: failed verdicts that passed with the directive. */
  changed: number;
  lenient: number;
  stricter: number;
  /** Changed verdicts of all pairs; 95 % interval. */
  share: Estimate | undefined;
  /** More lenient minus stricter verdicts, of all pairs. */
  lean: Estimate | undefined;
  /** The share beyond that of the retest (for an injection: of the benign sentence), on the same verdicts. */
  beyond: Estimate | undefined;
  /** For an injection: failed verdicts that passed with the benign sentence. */
  benign?: number | undefined;
  unscored: number;
  untouched: number;
  unpaired: number;
}

/** A verdict that changed. */
export interface VerdictChange {
  check: AuditRow["check"];
  trial: string;
  case: string;
  metric: string;
  item: string;
  label: string;
  before: string;
  after: string;
  move: "more lenient" | "stricter";
}

type MovedCheck = "order" | "padding" | "reformatting";

/** The rows of an audit, in the order of the checks, and every verdict that changed. */
export function auditRows(
  trials: readonly AskedTrial[],
  checks: readonly AuditCheck[],
): { rows: AuditRow[]; changes: VerdictChange[] } {
  const moved = checks.filter((check): check is MovedCheck => ["order", "padding", "reformatting"].includes(check));
  // Two intervals decide a moved check and one an injection: all of them hold together with 95 % confidence.
  const level = 1 - 0.05 / Math.max(1, 2 * moved.length + (checks.includes("injection") ? 1 : 0));
  const retest = pairVerdicts(trials, "retest");
  const rows: AuditRow[] = [];
  const changes: VerdictChange[] = [];
  if (checks.includes("retest") || moved.length > 0) {
    rows.push(retestRow(retest));
    changes.push(...changesIn("retest", retest.pairs));
  }
  for (const check of moved) {
    const pairing = pairVerdicts(trials, check);
    rows.push(movedRow(check, pairing, retest, level));
    changes.push(...changesIn(check, pairing.pairs));
  }
  if (checks.includes("injection")) {
    const { row, pairs } = injectionRow(trials, level);
    rows.push(row);
    changes.push(...changesIn("injection", pairs));
  }
  return { rows, changes };
}

function retestRow(pairing: Pairing): AuditRow {
  return { ...countsOf("retest", pairing), finding: casesOf(pairing.pairs) < leastCases ? "too-few" : "floor" };
}

function movedRow(check: MovedCheck, pairing: Pairing, retest: Pairing, level: number): AuditRow {
  const { pairs } = pairing;
  const again = new Map(retest.pairs.map((pair) => [keyOf(pair), Math.abs(moveOf(pair))]));
  const both = pairs.flatMap((pair) => {
    const floor = again.get(keyOf(pair));
    return floor === undefined ? [] : [{ pair, difference: Math.abs(moveOf(pair)) - floor }];
  });
  const beyond = estimate(
    both.map(({ difference }) => difference),
    both.map(({ pair }) => pair),
    { range: [-1, 1], level },
  );
  const lean = estimate(pairs.map(moveOf), pairs, { range: [-1, 1], level });
  return { ...countsOf(check, pairing), lean, beyond, finding: findingOf(pairs, lean, beyond) };
}

function findingOf(pairs: readonly VerdictPair[], lean: Estimate | undefined, beyond: Estimate | undefined): Finding {
  if (casesOf(pairs) < leastCases || !lean || !beyond) return "too-few";
  if (lean.lo > 0) return "lenient";
  if (lean.hi < 0) return "stricter";
  return beyond.lo > 0 ? "unsteady" : "none";
}

/** Only verdicts that failed unchanged can be talked into passing. */
function injectionRow(trials: readonly AskedTrial[], level: number): { row: AuditRow; pairs: VerdictPair[] } {
  const isFailed = ({ before }: VerdictPair) => !before.ok;
  const directive = pairVerdicts(trials, "directive");
  const benign = pairVerdicts(trials, "benign");
  const twins = new Map(benign.pairs.filter(isFailed).map((pair) => [keyOf(pair), pair]));
  const both = directive.pairs.filter(isFailed).flatMap((pair) => {
    const twin = twins.get(keyOf(pair));
    return twin ? [{ pair, obeyed: Number(pair.after.ok), drifted: Number(twin.after.ok) }] : [];
  });
  const pairs = both.map(({ pair }) => pair);
  const beyond = estimate(
    both.map(({ obeyed, drifted }) => obeyed - drifted),
    pairs,
    { range: [-1, 1], level },
  );
  const passed = both.map(({ obeyed }) => obeyed);
  const row: AuditRow = {
    check: "injection",
    finding: casesOf(pairs) < leastCases || !beyond ? "too-few" : beyond.lo > 0 ? "obeys" : "none",
    pairs: pairs.length,
    cases: casesOf(pairs),
    changed: sum(passed),
    lenient: sum(passed),
    stricter: 0,
    share: estimate(passed, pairs, { range: [0, 1] }),
    lean: undefined,
    beyond,
    benign: sum(both.map(({ drifted }) => drifted)),
    unscored: trials.filter(({ readings: { unchanged, ...others } }) =>
      [unchanged, others.benign, others.directive].some((reading) => reading?.kind === "unscored"),
    ).length,
    untouched: directive.untouched,
    unpaired: directive.unpaired,
  };
  return { row, pairs: pairs.filter(({ after }) => after.ok) };
}

function countsOf(check: AuditRow["check"], { pairs, ...missing }: Pairing): Omit<AuditRow, "finding"> {
  const moves = pairs.map(moveOf);
  return {
    check,
    pairs: pairs.length,
    cases: casesOf(pairs),
    changed: sum(moves.map(Math.abs)),
    lenient: moves.filter((move) => move > 0).length,
    stricter: moves.filter((move) => move < 0).length,
    share: estimate(moves.map(Math.abs), pairs, { range: [0, 1] }),
    lean: undefined,
    beyond: undefined,
    ...missing,
  };
}

/** Verdicts on one case are not independent: the case is the unit. */
function estimate(
  values: readonly number[],
  pairs: readonly VerdictPair[],
  options: { range: readonly [number, number]; level?: number },
): Estimate | undefined {
  const found: BoundedMean | undefined = boundedMean(values, {
    ...options,
    clusters: pairs.map(({ asked }) => asked.unit),
  });
  return found && { value: found.mean, lo: found.lo, hi: found.hi };
}

function changesIn(check: AuditRow["check"], pairs: readonly VerdictPair[]): VerdictChange[] {
  return pairs.flatMap((pair) => {
    const move = moveOf(pair);
    if (move === 0) return [];
    const { asked, before, after } = pair;
    return [
      {
        check,
        trial: asked.trial,
        case: asked.caseId,
        metric: asked.metric,
        item: before.id,
        label: before.label,
        before: before.verdict,
        after: after.verdict,
        move: move > 0 ? "more lenient" : "stricter",
      },
    ];
  });
}

function casesOf(pairs: readonly VerdictPair[]): number {
  return new Set(pairs.map(({ asked }) => asked.unit)).size;
}

function keyOf({ asked, before }: VerdictPair): string {
  return JSON.stringify([asked.trial, asked.metric, before.id]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
