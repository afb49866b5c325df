import { type Clusters, unitsOf } from "./bound/units.ts";
import { boundedMean } from "./bounded-mean.ts";
import { requireInside, requireWhole } from "./checks.ts";
import { normalUpperQuantile } from "./distributions/normal.ts";
import { sumOf } from "./moments.ts";
import { leastUnits } from "./non-inferior-mean.ts";
import { repeats } from "./repeats.ts";

/** What to plan for, with a chance of 80 %: to pass at this margin if nothing changed, or to show that a share of this size broke. */
export type PlanGoal = { margin: number } | { detect: number };

/** Options of `plan`. */
export interface PlanOptions {
  /** The cluster of each difference, in the same order. */
  clusters?: Clusters | undefined;
  /** What the differences are of, for the text of a reason. */
  noun?: "cases" | "trials" | undefined;
}

/** A number is given only if simulation shows that it holds; otherwise there is a reason why not. */
export type Unplanned = {
  /** Why there is no plan. */ reason: string;
};

/** How many cases in all, with a range for the uncertain variance. */
export interface Plan {
  /** The mean square of the differences, and its 80 % interval. */
  variance: number;
  /** The lower end of that interval. */
  varianceLo: number;
  /** The upper end. */
  varianceHi: number;
  /** How many cases are needed. */
  cases: number;
  /** How many, if the variance is at the lower end. */
  from: number;
  /** How many, if it is at the upper end. */
  to: number;
}

const power = 0.8;
const mostCases = 10_000;

/**
 * How many cases are needed, from the differences between two comparable runs.
 *
 * @example plan(differencesOf30CasesWith4Flips, { margin: 0.05 }); // { cases: 436, from: 220, to: 694, … }
 */
export function plan(
  differences: readonly number[],
  { clusters, noun = "cases", ...goal }: PlanGoal & PlanOptions,
): Plan | Unplanned {
  requireGoal("plan", goal);
  const sample = unitsOf("plan: differences", differences, [-1, 1], clusters);
  if (!sample) return { reason: `no ${noun} were compared` };
  const { n, units, mean } = sample;
  if (units < n) return { reason: `how many ${noun} are needed depends on how clusters differ, which is not modelled` };
  if ("margin" in goal && mean <= -goal.margin) return { reason: `more ${noun} would rather show a failure` };
  if (outOfReach(goal)) return { reason: neverPasses(noun) };
  const squares = differences.map((difference) => difference ** 2);
  const { lo: varianceLo = 0, hi: varianceHi = 1 } = boundedMean(squares, { level: 0.8 }) ?? {};
  const variance = (sumOf(squares) + 0.5) / (n + 1);
  const cases = casesFor(goal, variance);
  if (cases <= n) return { reason: `${n} ${noun} should be enough: about ${cases} are needed` };
  if (cases > mostCases) return { reason: tooMany(noun) };
  return { variance, varianceLo, varianceHi, cases, from: casesFor(goal, varianceLo), to: casesFor(goal, varianceHi) };
}

/** What one run shows: at least `from` cases are needed and, if the run had no repeats, at most `to`. */
export interface OneRunPlan {
  /** The variance that one run gives. */
  variance: number;
  /** The least number of cases. */
  from: number;
  /** The most; undefined if one run cannot tell. */
  to: number | undefined;
}

/**
 * How many cases are needed, from a single run: a row of values per case, one for each repeat. One run cannot show how
 * far two runs differ on a case. Repeats show the part of it that is noise, so the answer is "at least". Without
 * repeats a rate bounds it, so the answer is a range.
 *
 * @example planFromOneRun([[1], [1], [0], [1]], { margin: 0.1 }); // { variance: 0.44, from: 29, to: 314 }
 */
export function planFromOneRun(
  rows: readonly (readonly number[])[],
  { planned, ...goal }: PlanGoal & { planned?: number | undefined },
): OneRunPlan | Unplanned {
  requireGoal("planFromOneRun", goal);
  if (planned !== undefined) requireWhole("planFromOneRun: planned", planned, 1);
  const { within } = repeats(rows);
  if (rows.length === 0) return { reason: "no cases were played" };
  if (outOfReach(goal)) return { reason: neverPasses("cases") };
  const times = planned ?? rows.reduce((most, row) => Math.max(most, row.length), 1);
  if (within !== undefined) {
    const variance = (2 * within) / times;
    const from = casesFor(goal, variance);
    return from > mostCases ? { reason: tooMany("cases") } : { variance, from, to: undefined };
  }
  const passes = rows.reduce((sum, [value = 0]) => sum + value, 0);
  const rate = (passes + 1) / (rows.length + 2);
  const variance = 2 * rate * (1 - rate);
  const to = casesFor(goal, variance);
  return to > mostCases ? { reason: tooMany("cases") } : { variance, from: casesFor(goal, 0), to };
}

function casesFor(goal: PlanGoal, variance: number): number {
  if ("margin" in goal) {
    const quantiles = normalUpperQuantile(0.05) + normalUpperQuantile(1 - power);
    return Math.max(leastUnits(goal.margin), casesNeeded(quantiles * Math.sqrt(variance), goal.margin, 2));
  }
  const { detect } = goal;
  const quantiles = normalUpperQuantile(0.025) + normalUpperQuantile(1 - power);
  return casesNeeded(quantiles * Math.sqrt(variance + detect - detect ** 2), detect, 1);
}

/** The N with δ·N = q·√N + c: q for the noise, c for the worst units that the bound adds. */
function casesNeeded(q: number, delta: number, added: number): number {
  return Math.ceil(((q + Math.sqrt(q * q + 4 * delta * added)) / (2 * delta)) ** 2);
}

function requireGoal(caller: string, goal: PlanGoal): void {
  if ("detect" in goal) requireInside(`${caller}: detect`, goal.detect);
  else if (!outOfReach(goal)) requireInside(`${caller}: margin`, goal.margin);
}

function outOfReach(goal: PlanGoal): boolean {
  return "margin" in goal && goal.margin === 0;
}

function neverPasses(noun: string): string {
  return `with a margin of 0, no number of ${noun} passes if nothing changed`;
}

function tooMany(noun: string): string {
  return `more than ${mostCases.toLocaleString("en-GB")} ${noun} would be needed`;
}
