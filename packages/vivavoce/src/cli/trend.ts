import type { Command } from "commander";
import { passRateName } from "../gate/index.ts";
import { trendPlot, trendText } from "../report/index.ts";
import { dimensionTrends, trendOf } from "../results/index.ts";
import type { Store } from "../store/index.ts";
import { historyOf, leftOutLines, refuseUnknownMetric } from "./history.ts";
import { collect, wholeNumber } from "./run-flags.ts";
import { type Surroundings, withStore } from "./surroundings.ts";

interface TrendFlags {
  metric: string[];
  dimensions?: boolean;
  limit?: number;
  json?: boolean;
}

export function describe(command: Command): Command {
  return command
    .argument("<suite>", "the suite's name")
    .option(
      "--metric <name>",
      `only this metric, as a plot; may be given more than once; "${passRateName}" is one`,
      collect,
      [],
    )
    .option("--dimensions", "the dimensions of rubrics as well; with --metric, those of that metric are shown anyway")
    .option("--limit <n>", "show at most this many runs (default 20)", wholeNumber(1, 1_000))
    .option("--json", "as JSON")
    .action((suite: string, flags: TrendFlags) => withStore((store, around) => trend(around, store, suite, flags)));
}

async function trend({ style }: Surroundings, store: Store, suite: string, flags: TrendFlags) {
  const { metric, limit, json } = flags;
  const history = await historyOf(store, suite, limit);
  const { results, leftOut } = history;
  refuseUnknownMetric(metric, results);
  const oldestFirst = results.toReversed();
  const whole = trendOf(oldestFirst, metric.length === 0 ? undefined : metric);
  const divided = [...new Set(results.flatMap(({ dimensions = [] }) => dimensions.map((one) => one.metric)))];
  const wanted = divided.filter((name) => (metric.length === 0 ? flags.dimensions : metric.includes(name)));
  const parts = dimensionTrends(oldestFirst, wanted);
  const trends = whole.map((one, index) => ({ ...one, series: [...one.series, ...(parts[index]?.series ?? [])] }));
  if (json) return void process.stdout.write(`${JSON.stringify({ format: 2, suite, trends, leftOut }, null, 2)}\n`);
  for (const one of trends) {
    process.stdout.write(`${trendText(suite, one, style)}\n\n`);
    if (metric.length === 0) continue;
    for (const series of one.series.filter(({ scale }) => scale === undefined))
      process.stdout.write(`${trendPlot(series, style)}\n\n`);
  }
  for (const line of leftOutLines(history)) process.stdout.write(`${style.dim(line)}\n`);
}
