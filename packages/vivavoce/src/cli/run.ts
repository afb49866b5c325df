import { relative, resolve } from "node:path";
import { exitCodes, listed, plural, version } from "../base/index.ts";
import { closeNetwork, SuiteNetwork } from "../network/index.ts";
import { whyNotWhole } from "../results/index.ts";
import {
  estimateSuite,
  planIdentity,
  planOptions,
  planRun,
  prepareSuites,
  type RunOptions,
  resumableRun,
  resumeRun,
  type SuitePlan,
  type SuitePlayer,
  type SuiteProgress,
} from "../run/index.ts";
import type { RunHeader, Shard, StoredRun } from "../shape/index.ts";
import type { ResponseCache } from "../store/index.ts";
import { suitePaths } from "../suite/index.ts";
import { refuseIncomparable } from "./against-baseline.ts";
import { cacheWish, isCi } from "./cache-wish.ts";
import { commandOf, type FlagsOf, flagRows, refuse } from "./command.ts";
import { gatedPlans, gateRows } from "./gate-flags.ts";
import { gitCommit } from "./git-commit.ts";
import { earlyForecast, earlyLines, firstLine, overBudget, plannedPower, showPlan, warningsOf } from "./plan-text.ts";
import { playPlans } from "./play-plans.ts";
import { cleanText, print, printError } from "./print.ts";
import { queuedRun, queuedRunRows, queuePlace, refuseByQueue } from "./queued-run.ts";
import { changeOf, keptReference, resolveBaseline } from "./reference.ts";
import { reportRows } from "./reports.ts";
import { type RunFlags, runOptions, runRows } from "./run-flags.ts";
import { type Desk, withCache, withStore } from "./surroundings.ts";
import { tellRun } from "./tell-result.ts";
import { tryAgain } from "./try-again.ts";
import { watchRun } from "./watch-run.ts";

const rows = flagRows({
  ...runRows,
  "--baseline <ref>": "compare with a run, a baseline or a baseline's file",
  ...queuedRunRows,
  ...gateRows,
  ...reportRows,
});
type GatedRunFlags = RunFlags & FlagsOf<typeof rows>;

export default commandOf({
  takes: [["[suites...]", "suites by name, file or folder; without any, those that viva.config.ts names"]],
  flags: rows,
  notes: `Exit codes: 0 pass, 1 fail, 2 inconclusive, 3 infrastructure, 64 wrong usage or input, 130 interrupted.
Ctrl-C once finishes the trials under way, twice stops now. In both cases --resume plays the rest.

Examples:
  viva run                                   all suites of the config
  viva run flow-coach                        the suite of this name
  viva run examples/flow-coach --case 'weekly-*'
  viva run --variant prompt=v1,v2 --repeat 3
  viva run --record missing`,
  act(flags, paths: string[]) {
    const place = queuePlace(flags, process.env);
    if (flags.watch && place) refuseByQueue(place, flags, { traffic: undefined });
    return flags.watch ? watchRun(paths, flags, playNow) : playNow(paths, flags);
  },
});

function resumeLine({ run, left }: Awaited<ReturnType<typeof resumableRun>>): string {
  if (left !== "") return `resuming run ${run.id}: ${left}\n`;
  return whyNotWhole(run) === "stopped early"
    ? `run ${run.id} was stopped early; more of it is played only if its gates need that now\n`
    : `nothing is left to do in run ${run.id}; this is its result\n`;
}

/** What an earlier plan is played with. Answers of earlier runs are used only if it used them, and nobody objects now. */
function optionsOf({ header: { options } }: StoredRun, { cache: wanted }: GatedRunFlags): RunHeader["options"] {
  const isIgnored = wanted === false || (options.cache === "configured" && isCi(process.env));
  return { ...options, cache: isIgnored ? undefined : options.cache };
}

/** If a run's trials had processes of their own, a resume does the same, unless flags say otherwise. */
function apart({ processes, concurrency }: GatedRunFlags, header: RunHeader): Partial<RunOptions> {
  if (processes !== undefined || concurrency !== undefined || header.processes === undefined) return {};
  return { processes: header.processes, concurrency: header.processes };
}

/** How workers play the trials; a resume says it anew. */
function forWorkers({ processes, modelConcurrency, requestsPerMinute, tokensPerMinute }: RunOptions) {
  const limits = { modelConcurrency, requestsPerMinute, tokensPerMinute };
  const isLimited = Object.values(limits).some((limit) => limit !== undefined);
  return { queue: true, processes, limits: isLimited ? limits : undefined } satisfies Partial<RunHeader>;
}

function shardLine({ index, count }: Shard, plans: readonly SuitePlan[]): string {
  const own = plans.reduce((sum, plan) => sum + plan.planned, 0);
  const whole = plans.flatMap((plan) => plan.variants.map(({ cases, whole: all = cases }) => all.length * plan.repeat));
  const all = whole.reduce((sum, trials) => sum + trials, 0);
  return `shard ${index}/${count}: ${own} of ${plural(all, "trial")}; viva merge puts the shards together\n`;
}

async function playNow(paths: string[], flags: GatedRunFlags): Promise<number> {
  // This holds for the config too, which is loaded before there is a plan.
  const reopen = flags.replay ? closeNetwork(new SuiteNetwork([])) : () => {};
  return withStore((desk) => run(desk, paths, flags)).finally(reopen);
}

async function run(desk: Desk, givenPaths: string[], flags: GatedRunFlags): Promise<number> {
  const { store, project, cwd } = desk;
  const { config, root } = project;
  const wish = cacheWish(flags, config.cache, process.env);
  const given = { ...runOptions(flags, config.maxCost, config.concurrency), cache: wish.cache };
  const resumable = flags.resume ? await resumableRun(store, flags.resume) : undefined;
  const before = resumable?.run;
  const options: RunOptions = before
    ? { ...given, ...optionsOf(before, flags), ...apart(flags, before.header) }
    : given;
  const place = queuePlace(flags, desk.environment);
  refuseByQueue(place, flags, options);
  const paths =
    before && givenPaths.length === 0
      ? before.header.paths.map((path) => resolve(root, path))
      : await suitePaths(project, givenPaths, cwd, { replayed: flags.replay });
  // It takes a while and is needed only later: it goes on while the suites are loaded.
  const commit = flags.dryRun ? undefined : gitCommit(root);
  const partly = "a shard is only a part of the run, so it is not compared with a baseline";
  refuse(flags.baseline && options.shard, partly, "Leave --baseline out here, and give it to viva merge.");
  // Looked up before the new run exists: otherwise `latest` would mean that run itself.
  // A run that is resumed is compared with what it was compared with before.
  const reference = (await resolveBaseline(desk, flags)) ?? (before && (await keptReference(desk, before)));
  const supplies = { baseline: reference?.results };
  const planned = gatedPlans(await planRun(desk, paths, options, async () => store, supplies), flags);
  const exam = { desk, paths, flags, options, place, planned, resumable, reference, commit };
  return withCache(desk, { plans: planned, options }, (cache) =>
    carryOut({ ...exam, cache, ignored: before ? undefined : wish.ignored }),
  );
}

/** A run that is planned, and everything that it needs. */
interface Exam {
  desk: Desk;
  paths: readonly string[];
  flags: GatedRunFlags;
  options: RunOptions;
  place: ReturnType<typeof queuePlace>;
  planned: SuitePlan[];
  resumable: Awaited<ReturnType<typeof resumableRun>> | undefined;
  reference: Awaited<ReturnType<typeof resolveBaseline>> | undefined;
  commit: ReturnType<typeof gitCommit> | undefined;
  cache: ResponseCache | undefined;
  /** Why the config's `cache: true` does not count here. */
  ignored: string | undefined;
}

async function carryOut(exam: Exam): Promise<number> {
  const { desk, flags, options, place, planned, resumable, cache, ignored } = exam;
  const { store, style } = desk;
  // With --json only the report goes to stdout.
  const say = flags.json ? printError : print;
  // Workers may have answers of their own.
  const areUsed = options.cache !== undefined && (place !== undefined || cache?.hasAnswers);
  say(`${firstLine(version, planned, { areUsed, ignored })}\n`);
  if (resumable) say(resumeLine(resumable));
  if (options.stop) for (const line of earlyLines(planned, options.seed)) say(line);
  if (options.shard) say(shardLine(options.shard, planned));
  for (const warning of warningsOf(planned, options)) say(style.warn(cleanText(`warning: ${warning}`)));
  const live = planned.some(({ mode }) => mode.kind !== "replay");
  const estimated = await Array.fromAsync(live || flags.dryRun ? planned : [], async (plan) => {
    return { plan, estimate: plan.mode.kind === "replay" ? undefined : await estimateSuite(plan, store) };
  });
  for (const one of estimated) say(showPlan(one, style, options.maxCost));
  // The rest of a resumed run costs less than its plan.
  const warning = resumable
    ? undefined
    : overBudget(estimated, options.maxCost, { isCi: !flags.dryRun && isCi(process.env) });
  if (warning) say(`${style.warn(`warning: ${warning}`)}\n`);
  if (flags.dryRun) {
    if (options.stop)
      for (const plan of planned) for (const line of await earlyForecast(plan, store, options.seed)) say(line);
    for (const plan of planned) for (const line of plannedPower(plan)) say(line);
    return exitCodes.pass;
  }
  // Both must happen before the judge is asked.
  await store.checkWritable();
  const queue = place && (await queuedRun(place, flags));
  return playExam(exam, queue?.play, say).finally(() => queue?.end());
}

async function playExam(exam: Exam, play: SuitePlayer | undefined, say: (text: string) => unknown): Promise<number> {
  const { desk, flags, planned, options, paths, reference, commit, cache } = exam;
  const before = exam.resumable?.run;
  const { store, style, cwd } = desk;
  const { root } = desk.project;
  const { plans, suiteCalls, failures } = await prepareSuites(planned, { ...desk, cache }, store, before);
  for (const failure of failures) say(style.warn(cleanText(`warning: ${failure}`)));
  const chosen = planOptions(options, plans);
  if (reference) await refuseIncomparable(desk, reference, plans, chosen);
  // What GitHub and GitLab call the run of a workflow that all of its jobs belong to.
  const pipeline = process.env.GITHUB_RUN_ID || process.env.CI_PIPELINE_ID || undefined;
  const header: RunHeader = {
    viva: version,
    node: process.versions.node,
    options: chosen,
    ...(chosen.shard ? { plan: planIdentity(plans, chosen, root), pipeline } : {}),
    // Relative to the project, so that the run can be resumed from any of its folders.
    paths: paths.map((path) => relative(root, resolve(cwd, path)) || "."),
    ...(play ? forWorkers(options) : { concurrency: options.concurrency, processes: options.processes }),
    note: flags.note,
    commit: await commit,
  };
  const changes = before &&
    play && { ...forWorkers(options), options: { ...before.header.options, cache: options.cache } };
  const resumption = before ? await resumeRun(store, before, plans, root, changes) : undefined;
  const gone = resumption?.gone ?? [];
  const lost = `warning: the suite no longer has ${listed(gone, 10)}: what the run had of that is deleted`;
  if (gone.length > 0) say(style.warn(cleanText(lost)));
  const plays = typeof flags.try === "number" ? flags.try : undefined;
  const job = { cwd, paths, options: { ...options, ...chosen }, plays };
  const isTried = (flags.try !== undefined || reference !== undefined) && !play;
  const again = isTried
    ? async (id: string, progress: readonly SuiteProgress[]) => {
        for (const text of await tryAgain(store, id, progress, job)) say(style.warn(cleanText(text)));
      }
    : undefined;
  const baselineChanged = reference && changeOf(desk, reference);
  const settings = { store, plans, options, header, resumption, suiteCalls, cache, reference, baselineChanged, again };
  const result = await playPlans({ around: desk, say, ...settings, play });
  const told = { run: await store.runs.find(result.run), decided: result.decided, played: result };
  return tellRun(desk, told, { flags, reference, say });
}
