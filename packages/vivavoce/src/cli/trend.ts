import { trendPlot, trendText } from "../report/index.ts";
import { dimensionTrends, readHistory, trendOf } from "../results/index.ts";
import { passRateName } from "../shape/index.ts";
import { collect, commandOf, type FlagsOf, flagRows, refuse, wholeNumber } from "./command.ts";
import { historyOf, leftOutLines, refuseUnknownMetric } from "./history.ts";
import { print, printJson } from "./print.ts";
import { type Desk, withStoreToRead } from "./surroundings.ts";

const rows = flagRows({
  "--metric <name>": [`plot only this metric; may be given more than once; "${passRateName}" is one`, collect, []],
  "--dimensions": "also show the dimensions of rubrics; --metric always shows those of its metric",
  "--limit <n>": ["show at most this many runs (default 20)", wholeNumber(1, 1_000)],
  "--json": "as JSON",
});
type TrendFlags = FlagsOf<typeof rows>;

export default commandOf({
  takes: [["[suite]", "the suite's name; without it, every suite with a finished run"]],
  flags: rows,
  act: (flags, suite: string | undefined) =>
    withStoreToRead((desk) => (suite === undefined ? trends(desk, flags) : trend(desk, suite, flags))),
});

/** The trends of all suites, by name. A suite with runs of selected cases only has no trend yet. */
async function trends(desk: Desk, flags: TrendFlags): Promise<void> {
  const { store } = desk;
  refuse(flags.json || flags.metric[0], "--json and --metric are for one suite", "Name it: viva trend SUITE.");
  const names = new Set((await store.runs.list()).flatMap(({ suites }) => suites.map(({ name }) => name)));
  let shown = 0;
  for (const name of [...names].sort()) {
    if ((await readHistory(store, name, 1)).results.length === 0) continue;
    await trend(desk, name, flags);
    shown += 1;
  }
  if (shown === 0) print("no finished run of a whole suite yet");
}

async function trend({ store, style }: Desk, suite: string, flags: TrendFlags) {
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
  if (json) return printJson({ format: 3, suite, trends, leftOut });
  for (const one of trends) {
    print(`${trendText(suite, one, style)}\n`);
    if (metric.length === 0) continue;
    for (const series of one.series.filter(({ scale }) => scale === undefined)) print(`${trendPlot(series, style)}\n`);
  }
  for (const line of leftOutLines(history)) print(style.dim(line));
}
