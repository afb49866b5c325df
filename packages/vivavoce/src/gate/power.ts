import { type OneRunPlan, type Plan, type PlanGoal, plan, planFromOneRun, type Unplanned } from "../stats/index.ts";
import { cellsOf, meanOf } from "./case-values.ts";
import { type CasePair, comparability } from "./comparability.ts";
import { pairKind } from "./exact.ts";
import { passRateName } from "./measure-name.ts";
import { pairedCells, pairedUnits } from "./paired-units.ts";
import type { VariantResult } from "./variant-result.ts";

/** How many cases a comparison needs, and the runs that this is estimated from. */
export interface PowerAnswer {
  measure: string;
  goal: PlanGoal;
  /** Cases that have the measure, and repeats of each, in the newest run. */
  cases: number;
  repeats: number;
  /** Two comparable runs give an estimate; one alone gives only bounds. */
  from:
    | { kind: "two runs"; runs: [string, string]; plan: Plan | Unplanned }
    | { kind: "one run"; run: string; plan: OneRunPlan | Unplanned };
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
  for (const before of earlier) {
    const found = comparability(before, newest, measure);
    // The same answers used twice do not show how far answers vary.
    if (found.kind === "refused" || found.pairs.some(sharesDraws)) continue;
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
  return {
    ...common,
    from: { kind: "one run", run: newest.run, plan: planFromOneRun(known, { ...goal, planned: newest.repeats }) },
  };
}

function sharesDraws({ before, after }: CasePair): boolean {
  return before.trials.some((was) => after.trials.some((is) => pairKind(was, is) === "same-draw"));
}

/** The measures of a plan by default: the pass rate, and the gate's primary metric. */
export function plannedMeasures({ gate }: Pick<VariantResult, "gate">): string[] {
  return [...new Set([passRateName, gate.primary ?? passRateName])];
}
