import { join, relative } from "node:path";
import { exitCodes, plural, refuseUnknown, safeLine, VivaError } from "../../base/index.ts";
import { auditChecks, waysFor } from "../../calibration/index.ts";
import { effective } from "../../gate/index.ts";
import { auditJson, auditReports, auditText, showCost } from "../../report/index.ts";
import {
  type AuditSample,
  auditCassette,
  auditSuites,
  defaultOptions,
  drawAuditSample,
  estimateJudging,
  type FinishedAudit,
  type RunOptions,
  refuseChanges,
  type SuitePlan,
} from "../../run/index.ts";
import type { StoredRun } from "../../shape/index.ts";
import type { Project } from "../../suite/index.ts";
import {
  collect,
  commandOf,
  type FlagsOf,
  flagRows,
  namesFrom,
  onlyMissing,
  positive,
  refuse,
  trafficOf,
  wholeNumber,
} from "../command.ts";
import { listenForInterruption } from "../interruption.ts";
import { underWatch } from "../play-plans.ts";
import { cleanText, print, printError } from "../print.ts";
import { plansOf } from "../score-plans.ts";
import { keepStdoutForTheReport, writeReport } from "../streams.ts";
import { type Desk, withStore } from "../surroundings.ts";

const auditRows = flagRows({
  "--suite <name>": ["only this suite of the run; may be given more than once", collect, []],
  "--metric <name>": ["only this judged metric; may be given more than once", collect, []],
  "--trials <n>": ["how many conversations of a suite to ask about", wholeNumber(1, 10_000), 20],
  "--checks <list>": [
    `some of ${auditChecks.join(", ")}, separated by commas`,
    namesFrom(auditChecks, "check"),
    auditChecks,
    "all",
  ],
  "--judge <model>": "audit another judge",
  "--live": "ask the judge; refused if its key is missing",
  "--replay": "replay a recorded audit",
  "--record [missing]": ["ask the judge and record its answers, in cassettes/_audit", onlyMissing],
  "--concurrency <n>": ["how many conversations at a time (default 10)", wholeNumber(1, 10_000)],
  "--max-cost <dollars>": ["refuse an audit that is expected to cost more", positive],
  "--seed <n>": ["the seed of the sample and of the directives", wholeNumber(0, 2 ** 32 - 1), 1],
  "--report <kinds>": [
    `write ${auditReports.kinds.join(" or ")}, or both, into results/`,
    namesFrom(auditReports.kinds, "report"),
  ],
  "--json": "write the audit as JSON to stdout",
  "--verbose": "list every verdict that changed",
});
type AuditFlags = FlagsOf<typeof auditRows>;

/** The options of the audited run, with the traffic of the audit: what the run replayed may be asked live now. */
function auditOptions(run: StoredRun, flags: AuditFlags, { config }: Project): RunOptions {
  return {
    ...defaultOptions,
    ...run.header.options,
    ...(flags.judge === undefined ? {} : { judge: flags.judge }),
    // A stand-in for the agent needs no model, but its judge does.
    agent: undefined,
    concurrency: flags.concurrency ?? config.concurrency ?? defaultOptions.concurrency,
    maxCost: flags.maxCost ?? config.maxCost,
    traffic: trafficOf(flags),
  };
}

export default commandOf({
  takes: [["[run]", "a run's id or the beginning of it, or latest", "latest"]],
  flags: auditRows,
  notes: `Asks the judge about a sample of a run's conversations:
  as they are
  retest         once more
  order          with items and verdicts in reverse order
  padding        with longer replies
  reformatting   with replies in another format
  injection      with a sentence that tries to decide the verdict, beside a harmless one of the same length
Says how many verdicts change, and how many more than by asking again.
Nothing is written to the run, and the agent is never called. It is a measurement, not a gate.

Exit codes: 0 done, 3 the judge gave too few valid answers or could not be asked, 64 wrong usage.

Examples:
  viva judge audit
  viva judge audit 7f3a --metric criteria --checks retest,padding --trials 40
  viva judge audit --record && viva judge audit --replay --report html`,
  act(flags, name: string) {
    keepStdoutForTheReport();
    return withStore(async (desk) => audit(desk, await desk.store.runs.find(name), flags));
  },
});

async function audit(desk: Desk, run: StoredRun, flags: AuditFlags): Promise<number> {
  const options = auditOptions(run, flags, desk.project);
  const samples = await samplesOf(desk, run, flags, options);
  await refuseOverBudget(samples, flags, options);
  using interruption = listenForInterruption(printError);
  const { store, redactor } = desk;
  const { concurrency, maxCost } = options;
  const { checks, seed } = flags;
  const { stop, abort } = interruption;
  const plans = samples.map(({ plan }) => plan);
  const asking = () =>
    auditSuites(samples, {
      ...{ store, run, checks, seed, redactor, concurrency, maxCost, stop, abort },
      onAsked: (done) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K  ${plural(done, "conversation")} asked about`);
      },
    });
  const finished = await underWatch(plans, options, asking).catch((error: unknown) => {
    if (interruption.by() === undefined) throw error;
    return [];
  });
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[2K");
  const by = interruption.by();
  if (by === undefined) return tell(desk, run, flags, samples, finished);
  printError("interrupted: an audit of some of its conversations is not shown");
  return by === "SIGINT" ? exitCodes.interrupted : exitCodes.terminated;
}

/** Loads the run's suites as `viva score` does, and draws the conversations. */
async function samplesOf(desk: Desk, run: StoredRun, flags: AuditFlags, options: RunOptions): Promise<AuditSample[]> {
  const { store } = desk;
  const suites = run.suites.map(({ name }) => name);
  refuseUnknown("suite", flags.suite, suites, { where: ` in run ${run.id}` });
  const planned = await plansOf(desk, run, options);
  const wanted = planned.filter(({ loaded }) => flags.suite.length === 0 || flags.suite.includes(loaded.suite.name));
  const judged = wanted.map((plan) => ({ ...plan, metrics: plan.metrics.filter((metric) => metric.judged) }));
  const names = judged.flatMap(({ metrics }) => metrics.map(({ name }) => name));
  const unjudged = `run ${run.id} has no judged metric, so there is no judge to audit`;
  refuse(names.length === 0, unjudged, "Add one to the suite, such as criteria(), or name another run.");
  refuseUnknown("metric", flags.metric, names);
  const plans = judged
    .map((plan) => ({
      ...plan,
      metrics: plan.metrics.filter(({ name }) => flags.metric.length === 0 || flags.metric.includes(name)),
    }))
    .filter(({ metrics }) => metrics.length > 0);
  await refuseChanges({ store, run, plans });
  const samples: AuditSample[] = [];
  for (const plan of plans) {
    if (waysFor(flags.checks).length > 0) await refuseWithoutJudge(run, plan, flags, desk);
    const drawn = await drawAuditSample({ store, run }, plan, { count: flags.trials, seed: flags.seed });
    if (drawn.eligible > 0) samples.push(drawn);
  }
  const none = `run ${run.id} has no completed conversation that its judged metrics apply to`;
  refuse(samples.length === 0, none, "Name another run: viva list shows them.");
  return samples;
}

/** Without a key and without a recorded audit there is nobody to ask. */
async function refuseWithoutJudge(
  run: StoredRun,
  plan: SuitePlan,
  { replay }: AuditFlags,
  { redactor }: Desk,
): Promise<void> {
  const key = plan.mode.kind === "replay" ? plan.mode.missingKey : undefined;
  if (key === undefined || replay) return;
  const tapes = auditCassette(plan.cassette, "unchanged", redactor);
  const variants = run.suites.find(({ position }) => position === plan.position)?.header.variants ?? [];
  for (const { variant } of variants) if ((await tapes.list(variant)).size > 0) return;
  throw new VivaError({
    message: `${key} is not set, so the judge of suite ${safeLine(plan.loaded.suite.name, 60)} cannot be asked, and no audit of it is recorded`,
    remedy: "Set it in the environment or in .env, or name another judge: --judge.",
  });
}

/** Says what the audit will take, and refuses one that would end half-way. */
async function refuseOverBudget(samples: readonly AuditSample[], { checks }: AuditFlags, { maxCost }: RunOptions) {
  const ways = waysFor(checks).length;
  let known = 0;
  for (const { plan, trials, calls } of samples) {
    if (plan.mode.kind === "replay" || ways === 0) continue;
    const all = Object.fromEntries(Object.entries(calls).map(([name, count]) => [name, count * ways]));
    const estimate = await estimateJudging(plan, all);
    known += estimate.cost ?? 0;
    const cost = estimate.cost === undefined ? "cost unknown" : `about ${showCost(estimate.cost)}`;
    const limit = maxCost === undefined ? "" : `, limit ${showCost(maxCost)}`;
    const asked = `${plural(trials.length, "conversation")}, each asked about in ${ways} ways`;
    const costs = `about ${plural(estimate.calls, "call")}, ${cost}${limit}`;
    printError(cleanText(`plan: ${safeLine(plan.loaded.suite.name, 60)}   ${asked}: ${costs}`));
  }
  const message = `this audit is expected to cost about ${showCost(known)}, more than the limit of ${showCost(maxCost)}`;
  const remedy =
    "Raise the limit (--max-cost), ask about fewer conversations (--trials), or make fewer checks (--checks).";
  refuse(maxCost !== undefined && known > maxCost, message, remedy);
}

async function tell(
  { style, project, cwd, redactor }: Desk,
  run: StoredRun,
  flags: AuditFlags,
  samples: readonly AuditSample[],
  finished: readonly FinishedAudit[],
): Promise<number> {
  const audits = redactor.value(finished.map((one) => one.audit));
  const leftOut = finished.reduce((sum, one) => sum + one.leftOut, 0);
  const isShort = finished.some(({ audit: { asked } }, index) => {
    const { maxUnscored } = effective(samples[index]?.plan.gate ?? {});
    return asked.unscored > maxUnscored * asked.scores;
  });
  const warnings = [
    ...(leftOut > 0 ? [`the cost limit was reached: ${plural(leftOut, "conversation")} not asked about`] : []),
    ...(isShort ? ["too many answers of the judge are missing or not valid to trust this audit"] : []),
  ];
  const report = { run, seed: flags.seed, audits, warnings };
  if (flags.json) writeReport(auditJson(report));
  else print(audits.map((one) => auditText(one, style, flags)).join("\n\n"));
  const paths = await auditReports.write(flags.report ?? [], join(project.root, "results"), report);
  for (const path of paths) process.stderr.write(`report: ${relative(cwd, path)}\n`);
  for (const warning of warnings) printError(warning);
  return isShort || leftOut > 0 ? exitCodes.infrastructure : exitCodes.pass;
}
