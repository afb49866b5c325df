import { plural } from "../base/index.ts";
import { leastUnits, marginInReach } from "../stats/index.ts";
import type { Scope } from "./policy.ts";

type Wanted = { cases: number; margin: number; scope: Scope; unit?: string };

/** Why this few units can never settle a margin, and the cheapest way to get enough; undefined if there are enough. */
export function tooFew(units: number, { cases, margin, scope, unit }: Wanted): string | undefined {
  const least = leastUnits(margin);
  if (units >= least) return undefined;
  const remedy = scope === "these" ? `, such as --repeat ${Math.ceil(least / Math.max(1, cases))} in both runs` : "";
  // Rounded up, so that the named margin can really be settled.
  const reach = (Math.ceil(marginInReach(Math.max(1, units)) * 100) / 100).toFixed(2);
  return `${plural(units, unit ?? (scope === "these" ? "trial" : "case"))} cannot show a change of ${margin}; at least ${least} are needed${remedy}, and ${units} can settle a margin of ${reach}`;
}
