import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { difference, manyDraws, sampleOf } from "./bound/samples.test-helper.ts";
import { boundedMean } from "./bounded-mean.ts";
import { leastUnits, marginInReach, nonInferiorMean } from "./non-inferior-mean.ts";

const margin = fc.constantFrom(0, 0.02, 0.05, 0.1, 0.3, 0.9);
const order = ["fail", "inconclusive", "pass"];

function judge(...arguments_: Parameters<typeof nonInferiorMean>) {
  const result = nonInferiorMean(...arguments_);
  if (!result) throw new Error("there should be a result");
  return result;
}

function flips(n: number, wins: number, losses: number): number[] {
  return Array.from({ length: n }, (_, index) => (index < wins ? 1 : index < wins + losses ? -1 : 0));
}

describe("nonInferiorMean", () => {
  test("two identical runs of 5 cases show nothing, of 59 cases they pass at 0.05", () => {
    expect(judge(flips(5, 0, 0), { margin: 0.05 }).verdict).toBe("inconclusive");
    expect(judge(flips(58, 0, 0), { margin: 0.05 }).verdict).toBe("inconclusive");
    expect(judge(flips(59, 0, 0), { margin: 0.05 }).verdict).toBe("pass");
  });

  test("nine losses in a hundred are not within a margin of 0.15: p is 0.055", () => {
    const { verdict, pNotWorse } = judge(flips(100, 0, 9), { margin: 0.15 });
    expect(verdict).toBe("inconclusive");
    expect(pNotWorse).toBeCloseTo(0.055, 3);
  });

  test("every case lost: 5 fail, and 100 fail beyond all doubt", () => {
    expect(judge(flips(5, 0, 5), { margin: 0.05 }).verdict).toBe("fail");
    expect(judge(flips(100, 0, 100), { margin: 0.05 }).pWorse).toBeLessThan(1e-12);
  });

  test("the verdict agrees with the bounds, and the interval is that of boundedMean", () => {
    fc.assert(
      fc.property(sampleOf(difference), margin, ({ values, clusters }, margin) => {
        const { verdict, lower, upper, pNotWorse, pWorse, n, units, diff, lo, hi } = judge(values, {
          margin,
          clusters,
        });
        for (const p of [pNotWorse, pWorse]) expect(p >= 0 && p <= 1).toBe(true);
        if (Math.abs(lower + margin) > 1e-9) expect(lower > -margin).toBe(verdict === "pass");
        if (Math.abs(upper + margin) > 1e-9) expect(upper < -margin).toBe(verdict === "fail");
        expect({ n, units, mean: diff, lo: expect.closeTo(lo, 12), hi: expect.closeTo(hi, 12) }).toEqual(
          boundedMean(values, { clusters, range: [-1, 1] }),
        );
        expect(lo).toBeLessThanOrEqual(lower);
        expect(hi).toBeGreaterThanOrEqual(upper);
      }),
      manyDraws,
    );
  });

  test("a lower difference never betters the verdict, a wider margin never worsens it", () => {
    const lowered = fc.record({
      sample: sampleOf(difference),
      at: fc.nat(),
      by: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(lowered, margin, margin, ({ sample: { values, clusters }, at, by }, margin, other) => {
        const rank = (differences: number[], margin: number) =>
          order.indexOf(judge(differences, { margin, clusters }).verdict);
        const index = at % values.length;
        const worse = values.with(index, (values[index] ?? 0) - by * ((values[index] ?? 0) + 1));
        expect(rank(worse, margin)).toBeLessThanOrEqual(rank(values, margin));
        expect(rank(values, Math.max(margin, other))).toBeGreaterThanOrEqual(rank(values, Math.min(margin, other)));
      }),
      manyDraws,
    );
  });

  test("9: with fewer units than the least and no improvement it never passes", () => {
    fc.assert(
      fc.property(sampleOf(difference), margin, ({ values, clusters }, margin) => {
        const none = values.map((value) => Math.min(0, value));
        const { units, verdict } = judge(none, { margin, clusters });
        if (units < leastUnits(margin)) expect(verdict).not.toBe("pass");
      }),
      manyDraws,
    );
  });

  test("no difference has no verdict", () => {
    expect(nonInferiorMean([], { margin: 0.05 })).toBeUndefined();
  });

  test("a margin of 1 would pass whatever happens, and is refused like one below 0", () => {
    expect(() => nonInferiorMean([0], { margin: 1 })).toThrow("nonInferiorMean: margin is 1");
    expect(() => nonInferiorMean([0], { margin: -0.05 })).toThrow("nonInferiorMean: margin is -0.05");
    expect(() => nonInferiorMean([2], { margin: 0.05 })).toThrow("nonInferiorMean: differences[0] is 2");
  });
});

describe("leastUnits", () => {
  test("is what the page promises: 59, 29, 14 and 9", () => {
    expect([0.05, 0.1, 0.2, 0.3].map(leastUnits)).toEqual([59, 29, 14, 9]);
  });

  test("that many ties pass, one fewer do not", () => {
    for (const margin of [0.013, 0.05, 0.1, 0.25, 0.5, 0.9, 0.99]) {
      const least = leastUnits(margin);
      expect(judge(flips(least, 0, 0), { margin }).verdict).toBe("pass");
      if (least > 1) expect(judge(flips(least - 1, 0, 0), { margin }).verdict).not.toBe("pass");
    }
  });

  test("a margin of 0 is out of reach, a tiny one needs many", () => {
    expect(leastUnits(0)).toBe(Number.POSITIVE_INFINITY);
    expect(leastUnits(1e-9) / 3e9).toBeCloseTo(1, 1);
  });
});

test("marginInReach is near the margin at which that many ties pass", () => {
  expect(marginInReach(1)).toBeCloseTo(0.95, 12);
  for (const n of [5, 12, 59, 200]) expect(Math.abs(leastUnits(marginInReach(n)) - n)).toBeLessThanOrEqual(2);
});
