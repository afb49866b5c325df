import { relative, resolve } from "node:path";
import type { Command } from "commander";
import { exitCodes, InputError } from "../base/index.ts";
import { worst } from "../gate/index.ts";
import type { CallRecord } from "../model/index.ts";
import {
  firstLine,
  ProgressLine,
  pairVariants,
  sideBySideText,
  suiteLines,
  suiteReport,
  summariseSuite,
  writeJsonReport,
} from "../report/index.ts";
import {
  executeRun,
  failedBefore,
  prepareMetrics,
  type RunOptions,
  type RunResult,
  resumeRun,
  type SuitePlan,
  suiteTrial,
} from "../run/index.ts";
import type { RunHeader, Store, StoredRun, StoredSuite } from "../store/index.ts";
import { version } from "../version.ts";
import { refuseIncomparable } from "./against-baseline.ts";
import { cleanText } from "./clean-text.ts";
import { againstTexts, decideSuites, decisionsOf } from "./decided-suites.ts";
import { addGateFlags, type GateFlags, gatedPlans } from "./gate-flags.ts";
import { tellGitHub } from "./github.ts";
import { listenForInterruption } from "./interruption.ts";
import { showPlan } from "./plan-lines.ts";
import { planRun } from "./plan-run.ts";
import { warningsOf } from "./plan-warnings.ts";
import { plannedPower } from "./power.ts";
import { type Reference, resolveReference } from "./reference.ts";
import { addReportFlag, type ReportFlags, writeReports } from "./reports.ts";
import { addRunFlags, type RunFlags, runOptions } from "./run-flags.ts";
import { shellWord } from "./shell-word.ts";
import { reportStrayErrors } from "./stray-errors.ts";
import { keepStdoutForTheReport, writeReport } from "./streams.ts";
import { invocation, type Surroundings, surroundings } from "./surroundings.ts";
import { unscoredHint } from "./unscored-hint.ts";
import { watchRun } from "./watch-run.ts";

interface GatedRunFlags extends RunFlags, GateFlags, ReportFlags {
  baseline?: string;
}

export function describe(command: Command): Command {
  const described = addRunFlags(command).option(
    "--baseline <ref>",
    "compare with a run, a baseline or a baseline's file",
  );
  return addReportFlag(addGateFlags(described)).action(async (paths: string[], flags: GatedRunFlags) => {
    if (flags.json) keepStdoutForTheReport();
    process.exitCode = await (flags.watch ? watchRun(paths, flags, playNow) : playNow(paths, flags));
  });
}

async function playNow(paths: string[], flags: GatedRunFlags): Promise<number> {
  const around = await surroundings();
  const store = await around.openStore();
  try {
    return await run(around, store, paths, flags);
  } finally {
    await store.close();
  }
}

async function run(around: Surroundings, store: Store, givenPaths: string[], flags: GatedRunFlags): Promise<number> {
  const { config } = around.project;
  const given = runOptions(flags, config.maxCost, config.concurrency);
  const before = flags.resume ? await unfinishedRun(store, flags.resume) : undefined;
  const options: RunOptions = before ? { ...given, ...before.header.options } : given;
  const paths = before && givenPaths.length === 0 ? pathsOf(before, around) : givenPaths;
  const planned = gatedPlans(await planRun(around, paths, options, async () => store), flags);
  // Found before the run is there: it would be the latest itself.
  const reference =
    flags.baseline === undefined ? undefined : await resolveReference(store, flags.baseline, around.cwd);
  // With --json only the report goes to stdout.
  const say = (text: string) => (flags.json ? process.stderr : process.stdout).write(`${text}\n`);
  say(`${firstLine(version, planned)}\n`);
  for (const warning of warningsOf(planned, options)) say(around.style.warn(`warning: ${warning}`));
  const live = planned.some(({ mode }) => mode.kind !== "replay");
  if (live || flags.dryRun) for (const plan of planned) say(await showPlan(plan, store, around.style, options.maxCost));
  if (flags.dryRun) {
    for (const plan of planned) for (const line of await plannedPower(plan, store)) say(line);
    return exitCodes.pass;
  }
  // Before a judge is asked for anything.
  await store.checkWritable();
  const { plans, suiteCalls, failures } = await prepareAll(planned, around, store, before);
  for (const failure of failures) say(around.style.warn(`warning: ${failure}`));
  if (reference) await refuseIncomparable(store, reference, plans, around.project.root);
  const header: RunHeader = {
    viva: version,
    node: process.versions.node,
    options: planOptions(options, plans),
    paths: keptPaths(paths, around),
  };
  const resumption = before ? await resumeRun(store, before, plans, around.project.root) : undefined;
  const result = await playAll({ around, store, plans, options, header, resumption, suiteCalls, say });
  return finish(around, store, result, { flags, reference, say });
}

/** Kept relative to the project, so that a run can be taken up from any folder of it. */
function keptPaths(paths: readonly string[], { project, cwd }: Surroundings): string[] {
  return paths.map((path) => relative(project.root, resolve(cwd, path)) || ".");
}

function pathsOf({ header }: StoredRun, { project }: Surroundings): string[] {
  return header.paths.map((path) => resolve(project.root, path));
}

/** Makes what is made once a suite. A run that is resumed has it already, or has gone on without. */
async function prepareAll(
  planned: readonly SuitePlan[],
  { redactor }: Surroundings,
  store: Store,
  resumed?: StoredRun,
) {
  const prepared = [];
  const { signal } = new AbortController();
  for (const plan of planned) {
    const address = { run: resumed?.id ?? "", suite: plan.position, trial: suiteTrial };
    const journal = resumed ? await store.trials.calls(address) : [];
    const before = resumed?.suites.find(({ name }) => name === plan.loaded.suite.name)?.header.metrics;
    const settings = { journal, redactor, signal, before, outage: "unscored", retry: false } as const;
    prepared.push(await prepareMetrics(plan, settings));
  }
  const failures = prepared.flatMap((suite) => Object.entries(suite.failures));
  return {
    plans: prepared.map(({ plan }) => plan),
    suiteCalls: prepared.map(({ records }) => records),
    failures: failures.map(([metric, reason]) => cleanText(`${metric} will score nothing: ${reason}`)),
  };
}

/** The run to go on with: the one named, or the newest that has something pending. */
async function unfinishedRun(store: Store, wanted: true | string): Promise<StoredRun> {
  if (wanted !== true) return store.runs.find(wanted);
  const unfinished = (await store.runs.list()).find(({ finishedAt }) => finishedAt === undefined);
  if (unfinished) return unfinished;
  throw new InputError({
    message: "there is no unfinished run to resume",
    remedy: "Start a new one without --resume.",
  });
}

/** What a resume will need. `--failed` means something else by then, so the trials it chose are named. */
function planOptions(options: RunOptions, plans: readonly SuitePlan[]): RunHeader["options"] {
  const { concurrency: _concurrency, maxCost: _maxCost, bail: _bail, ...rest } = options;
  if (!rest.failed) return rest;
  const chosen = failedBefore(plans);
  return { ...rest, failed: false, cases: [...new Set(chosen.map(({ caseId }) => caseId))], failedBefore: chosen };
}

interface Playing {
  around: Surroundings;
  store: Store;
  plans: SuitePlan[];
  options: RunOptions;
  header: RunHeader;
  resumption: Awaited<ReturnType<typeof resumeRun>> | undefined;
  suiteCalls: readonly (readonly CallRecord[])[];
  say(text: string): unknown;
}

async function playAll({
  around,
  store,
  plans,
  options,
  header,
  resumption,
  suiteCalls,
  say,
}: Playing): Promise<RunResult> {
  const interruption = listenForInterruption((text) => process.stderr.write(text));
  reportStrayErrors();
  const line = new ProgressLine(process.stderr, around.style);
  try {
    return await executeRun({
      root: around.project.root,
      store,
      plans,
      options,
      header,
      redactor: around.redactor,
      resumption,
      suiteCalls,
      stop: interruption.stop,
      abort: interruption.abort,
      interruptedBy: interruption.by,
      listener: {
        suiteStarted(progress) {
          for (const text of suiteLines(progress.plan, around.style)) say(text);
          line.start(progress);
        },
        finished: (progress) => line.update(progress),
        suiteDone: (progress) => line.finish(progress),
      },
    });
  } finally {
    interruption.release();
  }
}

interface Finish {
  flags: GatedRunFlags;
  reference: Reference | undefined;
  say(text: string): unknown;
}

async function finish(around: Surroundings, store: Store, result: RunResult, { flags, reference, say }: Finish) {
  const run = await store.runs.find(result.run);
  const decided = await decideSuites(store, run, result, reference);
  const exitCode = worst(decided);
  const decisions = decisionsOf(decided);
  const publish = async () => {
    await writeReports(around, flags, { store, run, decisions, say });
    const plans = result.suites.map(({ plan }) => plan);
    await tellGitHub(process.env, plans, { store, run, decisions, say });
  };
  if (flags.json) {
    await writeJsonReport({ store, run, decisions, write: writeReport });
    await publish();
    return exitCode;
  }
  const viva = invocation();
  let firstFailed: string | undefined;
  let unscored: StoredSuite | undefined;
  for (const [index, suite] of run.suites.entries()) {
    const rows = flags.verbose ? Number.POSITIVE_INFINITY : 50;
    const summaries = await summariseSuite(store, run.id, suite, { rows });
    const missed = summaries.flatMap(({ notPassed }) => notPassed);
    firstFailed ??= missed[0]?.caseId;
    if (missed.some(({ scores }) => scores.some(({ status }) => status === "unscored"))) unscored ??= suite;
    const settings = { style: around.style, showCommand: `${viva} show ${run.id}`, verbose: flags.verbose ?? false };
    say(`${suiteReport(suite, summaries, { ...settings, decision: decided[index] })}\n`);
  }
  for (const suite of run.suites.filter(({ header }) => header.variants.length > 1)) {
    say(`${sideBySideText(await pairVariants(store, run.id, suite), around.style)}\n`);
  }
  for (const one of decided) for (const text of await againstTexts(store, one, reference, around.style)) say(text);
  if (result.budgetExhausted) say(`the cost limit was reached; --max-cost raises it, --resume ${run.id} goes on`);
  if (unscored) say(unscoredHint(unscored, run.id));
  if (run.finishedAt === undefined) say(`unfinished: ${viva} run --resume ${run.id} goes on where it stopped`);
  await publish();
  say(`next: ${viva} show ${run.id}${firstFailed === undefined ? "" : ` ${shellWord(firstFailed)}`}`);
  return exitCode;
}
