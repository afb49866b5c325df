import { InputError, plural, refuseUnknown, safeLine } from "../base/index.ts";
import { pendingOf, refuseUnknownChoice } from "../gate/index.ts";
import { dimensionCases, dimensionTable } from "../report/index.ts";
import { dimensionsOf, type Reference, stoppedNote } from "../results/index.ts";
import { showVariant } from "../shape/index.ts";
import { print } from "./print.ts";
import { writeReport } from "./streams.ts";
import type { Surroundings } from "./surroundings.ts";

interface DimensionWishes {
  variant: Readonly<Record<string, readonly string[]>>;
  metric?: string;
  json?: boolean;
  verbose?: boolean;
}

const mostCases = 1_000;

/** Each metric that has dimensions, by dimension; with `verbose` every case too. */
export function showDimensions({ style }: Surroundings, { name, results }: Reference, wishes: DimensionWishes): void {
  const { variant: chosen, metric, json = false, verbose = false } = wishes;
  const known = results.flatMap(({ dimensions = [] }) => dimensions.map((one) => one.metric));
  if (known.length === 0)
    throw new InputError({
      message: `no metric of ${name} has dimensions`,
      remedy:
        "Rubrics have dimensions, rubric({ … }), and so do criteria that a suite asks of every case, criteria([ … ]).",
    });
  refuseUnknown("metric", [metric], known);
  refuseUnknownChoice(results, chosen);
  const suites = results.flatMap((result) => {
    const { suite, run, variant, early } = result;
    const isChosen = Object.entries(chosen).every(([one, values]) => values.includes(variant[one] ?? ""));
    const metrics = isChosen ? dimensionsOf(result).filter((one) => metric === undefined || one.metric === metric) : [];
    const stopped = early?.drawn ? { early: { played: result.cases.length, cases: early.cases } } : {};
    return metrics.length === 0 ? [] : [{ suite, run, variant, pending: pendingOf(result), ...stopped, metrics }];
  });
  if (json) writeReport(`${JSON.stringify({ format: 3, suites }, null, 2)}\n`);
  for (const { suite, run, variant, pending, early, metrics } of json ? [] : suites) {
    const title = [suite, showVariant(variant), `run ${run}`].filter(Boolean).join(" · ");
    print(style.bold(safeLine(title, 200)));
    if (pending > 0) print(style.warn(`  unfinished: ${plural(pending, "trial")} pending`));
    if (early) print(style.dim(`  ${stoppedNote(early)}`));
    for (const found of metrics) {
      print(`${dimensionTable(found, style)}\n`);
      if (verbose) print(`${dimensionCases(found, style, mostCases)}\n`);
    }
  }
}
