import { shownOf } from "../gate/index.ts";
import { type CaseValues, cellsOf, meanOf, passRateName, type VariantResult } from "../shape/index.ts";

/** The variants of a suite beside each other. */
export type SideBySide = ReturnType<typeof sideBySide>;

/** Pairs the variants of a suite by case. */
export function sideBySide(results: readonly VariantResult[]) {
  const byId = results.map(({ cases }) => new Map(cases.map((one) => [one.caseId, one])));
  const [first, ...others] = byId;
  const common = [...(first?.keys() ?? [])].filter((id) => others.every((cases) => cases.has(id)));
  const names = [passRateName, ...(results[0]?.metrics ?? []).map(({ name }) => name)];
  const rateOf = (one: CaseValues | undefined, repeats: number) => one && meanOf(cellsOf(one, passRateName, repeats));
  return {
    suite: results[0]?.suite ?? "",
    variants: results.map(({ variant }) => variant),
    /** Cases that every variant played. */
    common: common.length,
    /** What each variant shows by itself, over all of its cases: the pass rate first, then the metrics. */
    measures: names.map((name) => ({ name, means: results.map((result) => shownOf(result, name)) })),
    /** Cases that every variant played and on which they differ, in input order; no rate where no trial was decided. */
    flips: common
      .map((caseId) => ({ caseId, rates: results.map(({ repeats }, at) => rateOf(byId[at]?.get(caseId), repeats)) }))
      .filter(({ rates }) => new Set(rates.filter((rate) => rate !== undefined)).size > 1),
  };
}
