import { type CaseValues, cellsOf, meanOf, passRateName, type VariantResult } from "../gate/index.ts";
import { summariseMeasure } from "./measure-gathering.ts";

/** The variants of a suite on the cases that all of them played. */
export interface SideBySide {
  suite: string;
  variants: VariantResult["variant"][];
  /** Cases that every variant played. */
  common: number;
  /** The pass rate first, then the metrics. */
  measures: { name: string; means: (number | undefined)[] }[];
  /** Cases on which the variants differ, in input order. */
  flips: { caseId: string; rates: (number | undefined)[] }[];
}

/** Pairs the variants of a suite by case. A case that one of them did not play is left out. */
export function sideBySide(results: readonly VariantResult[]): SideBySide {
  const byId = results.map(({ cases }) => new Map(cases.map((one) => [one.caseId, one])));
  const [first, ...others] = byId;
  const common = [...(first?.keys() ?? [])].filter((id) => others.every((cases) => cases.has(id)));
  const casesOf = (index: number) => common.flatMap((id) => byId[index]?.get(id) ?? []);
  const columns = results.map((result, index) => ({ cases: casesOf(index), repeats: result.repeats }));
  const names = [passRateName, ...(results[0]?.metrics ?? []).map(({ name }) => name)];
  const rateOf = (one: CaseValues | undefined, repeats: number) =>
    one && meanOf(cellsOf(one, passRateName, repeats), 0);
  return {
    suite: results[0]?.suite ?? "",
    variants: results.map(({ variant }) => variant),
    common: common.length,
    measures: names.map((name) => ({
      name,
      means: columns.map(({ cases, repeats }) => summariseMeasure(cases, name, repeats).mean),
    })),
    flips: common
      .map((caseId, row) => ({ caseId, rates: columns.map(({ cases, repeats }) => rateOf(cases[row], repeats)) }))
      .filter(({ rates }) => new Set(rates).size > 1),
  };
}
