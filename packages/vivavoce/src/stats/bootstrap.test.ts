import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bootstrap } from "./bootstrap.ts";

const xs = [0.13, 0.71, 0.42, 0.99, 0.58, 0.36, 0.87];

describe("bootstrap, bit for bit as an independent program in another language has it", () => {
  test("of cases", () => {
    const { se, ci } = bootstrap(xs, { seed: 7 });
    expect({ se, ...ci }).toEqual({ se: 0.10730309510862826, lo: 0.3685714285714286, hi: 0.79 });
  });

  test("with another number of samples", () => {
    const { se, ci } = bootstrap(xs, { seed: 7, samples: 500 });
    expect({ se, ...ci }).toEqual({ se: 0.10717176130783351, lo: 0.38428571428571423, hi: 0.7857142857142857 });
  });

  test("of whole clusters of unequal size", () => {
    const { se, ci } = bootstrap([[0.2, 0.4], [0.9], [0.5, 0.7, 0.6], [0.1]], { seed: 3, samples: 2000 });
    expect({ se, ...ci }).toEqual({ se: 0.12156315204603405, lo: 0.2333333333333333, hi: 0.7000000000000001 });
  });
});

describe("bootstrap", () => {
  test("the mean is the data's own, not that of the resamples", () => {
    expect(bootstrap([0, 1, 1], { seed: 1 }).mean).toBe(2 / 3);
    expect(bootstrap([[0], [1, 1]], { seed: 1 }).mean).toBe(2 / 3);
  });

  test("the same seed gives the same answer, another seed another", () => {
    expect(bootstrap(xs, { seed: 5 })).toEqual(bootstrap(xs, { seed: 5 }));
    expect(bootstrap(xs, { seed: 5 }).se).not.toBe(bootstrap(xs, { seed: 6 }).se);
  });

  test("clusters of one case are cases", () => {
    expect(
      bootstrap(
        xs.map((x) => [x]),
        { seed: 5 },
      ),
    ).toEqual(bootstrap(xs, { seed: 5 }));
  });

  test("the error comes near the exact one, √(Σ(x − x̄)²/n²)", () => {
    const centre = xs.reduce((sum, x) => sum + x, 0) / 7;
    const exact = Math.sqrt(xs.reduce((sum, x) => sum + (x - centre) ** 2, 0)) / 7;
    expect(bootstrap(xs, { seed: 11, samples: 40_000 }).se).toBeCloseTo(exact, 2);
  });

  test("the interval lies within the data", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 20 }),
        fc.nat(),
        (data, seed) => {
          const { ci } = bootstrap(data, { seed, samples: 200 });
          expect(ci?.lo).toBeGreaterThanOrEqual(Math.min(...data));
          expect(ci?.hi).toBeLessThanOrEqual(Math.max(...data));
          expect(ci?.lo).toBeLessThanOrEqual(ci?.hi ?? Number.NaN);
        },
      ),
    );
  });

  test("the data is left as it was", () => {
    const data = [3, 1, 2];
    bootstrap(data, { seed: 1, samples: 10 });
    expect(data).toEqual([3, 1, 2]);
  });

  test("one case, or one cluster, has no error; none has nothing", () => {
    expect(bootstrap([0.4], { seed: 1 })).toEqual({ mean: 0.4, se: undefined, ci: undefined });
    expect(bootstrap([[0.25, 0.75]], { seed: 1 })).toEqual({ mean: 0.5, se: undefined, ci: undefined });
    expect(bootstrap([], { seed: 1 })).toEqual({ mean: undefined, se: undefined, ci: undefined });
  });

  test("equal values have no spread", () => {
    expect(bootstrap([0.5, 0.5, 0.5], { seed: 1 })).toEqual({ mean: 0.5, se: 0, ci: { lo: 0.5, hi: 0.5 } });
  });

  test("wrong input is an error", () => {
    expect(() => bootstrap(xs, { seed: 0.5 })).toThrow(new RangeError("bootstrap: seed is 0.5: pass a whole number"));
    expect(() => bootstrap(xs, { seed: 1, samples: 1 })).toThrow(
      "bootstrap: samples is 1: pass a whole number of 2 or more",
    );
    expect(() => bootstrap([[1], []], { seed: 1 })).toThrow("bootstrap: data[1] is empty");
    expect(() => bootstrap([1, Number.NaN], { seed: 1 })).toThrow(RangeError);
  });
});
