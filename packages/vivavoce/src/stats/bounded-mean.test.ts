import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mulberry32 } from "../base/index.ts";
import { manyDraws, sampleOf, score } from "./bound/samples.test-helper.ts";
import { boundedMean } from "./bounded-mean.ts";
import { clopperPearson } from "./clopper-pearson.ts";

/** What the search for a bound may leave of a law that holds exactly. */
const rounding = 1e-11;
const level = fc.constantFrom(0.5, 0.8, 0.9, 0.95, 0.99, 0.999);

function interval(...arguments_: Parameters<typeof boundedMean>) {
  const result = boundedMean(...arguments_);
  if (!result) throw new Error("there should be an interval");
  return result;
}

describe("boundedMean keeps the laws", () => {
  test("1: raising a value never lowers an end", () => {
    const raised = fc.record({ sample: sampleOf(score), at: fc.nat(), by: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(raised, level, ({ sample: { values, clusters }, at, by }, level) => {
        const before = interval(values, { clusters, level });
        const index = at % values.length;
        const better = values.with(index, (values[index] ?? 0) + by * (1 - (values[index] ?? 0)));
        const after = interval(better, { clusters, level });
        expect(after.lo).toBeGreaterThanOrEqual(before.lo - rounding);
        expect(after.hi).toBeGreaterThanOrEqual(before.hi - rounding);
      }),
      manyDraws,
    );
  });

  test("2: the interval has a width and lies in the range; without clusters it holds the mean", () => {
    fc.assert(
      fc.property(sampleOf(score), level, ({ values, clusters }, level) => {
        const { lo, hi, mean, n, units } = interval(values, { clusters, level });
        expect(lo).toBeGreaterThanOrEqual(0);
        expect(lo).toBeLessThan(hi);
        expect(hi).toBeLessThanOrEqual(1);
        expect(n).toBe(values.length);
        if (clusters) return;
        expect(units).toBe(n);
        expect(lo).toBeLessThanOrEqual(mean);
        expect(hi).toBeGreaterThanOrEqual(mean);
      }),
      manyDraws,
    );
  });

  test("3: the interval of the opposite is the opposite interval", () => {
    fc.assert(
      fc.property(sampleOf(score), ({ values, clusters }) => {
        const { lo, hi } = interval(values, { clusters });
        const mirror = interval(
          values.map((value) => -value),
          { clusters, range: [-1, 0] },
        );
        expect(mirror.lo).toBeCloseTo(-hi, 11);
        expect(mirror.hi).toBeCloseTo(-lo, 11);
      }),
      manyDraws,
    );
  });

  test("4: order and cluster names do not matter", () => {
    fc.assert(
      fc.property(sampleOf(score), ({ values, clusters }) => {
        const turned = clusters?.map((name) => name && `another ${name}`).toReversed();
        expect(boundedMean(values.toReversed(), { clusters: turned })).toEqual(boundedMean(values, { clusters }));
      }),
      manyDraws,
    );
  });

  test("4: clusters of one change nothing", () => {
    fc.assert(
      fc.property(sampleOf(score), ({ values }) => {
        const alone = values.map((_, index) => String(index));
        expect(boundedMean(values, { clusters: alone })).toEqual(boundedMean(values));
      }),
      manyDraws,
    );
  });

  test("another range is another scale", () => {
    fc.assert(
      fc.property(sampleOf(score), ({ values, clusters }) => {
        const { mean, lo, hi } = interval(values, { clusters });
        const stretched = interval(
          values.map((value) => 1 + 4 * value),
          { clusters, range: [1, 5] },
        );
        expect((stretched.mean - 1) / 4).toBeCloseTo(mean, 9);
        expect((stretched.lo - 1) / 4).toBeCloseTo(lo, 9);
        expect((stretched.hi - 1) / 4).toBeCloseTo(hi, 9);
      }),
      manyDraws,
    );
  });
});

describe("boundedMean", () => {
  test("for pass or fail it is Clopper–Pearson within 0.003", () => {
    for (const n of [1, 2, 3, 5, 8, 12, 20, 30, 59, 100, 200, 1000]) {
      for (let k = 0; k <= n; k += Math.max(1, Math.floor(n / 50))) {
        const values = Array.from({ length: n }, (_, index) => (index < k ? 1 : 0));
        const exact = clopperPearson(k, n);
        const { lo, hi } = interval(values);
        expect(Math.abs(lo - (exact?.lo ?? Number.NaN)), `lo of ${k} in ${n}`).toBeLessThan(0.003);
        expect(Math.abs(hi - (exact?.hi ?? Number.NaN)), `hi of ${k} in ${n}`).toBeLessThan(0.003);
      }
    }
  });

  test("a higher level gives a wider interval", () => {
    const values = [1, 0.5, 1, 0, 0.75];
    const widths = [0.5, 0.8, 0.95, 0.99].map((level) => interval(values, { level })).map(({ lo, hi }) => hi - lo);
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(new Set(widths).size).toBe(4);
  });

  test("one large cluster widens the interval", () => {
    const values = Array.from({ length: 39 }, (_, index) => (index % 5 === 0 ? 0 : 1));
    const clusters = values.map((_, index) => (index < 30 ? "large" : undefined));
    const [apart, together] = [interval(values), interval(values, { clusters })];
    expect(together).toMatchObject({ n: 39, units: 10, mean: apart.mean });
    expect(together.hi - together.lo).toBeGreaterThan(3 * (apart.hi - apart.lo));
  });

  test("a hundred thousand different values, and a million equal ones", () => {
    const random = mulberry32(9);
    const { lo, hi, mean } = interval(Array.from({ length: 100_000 }, random));
    expect(lo).toBeCloseTo(mean - (1.96 * Math.sqrt(1 / 12)) / Math.sqrt(100_000), 4);
    expect(hi).toBeCloseTo(mean + (1.96 * Math.sqrt(1 / 12)) / Math.sqrt(100_000), 4);
    const equal = interval(new Array<number>(1_000_000).fill(0.1));
    expect(equal.mean).toBe(0.1);
    expect(equal.lo).toBeLessThan(0.1);
    expect(equal.hi).toBeGreaterThan(0.1);
    expect(equal.hi - equal.lo).toBeLessThan(1e-5);
  });

  test("no value has no interval", () => {
    expect(boundedMean([])).toBeUndefined();
    expect(boundedMean([], { clusters: [] })).toBeUndefined();
  });

  test("a rounding error beyond the range is forgiven, more is not", () => {
    expect(boundedMean([1 + 1e-12, 1])).toEqual(boundedMean([1, 1]));
    expect(() => boundedMean([0.5, 1.2])).toThrow("boundedMean: values[1] is 1.2: pass numbers from 0 to 1");
    expect(() => boundedMean([3], { range: [4, 5] })).toThrow("pass numbers from 4 to 5");
  });

  test("what is not a number, a range, a level or a list of clusters is refused", () => {
    expect(() => boundedMean([Number.NaN])).toThrow("boundedMean: values[0] is NaN");
    expect(() => boundedMean([1], { range: [1, 1] })).toThrow("pass the lower end first");
    expect(() => boundedMean([1], { range: [0, Number.POSITIVE_INFINITY] })).toThrow(
      "boundedMean: range[1] is Infinity",
    );
    expect(() => boundedMean([1], { level: 95 })).toThrow("boundedMean: level is 95");
    expect(() => boundedMean([1, 1], { clusters: ["a"] })).toThrow("have 2 and 1 values");
  });
});
