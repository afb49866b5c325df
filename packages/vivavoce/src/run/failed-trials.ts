import { canonicalJson } from "../base/index.ts";
import type { FailedCase, Variant } from "../shape/index.ts";
import { chooseVariants, offeredVariants, type Variants } from "../suite/index.ts";

/** What `--failed` means for a suite. */
interface FailedTrials {
  cases: ReadonlySet<string>;
  variants: Variant[];
  /** Whether a case is to be played under a variant. */
  plays(variant: Variant, caseId: string): boolean;
}

/**
 * The trials to play again: each case under the variants in which it did not pass. If --variant is given, under those;
 * if the suite no longer offers a variant, under its first.
 */
export function failedTrials(offered: Variants = {}, chosen: Variants, failed: readonly FailedCase[]): FailedTrials {
  const cases = new Set(failed.map(({ caseId }) => caseId));
  if (failed.length === 0 || Object.keys(chosen).length > 0) {
    return { cases, variants: chooseVariants(offered, chosen), plays: (_variant, caseId) => cases.has(caseId) };
  }
  const all = new Map(
    chooseVariants(offered, offeredVariants(offered)).map((variant) => [canonicalJson(variant), variant]),
  );
  const first = canonicalJson(chooseVariants(offered)[0] ?? {});
  const byVariant = new Map<string, Set<string>>();
  for (const { caseId, variant } of failed) {
    const own = canonicalJson(variant);
    const key = all.has(own) ? own : first;
    byVariant.set(key, (byVariant.get(key) ?? new Set()).add(caseId));
  }
  return {
    cases,
    variants: [...all].flatMap(([key, variant]) => (byVariant.has(key) ? [variant] : [])),
    plays: (variant, caseId) => byVariant.get(canonicalJson(variant))?.has(caseId) ?? false,
  };
}
