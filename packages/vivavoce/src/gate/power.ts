import { plural } from "../base/index.ts";
import { cellsOf, meanOf, passRateName, type Scope, type VariantResult } from "../shape/index.ts";
import {
  leastUnits,
  marginInReach,
  type OneRunPlan,
  type Plan,
  type PlanGoal,
  plan,
  planFromOneRun,
  type Unplanned,
} from "../stats/index.ts";
import { type CasePair, comparability } from "./comparability.ts";
import { pairKind } from "./exact.ts";
import { effective } from "./policy.ts";
import { pairedCells, pairedUnits } from "./test-measure.ts";

/** How many cases a comparison needs, and the runs that this is estimated from. */
interface PowerAnswer {
  measure: string;
  goal: PlanGoal;
  /** Cases that have the measure, and repeats of each, in the newest run. */
  cases: number;
  repeats: number;
  /** Two comparable runs give an estimate; one alone gives only bounds. */
  from:
    | { kind: "two runs"; runs: [string, string]; plan: Plan | Unplanned }
    | {
        kind: "one run";
        run: string;
        plan: OneRunPlan | Unplanned;
        /** A run that would be comparable but has answers of this one: it is not a second sample. */
        sameAnswers?: string | undefined;
      };
}

/** Plans a comparison from a suite's results, newest first; undefined if no case has the measure. */
export function powerOf(results: readonly VariantResult[], measure: string, goal: PlanGoal): PowerAnswer | undefined {
  const [newest, ...earlier] = results;
  if (!newest) return undefined;
  const rows = newest.cases
    .map((one) => cellsOf(one, measure, newest.repeats))
    .filter((cells) => meanOf(cells, 0) !== undefined);
  if (rows.length === 0) return undefined;
  const common = { measure, goal, cases: rows.length, repeats: newest.repeats };
  let sameAnswers: string | undefined;
  for (const before of earlier) {
    const found = comparability(before, newest, measure);
    if (found.kind === "refused") continue;
    if (before.run === newest.run || found.pairs.some(sharesDraws)) {
      sameAnswers ??= before.run;
      continue;
    }
    const repeats = { before: before.repeats, after: newest.repeats };
    const { differences, clusters } = pairedUnits(pairedCells(found.pairs, measure, repeats), "like-these");
    if (differences.length < 2) continue;
    return {
      ...common,
      from: { kind: "two runs", runs: [before.run, newest.run], plan: plan(differences, { ...goal, clusters }) },
    };
  }
  const known = rows.map((cells) =>
    cells.map((cell) => (cell === "missing" ? 0 : cell)).filter((cell) => cell !== "skipped"),
  );
  const single = planFromOneRun(known, { ...goal, planned: newest.repeats });
  return { ...common, from: { kind: "one run", run: newest.run, plan: single, sameAnswers } };
}

/** Whether there is no second sample: a trial of both runs has the same answers, or answers that nobody drew. */
function sharesDraws({ before, after }: CasePair): boolean {
  return before.trials.some((was) =>
    after.trials.some(
      (is) => pairKind(was, is) === "same-draw" || [was, is].every(({ answers }) => answers?.origin === "hand-written"),
    ),
  );
}

/** The measures of a plan by default: the pass rate, and the gate's primary metric. */
export function plannedMeasures({ gate }: Pick<VariantResult, "gate">): string[] {
  return [...new Set([passRateName, gate.primary ?? passRateName])];
}

type Wanted = { cases: number; margin: number; scope: Scope; unit?: string };

/** Why this few units can never settle a margin, and the cheapest way to get enough; undefined if there are enough. */
export function tooFew(units: number, { cases, margin, scope, unit }: Wanted): string | undefined {
  const least = leastUnits(margin);
  if (units >= least) return undefined;
  const more = `at least ${least} are needed`;
  const repeat = scope === "these" ? `, such as --repeat ${Math.ceil(least / Math.max(1, cases))} in both runs` : "";
  return `${plural(units, unit ?? (scope === "these" ? "trial" : "case"))} cannot show a change of ${margin}; ${more}${repeat}, or --margin ${reachOf(units)}, which ${units} can settle`;
}

/** The margin that this many units can settle, rounded up so that they really can. */
function reachOf(units: number): string {
  return (Math.ceil(marginInReach(Math.max(1, units)) * 100) / 100).toFixed(2);
}

/** What a baseline of these cases can show, if that is less than its margin; undefined if it is enough. */
export function reachText({
  cases,
  repeats,
  gate,
}: Pick<VariantResult, "cases" | "repeats" | "gate">): string | undefined {
  const { margin, scope } = effective(gate);
  const units = scope === "these" ? cases.length * repeats : cases.length;
  const least = leastUnits(margin);
  if (units >= least) return undefined;
  const played = `${plural(cases.length, "case")}${scope === "these" && repeats > 1 ? ` × ${repeats} repeats` : ""}`;
  const times = Math.ceil(least / Math.max(1, cases.length));
  const more = scope === "these" ? `--repeat ${times} in both runs, or ${least} cases, show` : `${least} cases show`;
  return `with ${played} a change of ${marginInReach(Math.max(1, units)).toFixed(2)} or more can be shown; ${more} a change of ${margin}`;
}
