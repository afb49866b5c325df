import { InputError } from "../../base/index.ts";
import { type ReviewPool, reviewPool } from "../../calibration/index.ts";
import type { StoredRun, StoredSuite } from "../../shape/index.ts";
import type { ViewContext } from "./view.ts";

/** Which run is reviewed. */
interface ReviewScope {
  run?: string | undefined;
  suite?: string | undefined;
}

/** The items of a run's suite; without a run, of the newest finished one that a judge has scored. */
export async function poolFor({ store }: ViewContext, { run, suite }: ReviewScope): Promise<ReviewPool> {
  const runs = run === undefined ? await store.runs.list() : [await store.runs.find(run)];
  const found = runs
    .flatMap((one) => one.suites.map((suite) => ({ run: one, suite })))
    .filter(({ suite: one }) => (suite === undefined || one.name === suite) && isJudged(one));
  const chosen = found.find(({ run }) => run.finishedAt !== undefined) ?? found[0];
  if (chosen) return reviewPool(store, chosen.run, chosen.suite);
  const where = [suite === undefined ? "" : ` of suite ${suite}`, run === undefined ? "" : ` in run ${run}`].join("");
  throw new InputError({
    message: `there is nothing to review${where}: no run has a metric that asks a judge`,
    remedy: "Play a suite with a judged metric, such as criteria().",
  });
}

/** The suites that can be reviewed, by name. */
export async function judgedSuites({ store }: ViewContext): Promise<string[]> {
  const runs: StoredRun[] = await store.runs.list();
  return [...new Set(runs.flatMap(({ suites }) => suites.filter(isJudged).map(({ name }) => name)))].sort();
}

function isJudged({ header }: StoredSuite): boolean {
  return header.metrics.some(({ judged }) => judged);
}
