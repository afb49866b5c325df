import { InputError, sameJson } from "../base/index.ts";
import type { VariantResult } from "./variant-result.ts";

/** Which variants are meant, by name: one value for both sides, or one for each. */
export type WantedVariants = Readonly<Record<string, readonly string[]>>;

export interface PairedResults {
  pairs: { before: VariantResult; after: VariantResult }[];
  /** Suites that only one side has. */
  onlyBefore: string[];
  onlyAfter: string[];
}

/**
 * Finds what is to be compared: suites by name, variants by their values. Where each side has one variant they are
 * compared, whatever they are; that is how two prompts are. A side with several needs to be told which.
 */
export function pairResults(
  before: readonly VariantResult[],
  after: readonly VariantResult[],
  wanted: WantedVariants = {},
): PairedResults {
  const suitesOf = (results: readonly VariantResult[]) => [...new Set(results.map(({ suite }) => suite))];
  const shared = suitesOf(after).filter((suite) => suitesOf(before).includes(suite));
  return {
    pairs: shared.flatMap((suite) => {
      const ofSuite = (results: readonly VariantResult[]) => results.filter((result) => result.suite === suite);
      return pairVariants(suite, chosen(ofSuite(before), wanted, 0), chosen(ofSuite(after), wanted, 1));
    }),
    onlyBefore: suitesOf(before).filter((suite) => !shared.includes(suite)),
    onlyAfter: suitesOf(after).filter((suite) => !shared.includes(suite)),
  };
}

function chosen(results: readonly VariantResult[], wanted: WantedVariants, side: 0 | 1): VariantResult[] {
  if (results.length < 2) return [...results];
  return results.filter(({ variant }) =>
    Object.entries(wanted).every(([name, values]) => variant[name] === (values[side] ?? values[0])),
  );
}

function pairVariants(suite: string, before: readonly VariantResult[], after: readonly VariantResult[]) {
  const [first, second] = before;
  const pairs = after.flatMap((result) => {
    const same = before.find(({ variant }) => sameJson(variant, result.variant));
    const match = second === undefined ? first : same;
    return match ? [{ before: match, after: result }] : [];
  });
  const sameRun = pairs.length > 1 && pairs.every((pair) => pair.before.run === pair.after.run);
  if (pairs.length > 0 && !sameRun) return pairs;
  const show = (results: readonly VariantResult[]) => results.map(({ variant }) => shown(variant)).join("; ") || "none";
  throw new InputError({
    message: `suite ${suite}: which variants are to be compared? Before there are ${show(before)}, after ${show(after)}`,
    remedy: "Choose with --variant NAME=VALUE; with NAME=VALUE,VALUE the first is taken before and the second after.",
  });
}

function shown(variant: VariantResult["variant"]): string {
  const choice = Object.entries(variant).map(([name, value]) => `${name}=${value}`);
  return choice.join(",") || "the only one";
}
