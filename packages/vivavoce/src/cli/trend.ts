import type { Command } from "commander";
import { passRateName } from "../gate/index.ts";
import { trendPlot, trendText } from "../report/index.ts";
import { trendOf } from "../results/index.ts";
import type { Store } from "../store/index.ts";
import { historyOf, leftOutLines, refuseUnknownMetric } from "./history.ts";
import { collect, wholeNumber } from "./run-flags.ts";
import { type Surroundings, withStore } from "./surroundings.ts";

interface TrendFlags {
  metric: string[];
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
    .option("--limit <n>", "show at most this many runs (default 20)", wholeNumber(1, 1_000))
    .option("--json", "as JSON")
    .action((suite: string, flags: TrendFlags) => withStore((store, around) => trend(around, store, suite, flags)));
}

async function trend({ style }: Surroundings, store: Store, suite: string, { metric, limit, json }: TrendFlags) {
  const history = await historyOf(store, suite, limit);
  const { results, leftOut } = history;
  refuseUnknownMetric(metric, results);
  const trends = trendOf(results.toReversed(), metric.length === 0 ? undefined : metric);
  if (json) return void process.stdout.write(`${JSON.stringify({ format: 2, suite, trends, leftOut }, null, 2)}\n`);
  for (const one of trends) {
    process.stdout.write(`${trendText(suite, one, style)}\n\n`);
    if (metric.length === 0) continue;
    for (const series of one.series) process.stdout.write(`${trendPlot(series, style)}\n\n`);
  }
  for (const line of leftOutLines(history)) process.stdout.write(`${style.dim(line)}\n`);
}
