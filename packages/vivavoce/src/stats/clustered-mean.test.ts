import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusteredMean } from "./clustered-mean.ts";
import { mean } from "./mean.ts";

const score = fc.double({ min: 0, max: 1, noNaN: true });

describe("clusteredMean", () => {
  test("clusters of one case each are independent cases: the design effect is 1", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 2, maxLength: 30 }), (xs) => {
        const clustered = clusteredMean(xs.map((x) => [x]));
        const plain = mean(xs);
        expect(clustered.clusters).toBe(xs.length);
        expect(clustered.se).toBeCloseTo(plain.se ?? Number.NaN, 9);
        expect(clustered.ci?.lo).toBeCloseTo(plain.ci?.lo ?? Number.NaN, 6);
        expect(clustered.designEffect).toBeCloseTo(1, 10);
      }),
    );
  });

  test("the mean is over cases, so a large cluster weighs more", () => {
    expect(clusteredMean([[1, 1, 1], [0]]).mean).toBe(0.75);
  });

  test("copies within a cluster add no information", () => {
    const once = clusteredMean([[1], [0], [0.5], [0.2]]);
    const fourTimes = clusteredMean([1, 0, 0.5, 0.2].map((x) => [x, x, x, x]));
    expect(fourTimes.se).toBeCloseTo(once.se ?? Number.NaN, 12);
    expect(fourTimes.designEffect).toBeGreaterThan(4);
  });

  test("clusters that each hold one pass and one failure tell the rate exactly", () => {
    const { se, designEffect } = clusteredMean([
      [0, 1],
      [1, 0],
      [0, 1],
    ]);
    expect(se).toBe(0);
    expect(designEffect).toBe(0);
  });

  test("one cluster has no standard error, however many cases it holds", () => {
    expect(clusteredMean([[1, 0, 1]])).toEqual({
      n: 3,
      clusters: 1,
      mean: 2 / 3,
      se: undefined,
      ci: undefined,
      designEffect: undefined,
    });
  });

  test("no cluster: nothing is known", () => {
    expect(clusteredMean([]).mean).toBeUndefined();
  });

  test("equal values leave the design effect undefined", () => {
    const { se, designEffect } = clusteredMean([[0.1, 0.1], [0.1]]);
    expect(se).toBe(0);
    expect(designEffect).toBeUndefined();
  });

  test("the order of clusters and of cases within them does not matter", () => {
    const clusters = fc.array(fc.array(score, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 10 });
    fc.assert(
      fc.property(clusters, (given) => {
        const turned = given.map((cluster) => cluster.toReversed()).toReversed();
        expect(clusteredMean(turned).se).toBeCloseTo(clusteredMean(given).se ?? Number.NaN, 10);
      }),
    );
  });

  test("an empty cluster is an error: it would count as one", () => {
    expect(() => clusteredMean([[1], []])).toThrow("clusteredMean: clusters[1] is empty: leave it out");
  });
});
