import { join, relative } from "node:path";
import { LateInputError, refuseUnknown } from "../base/index.ts";
import {
  compareAnswer,
  compareRuns,
  comparisonJson,
  mostFlips,
  pairText,
  refusalsIn,
  verdictSentence,
  writeComparisonFiles,
} from "../report/index.ts";
import { passRateName } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { betweenZeroAndOne, collect, commandOf, type FlagsOf, flagRows, refuse, variants } from "./command.ts";
import { comparisonRows, policyOf } from "./gate-flags.ts";
import { invocation } from "./invocation.ts";
import { print, printError } from "./print.ts";
import { resolveReference } from "./reference.ts";
import { comparisonReportRows } from "./reports.ts";
import { writeReport } from "./streams.ts";
import { type Surroundings, withStore } from "./surroundings.ts";

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

export const describe = commandOf({
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
    return withStore(async (store, around) =>
      after === undefined
        ? (await import("./compare-plan.ts")).planComparison(around, store, before, flags)
        : compare(around, store, [before, after], flags),
    );
  },
});

async function compare(
  around: Surroundings,
  store: Store,
  [beforeName, afterName]: readonly [string, string],
  flags: CompareFlags,
): Promise<number> {
  const before = await resolveReference(store, beforeName, around.cwd);
  const after = await resolveReference(store, afterName, around.cwd);
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
  const context = { store, invocation: invocation() };
  const choices = Object.entries(variant).map(([name, values]) => `${name}=${values.join(",")}`);
  const chosen = { suite, variant: choices.length === 0 ? undefined : choices.join(";") };
  const told = flags.json ? Number.POSITIVE_INFINITY : flags.report ? undefined : mostFlips;
  const comparison = await compareAnswer(context, compared, { ...chosen, mostFlips: told });
  const { verdict, exitCode, reason, suites, notCompared } = comparison;
  if (flags.json) writeReport(`${JSON.stringify(comparisonJson(comparison), null, 2)}\n`);
  else
    for (const pair of suites)
      for (const text of pairText(pair, { style: around.style, only, dimensions })) print(`${text}\n`);
  // Written before a refusal ends the command: a report says why two runs cannot be compared, too.
  const folder = join(around.project.root, "results");
  const written = flags.report
    ? await writeComparisonFiles(flags.report, folder, { ...context, comparison, chosen })
    : [];
  for (const path of written)
    (flags.json ? process.stderr : process.stdout).write(`report: ${relative(around.cwd, path)}\n`);
  if (!flags.json && reason !== undefined) print(`${verdictSentence("together", { verdict, reason }, around.style)}\n`);
  for (const one of notCompared) printError(around.style.warn(`not compared: ${one}`));
  const refused = await refusalsIn(store, pairs, invocation());
  if (refused.length > 0) throw new LateInputError(refused);
  return exitCode;
}
