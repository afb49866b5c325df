import { join, relative } from "node:path";
import { InvalidArgumentError } from "commander";
import { refuseUnknown, safeLine } from "../base/index.ts";
import { effective, plannedMeasures, powerOf } from "../gate/index.ts";
import {
  compareAnswer,
  compareRuns,
  comparisonJson,
  comparisonReports,
  mostFlips,
  pairText,
  powerText,
  verdictSentence,
} from "../report/index.ts";
import { byVariant } from "../results/index.ts";
import { passRateName, showVariant } from "../shape/index.ts";
import { refuseNotComparable } from "./against-baseline.ts";
import { collect, commandOf, type FlagsOf, flagRows, refuse, variants } from "./command.ts";
import { comparisonRows, policyOf } from "./gate-flags.ts";
import { historyOf, leftOutLines, refuseUnknownMetric } from "./history.ts";
import { print, printError, printJson } from "./print.ts";
import { resolveReference } from "./reference.ts";
import { comparisonReportRows } from "./reports.ts";
import { type Desk, withStoreToRead } from "./surroundings.ts";

const rows = flagRows({
  "--variant <name=value[,value]>": [
    "the variant to compare, if a run holds several; two values: before, after",
    variants,
    {},
  ],
  "--suite <name>": "compare only this suite, if the runs have several",
  "--metric <name>": ["compare and decide on this metric alone", collect, []],
  "--dimensions": "show every dimension of rubrics, not only those that changed most",
  "--plan": "say how many cases of a suite a comparison needs: by --margin, or to --detect a change",
  "--detect <change>": ["with --plan: the change to detect, such as 0.05", betweenZeroAndOne],
  "--json": "as JSON",
  ...comparisonRows,
  ...comparisonReportRows,
});
type CompareFlags = FlagsOf<typeof rows>;

export default commandOf({
  takes: [
    ["<before>", "a run, a baseline's name or a baseline's file; with --plan, a suite's name"],
    ["[after]", "the same"],
  ],
  flags: rows,
  notes: `Exit codes: 0 pass, 1 fail, 2 inconclusive, 3 trials errored, pending or without a value, 64 not comparable.

Examples:
  viva compare main latest
  viva compare 7f3a 91bc --metric criteria
  viva compare latest latest --variant prompt=v1,v2
  viva compare main latest --report html,markdown
  viva compare --plan coach --margin 0.05`,
  act(flags, before: string, after: string | undefined) {
    const { plan, detect, metric } = flags;
    refuse(plan && after, "--plan is about one suite, and two names were given", "Name the suite: --plan SUITE.");
    refuse(!plan && detect, "--detect plans a comparison", "Add --plan, and name a suite instead of two runs.");
    refuse(!plan && metric[1], "--metric compares one metric alone", "Give one, or --gate primary=A,secondary=B.");
    refuse(!plan && !after, `there is nothing to compare ${before} with`, `Usage: viva compare ${before} AFTER.`);
    return withStoreToRead(async (desk) =>
      after === undefined ? planComparison(desk, before, flags) : compare(desk, [before, after], flags),
    );
  },
});

async function compare(desk: Desk, [earlier, later]: readonly [string, string], flags: CompareFlags): Promise<number> {
  const { store, style, cwd } = desk;
  const [before, after] = [await resolveReference(desk, earlier), await resolveReference(desk, later)];
  const { suite, variant, dimensions } = flags;
  const [metric] = flags.metric;
  const compared = await compareRuns(store, [before, after], {
    suite,
    variants: variant,
    // With --metric, that metric alone decides: no secondary metric is looked at.
    policy: { ...policyOf(flags), ...(metric === undefined ? {} : { primary: metric, secondary: undefined }) },
    alone: metric !== undefined,
  });
  const { pairs } = compared;
  const metrics = pairs.flatMap((pair) => [...pair.before.metrics, ...pair.after.metrics].map(({ name }) => name));
  refuseUnknown("metric", flags.gate?.secondary ?? [], [passRateName, ...metrics]);
  const only = metric === undefined ? undefined : [metric];
  const choices = Object.entries(variant).map(([name, values]) => `${name}=${values.join(",")}`);
  const chosen = { suite, variant: choices.length === 0 ? undefined : choices.join(";") };
  const told = flags.json ? Number.POSITIVE_INFINITY : flags.report ? undefined : mostFlips;
  const comparison = await compareAnswer(desk, compared, { ...chosen, mostFlips: told });
  const { verdict, exitCode, reason, suites, notCompared } = comparison;
  if (flags.json) printJson(comparisonJson(comparison));
  else for (const pair of suites) for (const text of pairText(pair, { style, only, dimensions })) print(`${text}\n`);
  // Written before a refusal ends the command: a report says why two runs cannot be compared, too.
  const folder = join(desk.project.root, "results");
  const written = flags.report
    ? await comparisonReports.write(flags.report, folder, { store, invocation: desk.invocation, comparison, chosen })
    : [];
  for (const path of written) (flags.json ? process.stderr : process.stdout).write(`report: ${relative(cwd, path)}\n`);
  if (!flags.json && reason !== undefined) print(`${verdictSentence("together", { verdict, reason }, style)}\n`);
  for (const one of notCompared) printError(style.warn(`not compared: ${one}`));
  await refuseNotComparable(desk, [{ compared: pairs }]);
  return exitCode;
}

/** Says how many cases a comparison of a suite needs: to pass at a margin if nothing changed, or to detect a change. */
async function planComparison({ store, style }: Desk, suite: string, flags: CompareFlags) {
  const { detect, margin, metric, json } = flags;
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
    return printJson(report);
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

function betweenZeroAndOne(given: string): number {
  const value = Number(given);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError("give a number above 0 and below 1.");
  return value;
}
