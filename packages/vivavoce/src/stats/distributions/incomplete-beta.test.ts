import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { logBetaKernel, logGamma, logRegularisedBeta } from "./incomplete-beta.ts";
import { regularisedBeta } from "./regularised-beta.test-helper.ts";

const shape = fc.double({ min: 0.05, max: 5000, noNaN: true });
const inside = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });

describe("regularisedBeta", () => {
  test.each([
    [0.3, 2, 5, 0.579825],
    [0.9, 0.5, 0.5, 0.7951672353008665],
    [0.5, 10, 10, 0.5],
    [0.001, 1, 1000, 0.6323045752290359],
    [0.2, 50, 150, 0.04563919300279581],
    [0.999, 300, 0.7, 0.579582542311384],
    [0.245, 5000, 15000, 0.05075069718749959],
  ])("I_%f(%f, %f) agrees with an independent computation", (x, a, b, expected) => {
    expect(Math.abs(regularisedBeta(x, a, b) / expected - 1)).toBeLessThan(1e-12);
  });

  test("is 0 at 0 and 1 at 1", () => {
    expect(regularisedBeta(0, 2, 3)).toBe(0);
    expect(regularisedBeta(1, 2, 3)).toBe(1);
  });

  test("both tails add up to 1", () => {
    fc.assert(
      fc.property(inside, shape, shape, (x, a, b) => {
        const lower = regularisedBeta(x, a, b);
        const upper = Math.exp(logRegularisedBeta({ x: 1 - x, rest: x }, b, a));
        expect(lower + upper).toBeCloseTo(1, 12);
      }),
    );
  });

  test("with b = 1 it is xᵃ, with a = 1 it is 1 − (1−x)ᵇ", () => {
    fc.assert(
      fc.property(inside, shape, (x, a) => {
        expect(regularisedBeta(x, a, 1)).toBeCloseTo(x ** a, 12);
        expect(regularisedBeta(x, 1, a)).toBeCloseTo(-Math.expm1(a * Math.log1p(-x)), 12);
      }),
    );
  });

  test("rises with x", () => {
    fc.assert(
      fc.property(inside, inside, shape, shape, (x, y, a, b) => {
        const [low, high] = [Math.min(x, y), Math.max(x, y)];
        expect(regularisedBeta(low, a, b)).toBeLessThanOrEqual(regularisedBeta(high, a, b) * (1 + 1e-12));
      }),
    );
  });

  test("its logarithm goes on where the chance itself is below the smallest number", () => {
    expect(regularisedBeta(0.01, 1000, 1)).toBe(0);
    expect(logRegularisedBeta({ x: 0.01, rest: 0.99 }, 1000, 1)).toBeCloseTo(1000 * Math.log(0.01), 9);
  });
});

test("logBetaKernel is a·ln x + b·ln(1−x) − ln B(a, b)", () => {
  fc.assert(
    fc.property(inside, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 }), (x, a, b) => {
      const direct = a * Math.log(x) + b * Math.log1p(-x) - (logGamma(a) + logGamma(b) - logGamma(a + b));
      expect(Math.abs(logBetaKernel({ x, rest: 1 - x }, a, b) - direct)).toBeLessThan(1e-12 * (1 + Math.abs(direct)));
    }),
  );
});
