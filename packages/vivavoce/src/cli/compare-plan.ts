import { plural, safeLine } from "../base/index.ts";
import { effective, plannedMeasures, powerOf, tooFew } from "../gate/index.ts";
import { powerText } from "../report/index.ts";
import { byVariant } from "../results/index.ts";
import type { SuitePlan } from "../run/index.ts";
import { showVariant } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { refuse } from "./command.ts";
import { historyOf, leftOutLines, refuseUnknownMetric } from "./history.ts";
import { print } from "./print.ts";
import { writeReport } from "./streams.ts";
import type { Surroundings } from "./surroundings.ts";

interface PlanWishes {
  margin?: number;
  detect?: number;
  metric: readonly string[];
  json?: boolean;
}

/** Says how many cases a comparison of a suite needs: to pass at a margin if nothing changed, or to detect a change. */
export async function planComparison({ style }: Surroundings, store: Store, suite: string, wishes: PlanWishes) {
  const { detect, margin, metric, json } = wishes;
  const remedy = "Give --margin 0.05 (show that it is not worse by more) or --detect 0.05 (detect such a change).";
  refuse(detect !== undefined && margin !== undefined, "--margin and --detect exclude each other", remedy);
  const history = await historyOf(store, suite, pastRuns);
  refuseUnknownMetric(metric, history.results);
  const goal =
    detect === undefined ? { margin: margin ?? effective(history.results[0]?.gate ?? {}).margin } : { detect };
  const answers = byVariant(history.results).flatMap(([newest, ...earlier]) => {
    if (!newest) return [];
    const measures = metric.length > 0 ? [...new Set(metric)] : plannedMeasures(newest);
    const found = measures.flatMap((measure) => powerOf([newest, ...earlier], measure, goal) ?? []);
    return [{ variant: newest.variant, found }];
  });
  if (json) {
    const measures = answers.flatMap(({ variant, found }) => found.map((answer) => ({ variant, ...answer })));
    const report = { format: 2, suite, ...goal, measures, leftOut: history.leftOut };
    return writeReport(`${JSON.stringify(report, null, 2)}\n`);
  }
  for (const { variant, found } of answers) {
    const choice = showVariant(variant);
    const head = `${style.bold(safeLine(suite, 60))}${choice ? ` · ${safeLine(choice, 60)}` : ""}`;
    print(`${[head, ...found.map(powerText)].join("\n")}\n`);
  }
  for (const line of leftOutLines(history)) print(style.dim(line));
}

/** Older runs say little about the suite as it is now. */
const pastRuns = 6;

/** For a plan: whether it has enough trials to settle the margin, and if not, the cheapest way to get enough. */
export function plannedPower({ loaded, variants, repeat, gate, models }: SuitePlan): string[] {
  const { margin, scope } = effective(gate);
  return variants.flatMap(({ variant, cases: { length }, origin }) => {
    // Nothing varies between repeats, so the verdict on these cases is exact, however few they are.
    const isExact = origin === "hand-written" || Object.keys(models.choices).length === 0;
    if (scope === "these" && isExact) return [];
    const units = scope === "these" ? length * repeat : length;
    const enough = `${plural(units, scope === "these" ? "trial" : "case")} can settle a margin of ${margin}`;
    const choice = variants.length > 1 ? ` · ${showVariant(variant)}` : "";
    return `  ${safeLine(loaded.suite.name, 60)}${choice}: compared with a baseline, ${tooFew(units, { cases: length, margin, scope }) ?? enough}`;
  });
}
