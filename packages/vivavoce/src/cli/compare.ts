import { join, relative } from "node:path";
import { LateInputError } from "../base/index.ts";
import {
  type ComparedRuns,
  compareAnswer,
  comparedText,
  compareRuns,
  comparisonJson,
  overallDecision,
  refusalsIn,
  showRuns,
  verdictSentence,
  wholeReason,
  writeComparisonFiles,
} from "../report/index.ts";
import { type GatePolicy, passRateName } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { commandOf, type FlagsOf, flagRows, variants } from "./command.ts";
import { comparisonRows, policyOf, refuseUnknown } from "./gate-flags.ts";
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
  "--metric <name>": "compare and decide on this metric alone",
  "--json": "as JSON",
  ...comparisonRows,
  ...comparisonReportRows,
});
type CompareFlags = FlagsOf<typeof rows>;

export const describe = commandOf({
  takes: [
    ["<before>", "a run, a baseline's name or a baseline's file"],
    ["<after>", "the same"],
  ],
  flags: rows,
  notes: `Exit codes: 0 pass, 1 fail, 2 inconclusive, 3 trials errored, pending or without a value, 64 not comparable.

Examples:
  viva compare main latest
  viva compare 7f3a 91bc --metric criteria
  viva compare latest latest --variant prompt=v1,v2
  viva compare main latest --report html,markdown`,
  act: (flags, before: string, after: string) =>
    withStore((store, around) => compare(around, store, [before, after], flags)),
});

async function compare(
  around: Surroundings,
  store: Store,
  [beforeName, afterName]: readonly [string, string],
  flags: CompareFlags,
): Promise<number> {
  const before = await resolveReference(store, beforeName, around.cwd);
  const after = await resolveReference(store, afterName, around.cwd);
  const { suite, variant, metric } = flags;
  const compared = await compareRuns(store, [before, after], {
    suite,
    variants: variant,
    policy: policyAbove(flags),
    alone: metric !== undefined,
  });
  const { pairs, notCompared } = compared;
  const metrics = pairs.flatMap((pair) => [...pair.before.metrics, ...pair.after.metrics].map(({ name }) => name));
  refuseUnknown(flags.secondary ?? [], [passRateName, ...metrics]);
  const only = metric === undefined ? undefined : [metric];
  if (flags.json) {
    const shown = await showRuns({ store, invocation: invocation() }, compared);
    writeReport(`${JSON.stringify(comparisonJson(shown), null, 2)}\n`);
  } else
    for (const one of pairs)
      for (const text of await comparedText(store, one, { style: around.style, only })) print(`${text}\n`);
  await writeReports(around, store, compared, flags);
  const overall = overallDecision(compared);
  const reason = wholeReason(compared);
  if (!flags.json && reason !== undefined)
    print(`${verdictSentence("together", { ...overall, reasons: [], reason }, around.style)}\n`);
  for (const one of notCompared) printError(around.style.warn(`not compared: ${one}`));
  const refused = await refusalsIn(store, pairs, invocation());
  if (refused.length > 0) throw new LateInputError(refused);
  return overall.exitCode;
}

/** With --metric, that metric alone decides: no secondary metric is looked at. */
function policyAbove(flags: CompareFlags): GatePolicy {
  const given = policyOf(flags);
  return flags.metric === undefined ? given : { ...given, primary: flags.metric, secondary: undefined };
}

/** Written before a refusal ends the command: a report says why two runs cannot be compared, too. */
async function writeReports(
  { project, cwd }: Surroundings,
  store: Store,
  compared: ComparedRuns,
  { report = [], suite, variant, json }: CompareFlags,
): Promise<void> {
  if (report.length === 0) return;
  const choices = Object.entries(variant).map(([name, values]) => `${name}=${values.join(",")}`);
  const chosen = { suite, variant: choices.length === 0 ? undefined : choices.join(";") };
  const context = { store, invocation: invocation() };
  const comparison = await compareAnswer(context, compared, chosen);
  const paths = await writeComparisonFiles(report, join(project.root, "results"), { ...context, comparison, chosen });
  for (const path of paths) (json ? process.stderr : process.stdout).write(`report: ${relative(cwd, path)}\n`);
}
