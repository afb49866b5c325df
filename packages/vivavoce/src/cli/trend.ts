import type { Command } from "commander";
import { InputError } from "../base/index.ts";
import { passRateName } from "../gate/index.ts";
import { trendPlot, trendText } from "../report/index.ts";
import { readHistory, trendOf } from "../results/index.ts";
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
    .argument("[suite]", "the suite's name; without one, every suite with a finished run")
    .option(
      "--metric <name>",
      `only this metric, as a plot; may be given more than once; "${passRateName}" is one`,
      collect,
      [],
    )
    .option("--limit <n>", "show at most this many runs (default 20)", wholeNumber(1, 1_000))
    .option("--json", "as JSON")
    .action((suite: string | undefined, flags: TrendFlags) =>
      withStore((store, around) =>
        suite === undefined ? trends(around, store, flags) : trend(around, store, suite, flags),
      ),
    );
}

/** Of all suites, by name. One that has played selected cases only has no trend yet. */
async function trends(around: Surroundings, store: Store, flags: TrendFlags): Promise<void> {
  if (flags.json || flags.metric.length > 0)
    throw new InputError({ message: "--json and --metric are for one suite", remedy: "Name it: viva trend SUITE." });
  const names = new Set((await store.runs.list()).flatMap(({ suites }) => suites.map(({ name }) => name)));
  let shown = 0;
  for (const name of [...names].sort()) {
    if ((await readHistory(store, name, 1)).results.length === 0) continue;
    await trend(around, store, name, flags);
    shown += 1;
  }
  if (shown === 0) process.stdout.write("no finished run of a whole suite yet\n");
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
