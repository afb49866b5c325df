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
  const early = planned.flatMap((plan) => otherExam(run, plan, root));
  if (early.length > 0) throw refusal(run, early);
  const { plans } = await prepareSuites(planned, around, store, run);
  const differences = planDifferences(run, plans, root);
  if (differences.length > 0) throw refusal(run, differences);
  return plans;
}

/** This worker would hold another exam than the one that was planned. */
function refusal({ id }: StoredRun, differences: readonly string[]): VivaError {
  return new VivaError({
    message: `this worker has other code, packages, cases or settings than run ${id}: ${differences.join("; ")}`,
    remedy:
      "Give the worker the same version of the project, with the same packages (npm ci) and the same Node, then start it again.",
  });
}

/** What can be told of a plan before its metrics are prepared. */
function otherExam(run: StoredRun, plan: SuitePlan, root: string): string[] {
  const { mode, metrics, loaded } = plan;
  const { name } = loaded.suite;
  const before = run.suites.find((suite) => suite.name === name)?.header;
  if (!before) return [`${name} was not part of the run`];
  const { header } = suiteHeader(plan, root);
  // Without a key the suite would be replayed.
  const missingKey = mode.kind === "replay" && before.mode !== "replay" ? mode.missingKey : undefined;
  // A resumed run may play other cases; a worker plays exactly those that were planned, at the same positions.
  const counts = (one: typeof header) => JSON.stringify(one.variants.map(({ variant, cases }) => [variant, cases]));
  const hasCases = before.dataset === header.dataset && counts(before) === counts(header);
  const hasModels = JSON.stringify(before.models) === JSON.stringify(header.models);
  const preparedFrom = (metric: string) => before.metrics.find((one) => one.name === metric)?.preparedFrom;
  const others = metrics.filter((one) => one.prepare && preparedFrom(one.name) !== one.identity.hash);
  return [
    ...(missingKey ? [`${missingKey} is not set here, so its models cannot be asked`] : []),
    ...(hasCases ? [] : ["the cases"]),
    ...(hasModels ? [] : ["the models"]),
    ...others.map((metric) => `the metric ${metric.name}`),
  ].map((difference) => `${name}: ${difference}`);
}
