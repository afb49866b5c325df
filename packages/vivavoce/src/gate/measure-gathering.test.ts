import { describe, expect, test } from "vitest";
import { passRateName } from "../shape/index.ts";
import { boundedMean, sampledMean } from "../stats/index.ts";
import { CaseMeans, DrawnOrder, earlyPlan, MeasureGathering, rankOf, shownOf, unitOf } from "./measure-gathering.ts";
import { caseOf, casesOf, repeatsOf, resultOf } from "./results.test-helper.ts";

/** Means of cases that passed (1), failed (0) or have no value, in clusters that are given as letters, "-" for none. */
function meansOf(values: readonly (number | undefined)[], clusters = "", order?: DrawnOrder): CaseMeans {
  const means = new CaseMeans(order);
  for (const [index, value] of values.entries()) {
    const letter = clusters[index] ?? "-";
    means.add({ caseId: `case-${index + 1}`, cluster: letter === "-" ? undefined : letter }, value);
  }
  return means;
}

describe("how far a metric that was never hit reaches", () => {
  test("is what the count of cases shows, as long as they are independent", () => {
    expect(meansOf([1, 1, 1, 1]).reach()).toBeUndefined();
    expect(meansOf([1, 1, 1, 1], "abcd").reach()).toBeUndefined();
    expect(meansOf([]).reach()).toBeUndefined();
  });

  test("is that of the clusters where cases depend on each other", () => {
    const lo = boundedMean([1, 1, 1, 1], { level: 0.9, clusters: ["a", "a", "b", undefined] })?.lo ?? 0;
    expect(meansOf([1, 1, 1, 1], "aab-").reach()).toEqual({ units: 3, atMost: 1 - lo });
    expect(lo).toBeLessThan(boundedMean([1, 1, 1, 1], { level: 0.9 })?.lo ?? 0);
  });

  test("is that of the whole plan where the run was stopped early", () => {
    const cases = casesOf(20, () => ({}));
    const order = new DrawnOrder(earlyPlan(cases, 7));
    const units = Array.from({ length: 5 }, () => ({ value: 1, size: 1 }));
    const { lo } = sampledMean(units, { of: 20, largest: 1, level: 0.9 }) ?? { lo: 0 };
    expect(meansOf([1, 1, 1, 1, 1], "", order).reach()).toEqual({ units: 5, atMost: 1 - lo });
  });
});

describe("cases of the plan that were never played", () => {
  test("count as failed at worst, and as nothing where it is said what was observed", () => {
    const gathering = new MeasureGathering(passRateName, 2, undefined);
    for (const one of [repeatsOf("a", "pp"), repeatsOf("b", "pf")]) gathering.add(one);
    const summary = gathering.summary(2);
    expect(summary).toMatchObject({ cases: 4, trials: 8, missing: 4, pending: 4, missed: 0, seen: 2 });
    expect([summary.observed?.mean, summary.atWorst?.mean]).toEqual([0.75, 0.375]);
  });

  test("leave no lower end where cases have clusters, because theirs are not known", () => {
    const lower = (clusters: string) => meansOf([1, 1, 1, 1, 1, 1], clusters).mean(1)?.lo;
    expect(lower("aabbcc")).toBe(0);
    expect(lower("")).toBeGreaterThan(0);
    expect(meansOf([1, 1, 1, 1, 1, 1], "aabbcc").mean()?.lo).toBeGreaterThan(0);
    expect(meansOf([1, 1, 1, 1, 1, 1], "aabbcc").assured(1, undefined)?.lower).toBe(0);
    expect(meansOf([1, 1, 1, 1, 1, 1], "aabbcc").assured(0, undefined)?.lower).toBeGreaterThan(0);
  });
});

describe("what is missing of a case", () => {
  test("is pending as far as its trials were not played, and the rest has no value", () => {
    const gathering = new MeasureGathering(passRateName, 3, undefined);
    gathering.add(repeatsOf("a", "pu-"));
    gathering.add(repeatsOf("b", "pe"));
    expect(gathering.summary()).toMatchObject({ cases: 2, trials: 6, missing: 4, pending: 2, seen: 0, binary: true });
  });

  test("does not matter where it was skipped: such a case is in no mean", () => {
    const gathering = new MeasureGathering(passRateName, 1, undefined);
    expect(gathering.add(repeatsOf("a", "s"))).toBe(false);
    expect(gathering.add(repeatsOf("b", "f"))).toBe(true);
    expect(gathering.summary()).toMatchObject({ cases: 1, trials: 1, missing: 0, observed: { mean: 0, cases: 1 } });
  });

  test("does not hide a case that missed its threshold in another trial", () => {
    const gathering = new MeasureGathering("tone", 2, undefined);
    const played = caseOf("a", true, { values: { tone: 0.5 } });
    expect(gathering.add(played)).toBe(false);
    expect(gathering.add(played, true)).toBe(true);
    expect(gathering.summary()).toMatchObject({ cases: 2, seen: 1, missed: 1, binary: false });
  });
});

describe("a run that was stopped early", () => {
  const clusters = ["x", "x", undefined, "y", undefined, "y", undefined, undefined];
  const cases = clusters.map((cluster, index) =>
    caseOf(`case-${index + 1}`, index % 3 !== 0, cluster ? { cluster } : {}),
  );
  const plan = earlyPlan([...cases, ...casesOf(20, () => ({})).slice(8)], 3);

  test("is summed up by its units, in the random order they were drawn in, whatever order their cases came in", () => {
    const units = [...Map.groupBy(cases, unitOf)]
      .sort(([a], [b]) => (rankOf(a, plan) < rankOf(b, plan) ? -1 : 1))
      .map(([, members]) => {
        const passed = members.filter(({ trials }) => trials[0]?.status === "passed").length;
        return { value: passed / members.length, size: members.length };
      });
    const { mean, lo, hi } = sampledMean(units, { of: plan.units, largest: 2 }) ?? {};
    for (const given of [cases, cases.toReversed()]) {
      const gathering = new MeasureGathering(passRateName, 1, plan, new DrawnOrder(plan));
      for (const one of given) gathering.add(one);
      const { observed } = gathering.summary();
      expect(observed?.mean).toBeCloseTo(mean ?? 0, 12);
      expect(observed?.lo).toBeCloseTo(lo ?? 0, 12);
      expect(observed?.hi).toBeCloseTo(hi ?? 0, 12);
    }
  });

  test("has units without a value in which the metric was skipped everywhere", () => {
    const order = new DrawnOrder(plan);
    const values = [1, undefined, 1, undefined];
    const units = values
      .map((value, index) => ({
        rank: rankOf(unitOf({ caseId: `case-${index + 1}` }), plan),
        value: value ?? 0,
        size: value ?? 0,
      }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .map(({ value, size }) => ({ value, size }));
    const { lo } = sampledMean(units, { of: plan.units, largest: 2 }) ?? {};
    expect(meansOf(values, "", order).mean()?.lo).toBeCloseTo(lo ?? 0, 12);
  });

  test("shows the same figures of a measure as its run", () => {
    const early = { cases: plan.cases, largest: 2, drawn: { units: plan.units, seed: 3 } };
    const result = resultOf(cases, { early });
    const gathering = new MeasureGathering(passRateName, 1, plan, new DrawnOrder(plan));
    for (const one of cases) gathering.add(one);
    const { observed, missing, pending, cases: count } = gathering.summary();
    expect(shownOf(result, passRateName)).toEqual({ cases: count, observed, missing, pending });
  });
});
