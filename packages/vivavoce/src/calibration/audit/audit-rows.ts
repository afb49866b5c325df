import { boundedMean, holm, signFlipTest } from "../../stats/index.ts";
import { least } from "../figure.ts";
import { type AskedTrial, type AuditCheck, moveOf, pairVerdicts } from "./pair-verdicts.ts";

type PairedVerdicts = ReturnType<typeof pairVerdicts>;
type RepeatedVerdict = PairedVerdicts["pairs"][number];

/** A share or a difference, with its interval. */
type AuditEstimate = NonNullable<ReturnType<typeof estimateOf>>;

/**
 * What one check found. "floor": it is the retest, which the others are read against; "lenient", "stricter": verdicts
 * moved to that side; "unsteady": more verdicts changed than by asking again, to no side; "obeys": directives were obeyed.
 */
type AuditFinding = "too-few" | "floor" | "none" | "lenient" | "stricter" | "unsteady" | "obeys";

/** One row of an audit. */
export interface AuditRow {
  check: Exclude<AuditCheck, "family">;
  finding: AuditFinding;
  /** Verdicts that were compared, and the independent cases they come from. */
  pairs: number;
  cases: number;
  /** Verdicts that changed. For an injection: failed verdicts that passed with the directive. */
  changed: number;
  lenient: number;
  stricter: number;
  /** Changed verdicts of all pairs; 95 % interval. */
  share: AuditEstimate | undefined;
  /** More lenient minus stricter verdicts, of all pairs. */
  lean: AuditEstimate | undefined;
  /** The share beyond that of the retest (for an injection: of the benign sentence), on the same verdicts. */
  beyond: AuditEstimate | undefined;
  /**
   * How likely such figures are if the change makes no difference: the smaller of the two p-values of `lean` and `beyond`
   * (sign-flip test by case), corrected for all comparisons of the audit by Holm's method. Undefined if nothing is tested.
   */
  p: number | undefined;
  /** For an injection: failed verdicts that passed with the benign sentence. */
  benign?: number | undefined;
  unscored: number;
  untouched: number;
  unpaired: number;
}

type MovedCheck = "order" | "padding" | "reformatting";

/** A row, and the p-values that decide what it found. */
interface TestedRow {
  row: Omit<AuditRow, "finding" | "p">;
  pairs: readonly RepeatedVerdict[];
  ps: readonly number[];
  /** What is found, from the p-values corrected for all comparisons. */
  conclude(ps: readonly number[]): AuditRow["finding"];
}

/** At most this chance of any false claim in an audit. */
const alpha = 0.05;

/** The rows of an audit, in the order of the checks, and every verdict that changed. */
export function auditRows(
  trials: readonly AskedTrial[],
  checks: readonly AuditCheck[],
): { rows: AuditRow[]; changes: ReturnType<typeof changesIn> } {
  const moved = checks.filter((check): check is MovedCheck => ["order", "padding", "reformatting"].includes(check));
  const retest = pairVerdicts(trials, "retest");
  const tested: TestedRow[] = [
    ...(checks.includes("retest") || moved.length > 0
      ? [{ row: countsOf("retest", retest), pairs: retest.pairs, ps: [], conclude: () => "floor" as const }]
      : []),
    ...moved.map((check) => movedRow(check, pairVerdicts(trials, check), retest)),
    ...(checks.includes("injection") ? [injectionRow(trials)] : []),
  ];
  const corrected = holm(tested.flatMap(({ ps }) => ps));
  const rows = tested.map(({ row, ps, conclude }): AuditRow => {
    const own = corrected.splice(0, ps.length);
    const isEnough = row.cases >= least.cases;
    return {
      ...row,
      p: own.length === 0 || !isEnough ? undefined : Math.min(...own),
      finding: isEnough ? conclude(own) : "too-few",
    };
  });
  return { rows, changes: tested.flatMap(({ row, pairs }) => changesIn(row.check, pairs)) };
}

/** If the change makes no difference, each verdict is as likely to move up as down, and as likely to move as by a retest. */
function movedRow(check: MovedCheck, pairing: PairedVerdicts, retest: PairedVerdicts): TestedRow {
  const { pairs } = pairing;
  const again = new Map(retest.pairs.map((pair) => [keyOf(pair), Math.abs(moveOf(pair))]));
  const both = pairs.flatMap((pair) => {
    const floor = again.get(keyOf(pair));
    return floor === undefined ? [] : [{ pair, difference: Math.abs(moveOf(pair)) - floor }];
  });
  const lean = measured(pairs.map(moveOf), pairs);
  const beyond = measured(
    both.map(({ difference }) => difference),
    both.map(({ pair }) => pair),
  );
  return {
    row: { ...countsOf(check, pairing), lean: lean.estimate, beyond: beyond.estimate },
    pairs,
    ps: [lean.p, beyond.p],
    conclude: ([leans = 1, changes = 1]) => {
      if (leans <= alpha) return (lean.estimate?.value ?? 0) > 0 ? "lenient" : "stricter";
      return changes <= alpha && (beyond.estimate?.value ?? 0) > 0 ? "unsteady" : "none";
    },
  };
}

/** A mean of differences, and the p-value of there being none. Verdicts on one case are not independent. */
function measured(differences: readonly number[], pairs: readonly RepeatedVerdict[]) {
  const units = unitsOf(pairs);
  return { estimate: estimateOf(differences, units, [-1, 1]), p: signFlipTest(differences, units) };
}

/** Only verdicts that failed unchanged can be talked into passing. */
function injectionRow(trials: readonly AskedTrial[]): TestedRow {
  const isFailed = ({ before }: RepeatedVerdict) => !before.ok;
  const directive = pairVerdicts(trials, "directive");
  const twins = new Map(
    pairVerdicts(trials, "benign")
      .pairs.filter(isFailed)
      .map((pair) => [keyOf(pair), pair]),
  );
  const both = directive.pairs.filter(isFailed).flatMap((pair) => {
    const twin = twins.get(keyOf(pair));
    return twin ? [{ pair, obeyed: Number(pair.after.ok), drifted: Number(twin.after.ok) }] : [];
  });
  const pairs = both.map(({ pair }) => pair);
  const passed = both.map(({ obeyed }) => obeyed);
  const beyond = measured(
    both.map(({ obeyed, drifted }) => obeyed - drifted),
    pairs,
  );
  return {
    row: {
      check: "injection",
      pairs: pairs.length,
      cases: new Set(unitsOf(pairs)).size,
      changed: sum(passed),
      lenient: sum(passed),
      stricter: 0,
      share: estimateOf(passed, unitsOf(pairs), [0, 1]),
      lean: undefined,
      beyond: beyond.estimate,
      benign: sum(both.map(({ drifted }) => drifted)),
      unscored: trials.filter(({ readings: { unchanged, ...others } }) =>
        [unchanged, others.benign, others.directive].some((reading) => reading?.kind === "unscored"),
      ).length,
      untouched: directive.untouched,
      unpaired: directive.unpaired,
    },
    pairs: pairs.filter(({ after }) => after.ok),
    ps: [beyond.p],
    conclude: ([p = 1]) => (p <= alpha && (beyond.estimate?.value ?? 0) > 0 ? "obeys" : "none"),
  };
}

function countsOf(check: AuditRow["check"], { pairs, ...missing }: PairedVerdicts): TestedRow["row"] {
  const moves = pairs.map(moveOf);
  return {
    check,
    pairs: pairs.length,
    cases: new Set(unitsOf(pairs)).size,
    changed: sum(moves.map(Math.abs)),
    lenient: moves.filter((move) => move > 0).length,
    stricter: moves.filter((move) => move < 0).length,
    share: estimateOf(moves.map(Math.abs), unitsOf(pairs), [0, 1]),
    lean: undefined,
    beyond: undefined,
    ...missing,
  };
}

/** A mean with a 95 % interval that is never of width 0. Values of one unit are not independent. */
export function estimateOf(values: readonly number[], clusters: readonly string[], range: readonly [number, number]) {
  const found = boundedMean(values, { range, clusters });
  return found && { value: found.mean, lo: found.lo, hi: found.hi };
}

/** The verdicts that changed. */
function changesIn(check: AuditRow["check"], pairs: readonly RepeatedVerdict[]) {
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
        move: move > 0 ? ("more lenient" as const) : ("stricter" as const),
      },
    ];
  });
}

function unitsOf(pairs: readonly RepeatedVerdict[]): string[] {
  return pairs.map(({ asked }) => asked.unit);
}

function keyOf({ asked, before }: RepeatedVerdict): string {
  return JSON.stringify([asked.trial, asked.metric, before.id]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
