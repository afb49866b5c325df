import type { Command } from "commander";
import { passRateName } from "../gate/index.ts";
import { trendOf, trendPlot, trendText } from "../report/index.ts";
import { historyOf, leftOutLines, refuseUnknownMetric } from "./history.ts";
import { collect, wholeNumber } from "./run-flags.ts";
import { surroundings } from "./surroundings.ts";

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
    .option("--limit <n>", "so many runs at the most (default 20)", wholeNumber(1, 1_000))
    .option("--json", "as JSON")
    .action(async (suite: string, flags: TrendFlags) => {
      const around = await surroundings();
      const store = await around.openStore();
      try {
        const past = await historyOf(store, suite, flags.limit);
        const { results, leftOut } = past;
        refuseUnknownMetric(flags.metric, results);
        const trends = trendOf(results.toReversed(), flags.metric.length === 0 ? undefined : flags.metric);
        if (flags.json)
          return void process.stdout.write(`${JSON.stringify({ format: 1, suite, trends, leftOut }, null, 2)}\n`);
        for (const trend of trends) {
          process.stdout.write(`${trendText(suite, trend, around.style)}\n\n`);
          if (flags.metric.length === 0) continue;
          for (const series of trend.series) process.stdout.write(`${trendPlot(series, around.style)}\n\n`);
        }
        for (const line of leftOutLines(past)) process.stdout.write(`${around.style.dim(line)}\n`);
      } finally {
        await store.close();
      }
    });
}
