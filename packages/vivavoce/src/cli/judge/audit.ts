import { join, relative } from "node:path";
import { exitCodes, plural, refuseUnknown, safeLine, VivaError } from "../../base/index.ts";
import { waysFor } from "../../calibration/index.ts";
import { effective } from "../../gate/index.ts";
import { auditJson, auditText, showCost, writeAuditFiles } from "../../report/index.ts";
import {
  type AuditSample,
  auditCassette,
  auditSuites,
  drawAuditSample,
  estimateJudging,
  type FinishedAudit,
  givenName,
  planRun,
  type RunOptions,
  refuseChanges,
  type SuitePlan,
  standstillAfter,
  watchForStandstill,
  withOwnCases,
} from "../../run/index.ts";
import type { StoredRun } from "../../shape/index.ts";
import type { Store } from "../../store/index.ts";
import { commandOf, refuse } from "../command.ts";
import { listenForInterruption } from "../interruption.ts";
import { cleanText, print, printError } from "../print.ts";
import { reportStrayErrors } from "../stray-errors.ts";
import { keepStdoutForTheReport, writeReport } from "../streams.ts";
import { type Surroundings, withStore } from "../surroundings.ts";
import { type AuditFlags, auditOptions, auditRows } from "./audit-flags.ts";

export const describe = commandOf({
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
    return withStore(async (store, around) => audit(around, store, await store.runs.find(name), flags));
  },
});

async function audit(around: Surroundings, store: Store, run: StoredRun, flags: AuditFlags): Promise<number> {
  const options = auditOptions(run, flags, around.project);
  const samples = await samplesOf(around, store, run, flags, options);
  await refuseOverBudget(samples, flags, options);
  using interruption = listenForInterruption(printError);
  reportStrayErrors();
  const endWatch = watchForStandstill(
    standstillAfter(
      samples.map(({ plan }) => plan),
      options,
    ),
  );
  try {
    const { redactor } = around;
    const { concurrency, maxCost } = options;
    const { checks, seed } = flags;
    const { stop, abort } = interruption;
    const finished = await auditSuites(samples, {
      ...{ store, run, checks, seed, redactor, concurrency, maxCost, stop, abort },
      onAsked: (done) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K  ${plural(done, "conversation")} asked about`);
      },
    }).catch((error: unknown) => {
      if (interruption.by() === undefined) throw error;
      return [];
    });
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[2K");
    const by = interruption.by();
    if (by === undefined) return await tell(around, run, flags, samples, finished);
    printError("interrupted: an audit of some of its conversations is not shown");
    return by === "SIGINT" ? exitCodes.interrupted : exitCodes.terminated;
  } finally {
    endWatch();
  }
}

/** Loads the run's suites as `viva score` does, and draws the conversations. */
async function samplesOf(
  around: Surroundings,
  store: Store,
  run: StoredRun,
  flags: AuditFlags,
  options: RunOptions,
): Promise<AuditSample[]> {
  const { given } = run.header;
  const suites = run.suites.map(({ name }) => name);
  refuseUnknown("suite", flags.suite, suites, { where: ` in run ${run.id}` });
  const paths = run.suites.map(({ header }) => header.file);
  const planned = await planRun({ ...around, cwd: around.project.root }, paths, options, async () => store, {
    judgeOnly: true,
    given: given && { name: givenName(given.files) },
  });
  const wanted = planned.filter(({ loaded }) => flags.suite.length === 0 || flags.suite.includes(loaded.suite.name));
  const own = given
    ? await Promise.all(
        wanted.map(async (plan) => withOwnCases(plan, await store.trials.ownCases(run.id, plan.position))),
      )
    : wanted;
  const judged = own.map((plan) => ({ ...plan, metrics: plan.metrics.filter((metric) => metric.judged) }));
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
    if (waysFor(flags.checks).length > 0) await refuseWithoutJudge(run, plan, flags, around);
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
  { redactor }: Surroundings,
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
    printError(
      cleanText(
        `plan: ${safeLine(plan.loaded.suite.name, 60)}   ${plural(trials.length, "conversation")}, each asked about in ${ways} ways: about ${plural(estimate.calls, "call")}, ${cost}${limit}`,
      ),
    );
  }
  const message = `this audit is expected to cost about ${showCost(known)}, more than the limit of ${showCost(maxCost)}`;
  const remedy =
    "Raise the limit (--max-cost), ask about fewer conversations (--trials), or make fewer checks (--checks).";
  refuse(maxCost !== undefined && known > maxCost, message, remedy);
}

async function tell(
  { style, project, cwd, redactor }: Surroundings,
  run: StoredRun,
  flags: AuditFlags,
  samples: readonly AuditSample[],
  finished: readonly FinishedAudit[],
): Promise<number> {
  const audits = redactor.value(finished.map((one) => one.audit));
  const report = { run, seed: flags.seed, audits };
  if (flags.json) writeReport(auditJson(report));
  else print(audits.map((one) => auditText(one, style, flags)).join("\n\n"));
  const paths = await writeAuditFiles(flags.report ?? [], join(project.root, "results"), report);
  for (const path of paths) process.stderr.write(`report: ${relative(cwd, path)}\n`);
  const leftOut = finished.reduce((sum, one) => sum + one.leftOut, 0);
  if (leftOut > 0) printError(`the cost limit was reached: ${plural(leftOut, "conversation")} not asked about`);
  const isShort = finished.some(({ audit: { asked } }, index) => {
    const { maxUnscored } = effective(samples[index]?.plan.gate ?? {});
    return asked.unscored > maxUnscored * asked.scores;
  });
  if (isShort) printError("too many answers of the judge are missing or not valid to trust this audit");
  return isShort || leftOut > 0 ? exitCodes.infrastructure : exitCodes.pass;
}
