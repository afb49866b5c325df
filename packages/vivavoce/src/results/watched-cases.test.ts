import { expect, test } from "vitest";
import { CaseMeans, DrawnOrder } from "../gate/index.ts";
import { boundedMean, clopperPearson, sampledMean } from "../stats/index.ts";
import { openStore, scoreOf } from "../store/store.test-helper.ts";
import { readSummaries } from "./read-suite.ts";
import { metricsOf, storedRun, suiteIn } from "./stored-run.test-helper.ts";

const caseIds = Array.from({ length: 30 }, (_, index) => `case-${index}`);

function reachOf(watched: CaseMeans, clusterOf: (index: number) => string | undefined = () => undefined) {
  for (const [index, caseId] of caseIds.entries()) watched.add({ caseId, cluster: clusterOf(index) }, 1);
  return watched.reach();
}

test("independent cases need no bound of their own: their count says it", () => {
  expect(reachOf(new CaseMeans())).toBeUndefined();
  expect(reachOf(new CaseMeans(), (index) => `cluster-${index}`)).toBeUndefined();
});

test("thirty cases of three clusters show no more than three units do", () => {
  const reach = reachOf(new CaseMeans(), (index) => `cluster-${index % 3}`);
  const lower = boundedMean([1, 1, 1], { level: 0.9 })?.lo ?? Number.NaN;
  expect(reach?.units).toBe(3);
  expect(reach?.atMost).toBeCloseTo(1 - lower, 9);
  expect(reach?.atMost).toBeGreaterThan(6 * (clopperPearson(0, 30, 0.9)?.hi ?? 1));
});

test("the sums of a stored run have it, for metrics of zero tolerance only", async () => {
  const store = await openStore();
  const header = metricsOf({ name: "m", zeroTolerance: true }, { name: "other" });
  const trials = caseIds.map((id, index) => ({
    ...{ id, cluster: `cluster-${index % 3}` },
    scores: [scoreOf("m", 1), scoreOf("other", 1)],
  }));
  const run = await storedRun(store, trials, { header });
  const [summary] = await readSummaries(store, run, suiteIn(run));
  expect(summary?.metrics.map(({ reach }) => reach?.units)).toEqual([3, undefined]);
});

test("a run that was stopped early has the bound that holds at every look", () => {
  const plan = { seed: 3, cases: 300, units: 300, largest: 1 };
  const reach = reachOf(new CaseMeans(new DrawnOrder(plan)));
  const drawn = sampledMean(Array(30).fill({ value: 1, size: 1 }), { of: 300, level: 0.9 });
  expect(reach).toEqual({ units: 30, atMost: 1 - (drawn?.lo ?? Number.NaN) });
});

test("a case that was not watched counts neither way, and nothing watched shows nothing", () => {
  const watched = new CaseMeans();
  watched.add({ caseId: "a", cluster: "x" }, undefined);
  expect(watched.reach()).toBeUndefined();
  watched.add({ caseId: "b", cluster: "x" }, 1);
  watched.add({ caseId: "c", cluster: "x" }, 1);
  expect(watched.reach()?.units).toBe(1);
});
