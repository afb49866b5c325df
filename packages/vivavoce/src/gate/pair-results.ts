import { didYouMean, InputError, sameJson } from "../base/index.ts";
import type { VariantResult } from "../shape/index.ts";

/** The chosen variants, by name: one value for both sides, or one for each. */
type WantedVariants = Readonly<Record<string, readonly string[]>>;

/**
 * Finds the pairs to compare: suites by name, variants by their values. If each side has one variant, these two are
 * compared, whatever they are, such as two prompts. If a side has several, the user must choose.
 */
export function pairResults(
  before: readonly VariantResult[],
  after: readonly VariantResult[],
  wanted: WantedVariants = {},
) {
  refuseUnknownChoice([...before, ...after], wanted);
  const suitesOf = (results: readonly VariantResult[]) => [...new Set(results.map(({ suite }) => suite))];
  const shared = suitesOf(after).filter((suite) => suitesOf(before).includes(suite));
  const later = after.filter(({ suite }) => shared.includes(suite));
  const pairs = shared.flatMap((suite) => {
    const ofSuite = (results: readonly VariantResult[]) => results.filter((result) => result.suite === suite);
    return pairVariants(suite, chosen(ofSuite(before), wanted, 0), chosen(ofSuite(later), wanted, 1));
  });
  const isPaired = (result: VariantResult) => pairs.some((pair) => pair.after === result);
  return {
    pairs,
    /** Later results whose suite the earlier side has, but not their variant, in words. */
    unmatched:
      Object.keys(wanted).length > 0
        ? []
        : later.filter((one) => !isPaired(one)).map((one) => `${one.suite} · ${shown(one.variant)}`),
    /** Suites that only one side has. */
    onlyBefore: suitesOf(before).filter((suite) => !shared.includes(suite)),
    onlyAfter: suitesOf(after).filter((suite) => !shared.includes(suite)),
  };
}

/** With two values, each side must have its own; one value chooses on a side that holds several. */
function chosen(results: readonly VariantResult[], wanted: WantedVariants, side: 0 | 1): VariantResult[] {
  return results.filter(({ variant }) =>
    Object.entries(wanted).every(([name, values]) => {
      if (results.length < 2 && values.length < 2) return true;
      return variant[name] === (values[side] ?? values[0]);
    }),
  );
}

/** A choice that neither side knows is refused: it would choose nothing. */
export function refuseUnknownChoice(results: readonly VariantResult[], wanted: WantedVariants): void {
  for (const [name, values] of Object.entries(wanted)) {
    const unknown = values.filter((value) => !results.some(({ variant }) => variant[name] === value));
    if (unknown.length === 0 && values.length <= 2) continue;
    const message =
      values.length > 2 ? `--variant ${name} has more than two values` : `no run has ${name}=${unknown.join(", ")}`;
    const known = results.flatMap(({ variant }) => Object.entries(variant).map((choice) => choice.join("=")));
    const otherwise = "Give NAME=VALUE, or NAME=BEFORE,AFTER, with values that the runs have.";
    throw new InputError({ message, remedy: didYouMean(`${name}=${unknown[0]}`, known, otherwise) });
  }
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
    message: `suite ${suite}: several variants could be compared: ${show(before)} in the earlier run, ${show(after)} in the later one`,
    remedy: "Choose with --variant NAME=VALUE, or with NAME=BEFORE,AFTER for one variant of each run.",
  });
}

function shown(variant: VariantResult["variant"]): string {
  const choice = Object.entries(variant).map(([name, value]) => `${name}=${value}`);
  return choice.join(",") || "the only one";
}
