import { resolve } from "node:path";
import { type Redactor, VivaError, version } from "../base/index.ts";
import type { Pace } from "../model/index.ts";
import {
  defaultOptions,
  planDifferences,
  planRun,
  prepareSuites,
  type RunOptions,
  type SuitePlan,
  suiteHeader,
} from "../run/index.ts";
import type { StoredRun } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import type { Project } from "../suite/index.ts";

/** A worker's project: the same files as where the run was planned, and the keys of this machine. */
export interface WorkerProject {
  project: Project;
  cwd: string;
  environment: Readonly<Record<string, string | undefined>>;
  redactor: Redactor;
}

/** This worker would hold another exam than the one that was planned. */
export class WorkerRefused extends VivaError {
  override readonly name = "WorkerRefused";
}

/** Plans a run again, on another machine, from its header. Refuses if that gives another exam. */
export async function planForWorker(
  around: WorkerProject,
  store: Store,
  run: StoredRun,
  { concurrency, pace }: { concurrency: number; pace?: Pace | undefined },
): Promise<SuitePlan[]> {
  const { root } = around.project;
  const { header } = run;
  // Another Viva may score the same conversation in another way, or not know an option of this run.
  if (header.viva !== version) throw refusal(run, [`Viva is ${version} here and ${header.viva} there`]);
  const options: RunOptions = { ...defaultOptions, ...header.options, ...header.limits, concurrency };
  const paths = header.paths.map((path) => resolve(root, path));
  const planned = await planRun(around, paths, options, async () => store, { pace });
  // Before the metrics are prepared: another metric would ask the judge for its steps.
  const early = [...otherMode(run, planned), ...otherCases(run, planned, root), ...otherSteps(run, planned)];
  if (early.length > 0) throw refusal(run, early);
  const { plans } = await prepareSuites(planned, around, store, run);
  const differences = planDifferences(run, plans, root);
  if (differences.length > 0) throw refusal(run, differences);
  return plans;
}

function refusal({ id }: StoredRun, differences: readonly string[]): WorkerRefused {
  return new WorkerRefused({
    message: `this worker has other code, packages, cases or settings than run ${id}: ${differences.join("; ")}`,
    remedy:
      "Give the worker the same version of the project, with the same packages (npm ci) and the same Node, then start it again.",
  });
}

function storedHeader(run: StoredRun, plan: SuitePlan) {
  return run.suites.find(({ name }) => name === plan.loaded.suite.name)?.header;
}

/** Without a key the suite would be replayed. */
function otherMode(run: StoredRun, plans: readonly SuitePlan[]): string[] {
  return plans.flatMap((plan) => {
    const { mode } = plan;
    const before = storedHeader(run, plan)?.mode;
    if (before === undefined || before === mode.kind || mode.kind !== "replay" || !mode.missingKey) return [];
    return [`${plan.loaded.suite.name}: ${mode.missingKey} is not set here, so its models cannot be asked`];
  });
}

/** A resumed run may play other cases; a worker plays exactly those that were planned, at the same positions. */
function otherCases(run: StoredRun, plans: readonly SuitePlan[], root: string): string[] {
  return plans.flatMap((plan) => {
    const before = storedHeader(run, plan);
    if (!before) return [];
    const { header } = suiteHeader(plan, root);
    const counts = (one: typeof header) => JSON.stringify(one.variants.map(({ variant, cases }) => [variant, cases]));
    const isSame = before.dataset === header.dataset && counts(before) === counts(header);
    const models = JSON.stringify(before.models) === JSON.stringify(header.models);
    const { name } = plan.loaded.suite;
    return [...(isSame ? [] : [`${name}: the cases`]), ...(models ? [] : [`${name}: the models`])];
  });
}

function otherSteps(run: StoredRun, plans: readonly SuitePlan[]): string[] {
  return plans.flatMap((plan) => {
    const before = storedHeader(run, plan)?.metrics ?? [];
    return plan.metrics.flatMap(({ name, prepare, identity }) => {
      if (!prepare || before.find((metric) => metric.name === name)?.preparedFrom === identity.hash) return [];
      return [`${plan.loaded.suite.name}: the metric ${name}`];
    });
  });
}
