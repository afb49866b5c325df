import { InputError, plural, safeLine } from "../base/index.ts";
import { pairResults, pendingOf, refuseUnknownChoice } from "../gate/index.ts";
import { changeNote, comparedDimensions, dimensionCases, dimensionTable, refusalsIn } from "../report/index.ts";
import { type ComparedPair, comparePairs, dimensionsOf, stoppedNote } from "../results/index.ts";
import { showVariant, type VariantResult } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { commandOf } from "./command.ts";
import { type FlagsOf, flagRows, variants } from "./flags.ts";
import { refuseUnknown } from "./gate-flags.ts";
import { invocation } from "./invocation.ts";
import { print } from "./print.ts";
import { resolveReference } from "./reference.ts";
import { writeReport } from "./streams.ts";
import { type Surroundings, withStore } from "./surroundings.ts";

const rows = flagRows({
  "--variant <name=value[,value]>": [
    "the variant to show, if a run holds several; two values: before, after",
    variants,
    {},
  ],
  "--metric <name>": "show only the dimensions of this metric",
  "--cases": "show every case with its score in each dimension, lowest first",
  "--json": "as JSON",
});
type DimensionFlags = FlagsOf<typeof rows>;

export const describe = commandOf({
  takes: [
    ["<run>", "a run, a baseline's name or a baseline's file"],
    ["[after]", "a second run or baseline, to see what has changed since the first"],
  ],
  flags: rows,
  notes: `A run of several variants is shown side by side: each variant against the first.

Examples:
  viva dimensions latest
  viva dimensions latest --cases
  viva dimensions 7f3a 91bc
  viva dimensions latest --variant prompt=v1,v2`,
  act: (flags, run: string, after: string | undefined) =>
    withStore((store, around) => dimensions(around, store, [run, after], flags)),
});

async function dimensions(
  around: Surroundings,
  store: Store,
  [name, later]: readonly [string, string | undefined],
  flags: DimensionFlags,
): Promise<void> {
  const first = await resolveReference(store, name, around.cwd);
  const second = later === undefined ? undefined : await resolveReference(store, later, around.cwd);
  const all = [...first.results, ...(second?.results ?? [])];
  const withSome = all.filter((result) => result.dimensions !== undefined);
  if (withSome.length === 0) {
    throw new InputError({
      message: `no metric of ${[name, later].filter((one) => one !== undefined).join(" or ")} has dimensions`,
      remedy:
        "Rubrics have dimensions, rubric({ … }), and so do criteria that a suite asks of every case, criteria([ … ]).",
    });
  }
  const known = withSome.flatMap((result) => (result.dimensions ?? []).map(({ metric }) => metric));
  refuseUnknown(flags.metric === undefined ? [] : [flags.metric], [...new Set(known)]);
  refuseUnknownChoice(all, flags.variant);
  const pairs = second
    ? pairResults(first.results, second.results, flags.variant).pairs
    : variantPairs(first.results, flags.variant);
  const shown = second ? pairs.flatMap(({ before, after }) => [before, after]) : chosen(first.results, flags.variant);
  if (!shown.some((result) => metricsOf(result, flags).length > 0)) {
    throw new InputError({
      message: "there is nothing to show: no suite that was chosen has dimensions",
      remedy: second
        ? "Give two runs that have a suite in common, or one run."
        : "Choose another variant or metric, or leave --variant and --metric out.",
    });
  }
  const compared = pairs.flatMap((pair) => metricsOf(pair.after, flags).flatMap((metric) => compareOn(metric, pair)));
  if (flags.json) writeJson(shown, compared, flags);
  else {
    for (const result of new Set(shown)) writeResult(around, result, flags);
    writeCompared(around, compared);
  }
  const refused = await refusalsIn(store, compared, invocation());
  if (refused.length > 0) throw new InputError(refused);
}

/** The variants of one run: each against the first, or the two that the flag names. */
function variantPairs(results: readonly VariantResult[], wanted: DimensionFlags["variant"]) {
  if (Object.values(wanted).some((values) => values.length > 1)) return pairResults(results, results, wanted).pairs;
  return [...Map.groupBy(chosen(results, wanted), ({ suite }) => suite).values()].flatMap(([before, ...others]) =>
    before ? others.map((after) => ({ before, after })) : [],
  );
}

function chosen(results: readonly VariantResult[], wanted: DimensionFlags["variant"]): VariantResult[] {
  return results.filter(({ variant }) =>
    Object.entries(wanted).every(([name, values]) => variant[name] === undefined || values.includes(variant[name])),
  );
}

function metricsOf({ dimensions: all = [] }: VariantResult, { metric }: DimensionFlags): string[] {
  return [...new Set(all.map((one) => one.metric))].filter((name) => metric === undefined || name === metric);
}

/** Only the dimensions of the metric that had to be comparable. */
function compareOn(metric: string, pair: { before: VariantResult; after: VariantResult }): ComparedPair[] {
  return comparePairs([pair], { primary: metric }, { alone: true }).map((one) => {
    if (one.result.kind === "refused") return one;
    const { comparison } = one.result;
    const own = comparison.dimensions.filter((dimension) => dimension.metric === metric);
    return { ...one, result: { kind: "compared", comparison: { ...comparison, dimensions: own } } };
  });
}

function writeJson(shown: readonly VariantResult[], compared: readonly ComparedPair[], flags: DimensionFlags): void {
  const sideOf = ({ run, variant }: VariantResult) => ({ run, variant });
  const suites = [...new Set(shown)].map((result) => {
    const metrics = dimensionsOf(result).filter(({ metric }) => metricsOf(result, flags).includes(metric));
    const early = stoppedOf(result);
    return {
      ...{ suite: result.suite, ...sideOf(result), pending: pendingOf(result) },
      ...(early ? { early } : {}),
      metrics,
    };
  });
  const comparisons = compared.flatMap(({ before, after, result }) =>
    result.kind === "refused"
      ? []
      : [
          {
            ...{ suite: after.suite, before: sideOf(before), after: sideOf(after), exact: result.comparison.exact },
            dimensions: result.comparison.dimensions,
          },
        ],
  );
  writeReport(`${JSON.stringify({ format: 2, suites, comparisons }, null, 2)}\n`);
}

function stoppedOf({ early, cases }: VariantResult): { played: number; cases: number } | undefined {
  return early?.drawn && { played: cases.length, cases: early.cases };
}

const mostCases = 1_000;

function writeResult({ style }: Surroundings, result: VariantResult, flags: DimensionFlags): void {
  const wanted = metricsOf(result, flags);
  if (wanted.length === 0) return;
  const choice = showVariant(result.variant);
  const title = [result.suite, ...(choice ? [choice] : []), `run ${result.run}`].join(" · ");
  print(style.bold(safeLine(title, 200)));
  const pending = pendingOf(result);
  if (pending > 0) print(style.warn(`  unfinished: ${plural(pending, "trial")} pending`));
  const early = stoppedOf(result);
  if (early) print(style.dim(`  ${stoppedNote(early)}`));
  for (const found of dimensionsOf(result).filter(({ metric }) => wanted.includes(metric))) {
    print(`${dimensionTable(found, style)}\n`);
    if (flags.cases) print(`${dimensionCases(found, style, mostCases)}\n`);
  }
}

function writeCompared({ style }: Surroundings, compared: readonly ComparedPair[]): void {
  for (const { before, after, result } of compared) {
    if (result.kind === "refused" || result.comparison.dimensions.length === 0) continue;
    const side = ({ run, variant }: VariantResult) =>
      before.run === after.run
        ? showVariant(variant)
        : [`run ${run}`, showVariant(variant)].filter(Boolean).join(" · ");
    const { dimensions: own, paired, exact } = result.comparison;
    const sides = safeLine(`${side(before)} → ${side(after)}`, 200);
    const heading = `${style.bold(safeLine(after.suite, 60))}   ${sides}   ${plural(paired, "case")} in both`;
    print(`${heading}\n${comparedDimensions(own, style).join("\n")}`);
    print(`${style.dim(`  ${changeNote(exact)}`)}\n`);
  }
}
