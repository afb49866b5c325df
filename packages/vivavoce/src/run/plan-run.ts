import { resolve } from "node:path";
import { InputError, type Problem, type Redactor, refuseUnknown, showProblem } from "../base/index.ts";
import type { Pace, PaceLimits } from "../model/index.ts";
import type { VariantResult } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import {
  fieldPlace,
  type LoadedSuite,
  loadSuites,
  offeredVariants,
  type Project,
  type Variants,
} from "../suite/index.ts";
import { missingJudges } from "./missing-models.ts";
import { OpenedModels } from "./opened-models.ts";
import type { RunOptions } from "./options.ts";
import type { SuitePlan } from "./plan.ts";
import { planSuite } from "./plan-suite.ts";
import { retiredCases } from "./retired-cases.ts";
import { NothingSelected } from "./select-cases.ts";
import { SelectionFlags } from "./selection-flags.ts";
import { planShard } from "./shard.ts";
import { suiteModels } from "./suite-models.ts";
import { asTyped, refuseUnknownPrices } from "./unknown-prices.ts";

interface PlanSurroundings {
  project: Project;
  cwd: string;
  environment: Readonly<Record<string, string | undefined>>;
  redactor?: Redactor | undefined;
}

/** Loads and plans every suite, and reports the problems of all of them at once, before anything is run. */
export async function planRun(
  around: PlanSurroundings,
  paths: readonly string[],
  wanted: RunOptions,
  store: () => Promise<Store>,
  { judgeOnly = false, given, pace, baseline }: Omit<PlanSupplies, "store"> = {},
) {
  const suites = await loadSuites(around.project, paths, around.cwd, { replayed: wanted.traffic === "replay" });
  return planSuites(around, suites, wanted, { store, judgeOnly, given, pace, baseline });
}

/** What planning needs besides the suites. */
interface PlanSupplies extends Pick<Parameters<typeof planSuite>[1], "judgeOnly" | "given"> {
  store(): Promise<Store>;
  /** Keeps the limits of models together with other processes. */
  pace?: Pace | undefined;
  /** What the run will be compared with. */
  baseline?: readonly VariantResult[] | undefined;
}

/** Plans suites that are loaded. */
export async function planSuites(
  { project, cwd, environment, redactor }: PlanSurroundings,
  suites: readonly LoadedSuite[],
  wanted: RunOptions,
  { store, judgeOnly = false, given, pace, baseline }: PlanSupplies,
): Promise<SuitePlan[]> {
  const opened = new OpenedModels(wanted.concurrency, modelCaps(wanted), pace);
  const plans: SuitePlan[] = [];
  const problems: Problem[] = [];
  const empty: Problem[] = [];
  const flags = new SelectionFlags(wanted);
  refuseUnknownVariants(suites, wanted.variants);
  for (const loaded of suites) {
    const options = { ...wanted, variants: offeredOf(loaded, wanted.variants) };
    try {
      const models = suiteModels(loaded, project, options, environment, opened);
      const { name } = loaded.suite;
      const failedBefore = options.failed
        ? await (await store()).history.notPassed(name)
        : options.failedBefore?.filter(({ suite }) => suite === name);
      const settings = { position: plans.length, project, models, options, failedBefore, judgeOnly, given, redactor };
      const retire = (ids: readonly string[]) => retiredCases(ids, name, { options, baseline, store });
      const plan = await planSuite(loaded, { ...settings, flags, retire: judgeOnly ? undefined : retire });
      const judgeless = judgeOnly ? [] : await missingJudges(plan);
      if (judgeless.length > 0) throw new InputError(judgeless);
      plans.push({ ...plan, warnings: plan.warnings.map((warning) => inReach(warning, loaded, cwd)) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      (error instanceof NothingSelected ? empty : problems).push(
        ...error.problems.map((problem) => inReach(problem, loaded, cwd)),
      );
    }
  }
  // Other problems may hide cases that match, and a stored run is scored by the cases that it has.
  if (problems.length === 0 && !judgeOnly) problems.push(...flags.unmet());
  // A selection must match cases of at least one suite, not of every suite.
  if (plans.length === 0 && problems.length === 0) problems.push(...empty);
  problems.push(...sharedTapes(plans));
  if (problems.length > 0) throw new InputError(eachOnce(problems));
  const isAsked = (name: string) => !judgeOnly || (name !== "agent" && name !== "user");
  refuseUnknownPrices(plans, { project, cwd, options: wanted, isAsked });
  return wanted.shard && !judgeOnly ? planShard(plans, wanted.shard) : plans;
}

/** The limits that the command line sets for every model. */
function modelCaps({ modelConcurrency: concurrency, requestsPerMinute, tokensPerMinute }: RunOptions): PaceLimits {
  return { concurrency, requestsPerMinute, tokensPerMinute };
}

/** Suites that share case files share their problems. */
function eachOnce(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [showProblem(problem), problem])).values()];
}

/** The part of a choice of variants that concerns this suite. */
function offeredOf({ suite }: LoadedSuite, chosen: Variants): Variants {
  return Object.fromEntries(
    Object.entries(chosen).filter(([name]) => Object.hasOwn(offeredVariants(suite.variants), name)),
  );
}

function refuseUnknownVariants(suites: readonly LoadedSuite[], chosen: Variants): void {
  const offered = new Set(suites.flatMap(({ suite }) => Object.keys(offeredVariants(suite.variants))));
  // Those that their authors wrote: every suite also offers faults.
  const own = new Set(suites.flatMap(({ suite }) => Object.keys(suite.variants ?? {})));
  const otherwise =
    own.size > 0
      ? `The suites have ${[...own].join(", ")}.`
      : 'No suite has variants. A suite offers them as variants: { prompt: ["v2", "v1"] }.';
  refuseUnknown("variant", Object.keys(chosen), offered, { where: " in any suite", otherwise });
}

/** Places as the user would type them: a suite names files from its own folder. The place of a case in code is its suite. */
function inReach(problem: Problem, { folder, file }: LoadedSuite, cwd: string): Problem {
  const { place, message } = problem;
  if (!place) return problem;
  if (!/^inline case /.test(place.file)) {
    return { ...problem, place: { ...place, file: asTyped(resolve(folder, place.file), cwd) } };
  }
  const { line } = place.caseId === undefined ? { line: undefined } : fieldPlace("id", file, place.caseId);
  const which = line === undefined ? `${place.file}: ` : "";
  return { ...problem, message: `${which}${message}`, place: { ...place, file: asTyped(file, cwd), line } };
}

/** Suites whose tapes are in the same folder, from before each had its own: one must not play or replace another's. */
export function sharedTapes(plans: readonly SuitePlan[]): Problem[] {
  return plans.flatMap(({ cassette: { directory }, loaded: { suite, file } }, index) => {
    const other = plans.slice(0, index).find((plan) => plan.cassette.directory === directory)?.loaded.suite.name;
    if (other === undefined) return [];
    const message = `the suites ${other} and ${suite.name} have the same tapes, in ${directory}`;
    const remedy = `Move those of ${other} into its folder ${other}, and those of ${suite.name} into ${suite.name}.`;
    return [{ message, place: { file }, remedy }];
  });
}
