import { plural } from "../base/index.ts";
import type { Scope, VariantResult } from "../shape/index.ts";
import { leastUnits, marginInReach } from "../stats/index.ts";
import { effective } from "./policy.ts";

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
